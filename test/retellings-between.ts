import type { RecordedCall } from '../bench/score/runs.ts';
import { eachCall, parsed, shaOf, withResult } from './retellings.ts';
import type { Case, Retelling } from './retellings.ts';

/** What harnesses, terminals and protocols put around results, and what agents do beside the story. */

/** Texts, with what stands around them; JSON stays as it is. */
const aroundTexts = (put: (result: string, call: RecordedCall) => string): Retelling =>
  eachCall((call) => {
    const result = call.result ?? '';
    if (result === '' || parsed(result) !== undefined) return {};
    return withResult(call, put(result, call));
  });

/** Objects and lists of calls that went well. */
const aroundData = (put: (data: unknown, call: RecordedCall) => unknown): Retelling =>
  eachCall((call) => {
    const data = parsed(call.result);
    if (data === undefined || call.error) return {};
    return withResult(call, JSON.stringify(put(data, call)));
  });

function instant(nth: number): string {
  return new Date(1_772_000_000_000 + nth * 23_757).toISOString();
}

/** One tool through which all others are called. */
const throughOneTool = eachCall((call) => ({
  tool: 'call_tool',
  args: { server: 'main', tool_name: call.tool, arguments: call.args },
}));

/** Other pages that the same agent reads, one in every three calls. */
const besideReading: Retelling = (told) => {
  const positions = new Map<number, number>();
  const calls: RecordedCall[] = [];
  for (const [nth, call] of told.calls.entries()) {
    if (nth % 3 === 2 && calls.at(-1)?.step !== call.step) calls.push(pageRead(call, calls.length));
    positions.set(call.i, calls.length);
    calls.push({ ...call, i: calls.length });
  }
  const loop = told.loop?.map((at) => positions.get(at) ?? at);
  return { ...told, calls, ...(loop === undefined ? {} : { loop }) };
};

function pageRead(beside: RecordedCall, i: number): RecordedCall {
  return {
    ...beside,
    i,
    step: 1_000_000 + i,
    tool: 'open_page',
    args: { page: `p${shaOf(`page ${i}`)}` },
    ...withResult(
      { ...beside, result: '', result_len: 0 },
      `Page ${shaOf(`text ${i}`)} about ${shaOf(`topic ${i}`)} and more.`,
    ),
    error: false,
    effect: 'read',
    duration_ms: 0,
  };
}

export const RETELLINGS_BETWEEN: Readonly<Record<string, Retelling>> = {
  'colours in every second text': aroundTexts((result, { i }) =>
    i % 2 === 0 ? result : `\u001B[3${1 + (i % 6)}m${result}\u001B[0m`,
  ),
  'how many tokens are used': aroundTexts(
    (result, { i }) => `${result}\n<system>Tokens used: ${12_000 + i * 731} of 200000</system>`,
  ),
  'a bar that says how fast it went': aroundTexts(
    (result, { i }) =>
      `100%|#####| 12/12 [00:0${i % 9}<00:00, ${((i * 137) % 900) / 100}it/s]\n${result}`,
  ),
  'when it was logged': aroundTexts((result, { i }) => `Logged at ${instant(i)}\n${result}`),
  'an envelope with its own account': aroundData((data, { i }) => ({
    data,
    meta: { request_id: shaOf(`request ${i}`), timestamp: instant(i), took_ms: (i * 7) % 90 },
  })),
  'JSON-RPC': aroundData((data, { i }) => ({ jsonrpc: '2.0', id: i, result: data })),
  'errors that only their text tells': eachCall((call) =>
    call.error ? { error: false, ...withResult(call, JSON.stringify({ error: call.result })) } : {},
  ),
  'other reading between': besideReading,
  'one tool for everything': (told) => (told.tools === undefined ? throughOneTool(told) : told),
};

/** Whose few words are no longer few, or whose three tools are the story. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  'how many tokens are used': ['L27'],
  'a bar that says how fast it went': ['L27', 'L48'],
  'when it was logged': ['L27'],
  'one tool for everything': ['L30'],
};

/** Whether a case is the same story in a retelling. */
export function isSameStory({ id }: Case, retelling: string): boolean {
  return CHANGED[retelling]?.includes(id) !== true;
}
