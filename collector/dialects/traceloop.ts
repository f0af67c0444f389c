import type { Dialect } from './dialect.ts';
import {
  argsAndKwargs,
  langchainInput,
  mcpClientResult,
  mcpResult,
  onlyMember,
  quotedText,
  textBlocks,
  toolMessage,
  toolNameAndArguments,
} from './envelopes.ts';

const PROPERTIES = 'traceloop.association.properties.';
const SESSION_NAMES = [
  'session_id',
  'sessionId',
  'conversation_id',
  'conversationId',
  'thread_id',
  'threadId',
  'chat_id',
  'chatId',
];

/** OpenLLMetry for Python and JavaScript: decorators, LangChain, MCP, and the flattened messages of older releases. */
export const traceloop: Dialect = {
  name: 'traceloop',
  kinds: [
    // LangChain: every chain is a workflow, and a tool is a task.
    {
      attribute: 'gen_ai.operation.name',
      values: { execute_tool: 'tool', workflow: 'other' },
      whenHas: 'traceloop.span.kind',
    },
    {
      attribute: 'traceloop.span.kind',
      values: { tool: 'tool', agent: 'agent', workflow: 'agent', task: 'other', session: 'other' },
    },
    { attribute: 'llm.request.type', values: { chat: 'model', completion: 'model' } },
  ],
  fields: {
    session: SESSION_NAMES.map((name) => PROPERTIES + name),
    user: ['user_id', 'userId', 'customer_id'].map((name) => PROPERTIES + name),
    agentVersion: ['traceloop.entity.version'],
    finishReason: ['gen_ai.completion.0.finish_reason'],
  },
  ownFields: {
    tool: ['gen_ai.tool.name', 'traceloop.entity.name'],
    args: ['gen_ai.tool.call.arguments', 'traceloop.entity.input'],
    result: ['gen_ai.tool.call.result', 'traceloop.entity.output'],
  },
  flattened: { asked: ['gen_ai.completion.'], fedBack: ['gen_ai.prompt.'] },
  errorFlags: [{ attribute: 'gen_ai.task.status', values: ['failure'] }],
  argumentEnvelopes: [langchainInput, toolNameAndArguments, argsAndKwargs],
  resultEnvelopes: [
    toolMessage,
    mcpClientResult,
    mcpResult,
    onlyMember('output'),
    quotedText,
    textBlocks,
  ],
  // A class name says less than the name inside of the result.
  weakToolName: /^(Dynamic)?StructuredTool$|^Tool$/,
  agentFromName: /^(.+?)(?:\.(?:agent|workflow))?$/,
  layer: ({ scope }) => (/mcp/.test(scope) ? 'protocol' : 'framework'),
};
