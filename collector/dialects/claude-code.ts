import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { memberAt, textOf } from './read-fields.ts';

/** Attributes that hold one detail of a tool's input each, and the argument they stand for. */
const DETAILS: Readonly<Record<string, string>> = {
  full_command: 'command',
  bash_command: 'command',
  file_path: 'file_path',
  skill_name: 'skill',
  subagent_type: 'subagent_type',
};
const RESULTS = ['output', 'content', 'diff'];

/** Claude Code's own telemetry. The execution and permission spans below a tool span are parts of it. */
export const claudeCode: Dialect = {
  name: 'claude-code',
  kinds: [
    {
      attribute: 'span.type',
      values: {
        tool: 'tool',
        'claude_code.tool': 'tool',
        llm_request: 'model',
        'claude_code.llm_request': 'model',
        interaction: 'agent',
        'claude_code.interaction': 'agent',
        // Parts of the tool span above them.
        'tool.execution': 'other',
        'tool.blocked_on_user': 'other',
        'claude_code.tool.execution': 'other',
        'claude_code.tool.blocked_on_user': 'other',
        hook: 'other',
      },
      scope: /claude_code|^$/,
    },
  ],
  names: [
    { name: /^claude_code\.tool$/, kind: 'tool' },
    { name: /^claude_code\.llm_request$/, kind: 'model' },
    { name: /^claude_code\.interaction$/, kind: 'agent' },
    // Log records.
    { name: /^claude_code\.tool_result$/, kind: 'tool' },
    { name: /^claude_code\.api_request$/, kind: 'model' },
    { name: /^claude_code\.user_prompt$/, kind: 'other' },
  ],
  ownFields: {
    tool: ['tool_name'],
    callId: ['tool_use_id'],
    args: ['tool_input', 'tool_parameters'],
    model: ['model'],
    inputTokens: ['input_tokens'],
    outputTokens: ['output_tokens'],
    cachedInputTokens: ['cache_read_tokens'],
    cacheWriteTokens: ['cache_creation_tokens'],
    finishReason: ['stop_reason'],
    session: ['session.id'],
    user: ['user.account_uuid', 'user.email'],
    agent: ['agent_id', 'query_source'],
    agentVersion: ['app.version'],
    errorType: ['error_type'],
    errorMessage: ['error'],
  },
  errorFlags: [{ attribute: 'success', values: ['false'] }],
  isCacheBesideInput: () => true,
  toolOf: toolOfServer,
  areArgumentsCut,
  readOdd: readDetails,
};

/** Records name tools of MCP servers by one word, beside which server and tool stand. */
function toolOfServer({ attributes }: WireSpan): string | null {
  if (attributes.get('tool_name') !== 'mcp_tool') return null;
  const parameters = attributes.get('tool_parameters') ?? null;
  const [server, tool] = ['mcp_server_name', 'mcp_tool_name'].map((name) =>
    textOf(memberAt(parameters, name)),
  );
  return server && tool ? `mcp__${server}__${tool}` : null;
}

/** Records leave out what lies deeper than one level. */
function areArgumentsCut(args: WireValue): boolean {
  return textOf(args)?.includes('"<nested>"') === true;
}

function readDetails(span: WireSpan, kind: SpanKind): FieldValues {
  if (kind !== 'tool') return {};
  const output = span.events.find(({ name }) => name === 'tool.output')?.attributes;
  const sources = [span.attributes, ...(output ? [output] : [])];
  const args = Object.entries(DETAILS).flatMap(([attribute, argument]) =>
    sources.flatMap((source) => {
      const value = source.get(attribute);
      return value === undefined ? [] : [[argument, value] as const];
    }),
  );
  // Where the input itself is not sent, these are what is known of it.
  if (args.length > 0 && !span.attributes.has('tool_input')) span.marks.add('args_partial');
  const result = RESULTS.map((name) => output?.get(name)).find((value) => value !== undefined);
  return {
    ...(args.length === 0 ? {} : { args: Object.fromEntries(args) }),
    ...(result === undefined ? {} : { result }),
  };
}
