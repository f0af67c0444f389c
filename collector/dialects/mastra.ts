import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, Layer, SpanKind } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** Mastra's own exporters: GenAI spans with the span's real type beside, and the older `tool.execute` form. */
export const mastra: Dialect = {
  name: 'mastra',
  kinds: [
    // The older exporter counts tokens of a whole run on one span; its steps are the model calls.
    {
      attribute: 'gen_ai.operation.name',
      values: { 'tool.execute': 'tool', 'agent.run': 'agent', 'model.step': 'model' },
    },
    {
      attribute: 'mastra.span.type',
      values: {
        tool_call: 'tool',
        mcp_tool_call: 'tool',
        client_tool_call: 'tool',
        agent_run: 'agent',
        workflow_run: 'agent',
        model_inference: 'model',
        model_step: 'step',
        model_chunk: 'other',
        processor_run: 'other',
      },
    },
    // Its exporter for Arize and Phoenix counts tokens, and names the model, on the generation alone.
    {
      attribute: 'mastra.span.type',
      values: { model_generation: 'model' },
      whenHas: 'llm.token_count.prompt',
    },
    // Before there was `model_inference`, the generation itself was the chat.
    { attribute: 'gen_ai.operation.name', values: { chat: 'model' }, scope: /mastra/ },
    { attribute: 'mastra.span.type', values: { model_generation: 'other' } },
  ],
  fields: {
    args: ['gen_ai.tool.input'],
    result: ['gen_ai.tool.output'],
    session: ['mastra.metadata.threadId', 'mastra.metadata.sessionId'],
    user: ['mastra.metadata.userId', 'mastra.metadata.resourceId'],
  },
  ownFields: {
    args: [
      'gen_ai.tool.call.arguments',
      'mastra.metadata.args',
      'input',
      'input.value',
      { attribute: 'metadata', member: 'args' },
    ],
    result: ['gen_ai.tool.call.result', 'output', 'output.value'],
    callId: ['mastra.metadata.toolCallId'],
    session: ['threadId', 'sessionId'],
    user: ['userId', 'resourceId'],
    model: [{ attribute: 'modelMetadata', member: 'modelId' }],
    agent: ['agent.id'],
    asked: ['output', 'output.value', 'mastra.model_chunk.output', 'langfuse.observation.output'],
    fedBack: ['input', 'input.value'],
  },
  kindFromContent,
  layer: layerOf,
  errorFlags: [{ attribute: 'error', values: ['true'] }],
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
  serviceVersionIsFrameworks: true,
  // Such a call left the process: that it was handed over is no outcome.
  isStatusForeign: ({ attributes }) => attributes.get('mastra.span.type') === 'client_tool_call',
  toolFromName: /^(?:execute_tool|client_tool_call|mcp_tool_call|tool\.execute) (.+)$/,
  agentFromName: /^invoke_agent (.+)$/,
};

/**
 * The older exporter never sends the steps of a run that is cut off, the newer one leaves calls out of its answers: only
 * this piece of an answer shows the call that it asks for.
 */
function kindFromContent({ name, attributes }: WireSpan): SpanKind | null {
  const operation = attributes.get('gen_ai.operation.name');
  if (operation === 'model.chunk') return name === "chunk: 'tool-call'" ? 'model' : null;
  if (attributes.get('mastra.span.type') !== 'model_chunk') return null;
  const piece =
    attributes.get('mastra.model_chunk.output') ?? attributes.get('langfuse.observation.output');
  return typeof piece === 'string' && piece.includes('"toolCallId":') ? 'model' : null;
}

function layerOf({ attributes }: WireSpan, kind: SpanKind): Layer {
  if (kind === 'tool') return 'framework';
  const isPiece =
    attributes.get('gen_ai.operation.name') === 'model.chunk' ||
    attributes.get('mastra.span.type') === 'model_chunk';
  return isPiece ? 'log' : '';
}
