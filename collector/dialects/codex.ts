import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, SpanKind } from './dialect.ts';
import type { ResultEnvelope } from './envelopes.ts';

const SCOPE = /^codex/;

/** What it tells the model of a command: a head that is another one each time, the exit code in it, then the output. */
const commandOutput: ResultEnvelope = (text) => {
  const found =
    /^(?:[A-Z][\w ]*: [^\n]*\n)*?Process exited with code (-?\d+)\n(?:[A-Z][\w ]*: [^\n]*\n)*Output:\n([^]*)$/.exec(
      text,
    );
  const [, code, output] = found ?? [];
  if (code === undefined || output === undefined) return null;
  return { text: output, failed: code !== '0' };
};

/** Codex CLI: calls and token counts are log records; of its many spans only turn and model call are of use. */
export const codex: Dialect = {
  name: 'codex',
  names: [
    { name: /^codex\.tool_result$/, kind: 'tool' },
    { name: /^codex\.sse_event$/, kind: 'model' },
    { name: /^codex\.user_prompt$/, kind: 'other' },
    { name: /^session_task\.turn$/, scope: SCOPE, kind: 'agent' },
    { name: /^handle_responses$/, scope: SCOPE, kind: 'model' },
    // One iteration; of all spans it is the one that always names the conversation.
    { name: /^codex\.sampling$/, scope: SCOPE, kind: 'step' },
  ],
  ownFields: {
    tool: ['tool_name'],
    callId: ['call_id'],
    args: ['arguments'],
    result: ['output'],
    model: ['gen_ai.response.model', 'gen_ai.request.model', 'model'],
    inputTokens: [
      'gen_ai.usage.input_tokens',
      'codex.turn.token_usage.input_tokens',
      'input_token_count',
    ],
    outputTokens: [
      'gen_ai.usage.output_tokens',
      'codex.turn.token_usage.output_tokens',
      'output_token_count',
    ],
    cachedInputTokens: [
      'gen_ai.usage.cache_read.input_tokens',
      'codex.turn.token_usage.cached_input_tokens',
      'cached_token_count',
    ],
    session: ['conversation.id'],
    user: ['user.account_id', 'user.email'],
    agentVersion: ['app.version'],
    errorMessage: ['error.message'],
  },
  resultEnvelopes: [commandOutput],
  kindFromContent,
};

/** Newer versions have several of these for one answer, and none of them counts its tokens: the records do. */
function kindFromContent({ name, attributes }: WireSpan): SpanKind | null {
  const isEmpty = name === 'handle_responses' && !attributes.has('gen_ai.usage.input_tokens');
  return isEmpty ? 'other' : null;
}
