import type { ModelUse } from './canonical-span.ts';
import { parseJson } from '../decode/parse-json.ts';
import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { textOf, type Reading } from '../dialects/read-fields.ts';
import { readHistory } from '../messages/history.ts';
import { readMessages, type Messages } from '../messages/read-messages.ts';

/** Providers' words for the same end of an answer. */
const FINISH_REASONS = new Map(
  Object.entries({
    tool_calls: 'tool_call',
    'tool-calls': 'tool_call',
    tool_use: 'tool_call',
    tooluse: 'tool_call',
    function_call: 'tool_call',
    end_turn: 'stop',
    endturn: 'stop',
    stop_sequence: 'stop',
    completed: 'stop',
    max_tokens: 'length',
    maxtokens: 'length',
    max_output_tokens: 'length',
    refusal: 'content_filter',
    'content-filter': 'content_filter',
    safety: 'content_filter',
  }),
);

export function readModelUse(span: WireSpan, dialect: Dialect | null, reading: Reading): ModelUse {
  const { values, asked, fedBack } = reading;
  const messages = readMessages(asked, fedBack, {
    outputFunctions: dialect?.outputFunctions ?? [],
    said: textOf(values.said) ?? '',
  });
  return {
    ...readTotals(span, dialect, reading),
    messages: messages && isAlone(span, values) ? withHistory(messages, fedBack) : messages,
  };
}

/** Model and tokens alone. */
export function readTotals(span: WireSpan, dialect: Dialect | null, { values }: Reading): ModelUse {
  const input = tokensOf(values.inputTokens);
  const cached = tokensOf(values.cachedInputTokens);
  const written = tokensOf(values.cacheWriteTokens);
  const output = tokensOf(values.outputTokens);
  const all = (input ?? 0) + (cached ?? 0) + (written ?? 0);
  // Whose total is the sum of all of them has counted them apart.
  const isBeside =
    dialect?.isCacheBesideInput?.(span) === true ||
    tokensOf(values.totalTokens) === all + (output ?? 0);
  return {
    name: textOf(values.model) ?? '',
    inputTokens: input === null || !isBeside ? input : all,
    outputTokens: output,
    cachedInputTokens: cached,
    messages: null,
  };
}

function withHistory(messages: Messages, fedBack: readonly WireValue[]): Messages {
  const history = readHistory(fedBack, messages.calls);
  return history === null ? messages : { ...messages, history };
}

/** No trace and no session may join such a model call to the next one. */
function isAlone({ parentSpanId, marks }: WireSpan, { session }: Reading['values']): boolean {
  return (session ?? '') === '' && (parentSpanId === '' || marks.has('from_log'));
}

/** Whole and not negative; numbers also as text. Null for anything else. */
export function tokensOf(value: WireValue | undefined): number | null {
  const number =
    typeof value === 'string' && /^\d{1,15}(\.0+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** From a list, a JSON list, a comma list or one word. */
export function finishReasonOf(value: WireValue | undefined): string {
  const list = typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value;
  const first = Array.isArray(list) ? list[0] : list;
  if (typeof first !== 'string') return '';
  const word = (first.split(',', 1)[0] ?? '').trim().toLowerCase();
  return FINISH_REASONS.get(word) ?? word;
}
