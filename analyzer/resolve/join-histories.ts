import { compareText, messagesOf } from './span.ts';
import type { Span } from './span.ts';

/** One model call that is all there is of its trace. */
interface Lone {
  traceId: string;
  service: string;
  startNs: bigint;
  endNs: bigint;
  asks: string;
  answers: string;
  whole: string;
  before: string;
  /** Another one was found to go on from it. */
  isContinued: boolean;
}

/** No tool call takes longer than this between the model call that asks and the one that is told; and clock slack. */
const LONGEST_STEP_NS = 15n * 60_000_000_000n;
const SLACK_NS = 2_000_000n;

/**
 * Bare client libraries give each model call a trace of its own and name no session. A call whose input goes on from the
 * input and the answer of another one belongs to the same conversation: trace -> first trace of its conversation. Where
 * several could be the one before, as of equal prompts that run side by side without ids, none is taken.
 */
export function joinHistories(traces: ReadonlyMap<string, readonly Span[]>): Map<string, string> {
  const lone = [...traces].flatMap(([traceId, spans]) => toLone(traceId, spans) ?? []);
  lone.sort((a, b) => compareBig(a.startNs, b.startNs) || compareText(a.traceId, b.traceId));
  const askers = Map.groupBy(lone, ({ service, asks }) => linkKey(service, asks));
  const first = new Map<string, string>();
  for (const call of lone) {
    if (call.answers === '') continue;
    const before = askerOf(call, askers.get(linkKey(call.service, call.answers)) ?? []);
    if (before === null) continue;
    before.isContinued = true;
    first.set(call.traceId, first.get(before.traceId) ?? before.traceId);
  }
  return first;
}

function linkKey(service: string, link: string): string {
  return `${link} ${service}`;
}

/** A request that is sent once more has the same asker as the first try. */
function askerOf(call: Lone, askers: readonly Lone[]): Lone | null {
  const fitting = askers.filter((asker) => asker !== call && precedes(asker, call));
  const free = fitting.filter(({ isContinued }) => !isContinued);
  const [only, ...others] = free.length > 0 ? free : fitting;
  return only === undefined || others.length > 0 ? null : only;
}

function precedes(asker: Lone, call: Lone): boolean {
  const pause = call.startNs - asker.endNs;
  const isGrown = asker.whole === '' || call.before === '' || asker.whole === call.before;
  return isGrown && pause >= -SLACK_NS && pause <= LONGEST_STEP_NS;
}

function toLone(traceId: string, spans: readonly Span[]): Lone | null {
  const told = spans.flatMap((span) => {
    const { row } = span;
    const isSilent = row.kind !== 'model' || !row.messages.includes('"history":{');
    const history = isSilent ? undefined : messagesOf(span)?.history;
    return history === undefined ? [] : { history, service: row.service };
  });
  const [teller] = told;
  if (teller === undefined) return null;
  const first = (of: 'asks' | 'answers' | 'whole' | 'before'): string =>
    told.map(({ history }) => history[of]).find((text) => text !== '') ?? '';
  const starts = spans.map(({ row }) => BigInt(row.start_ns));
  const ends = spans.map(({ row }) => BigInt(row.end_ns));
  return {
    traceId,
    service: teller.service,
    startNs: starts.reduce((a, b) => (b < a ? b : a)),
    endNs: ends.reduce((a, b) => (b > a ? b : a)),
    asks: first('asks'),
    answers: first('answers'),
    whole: first('whole'),
    before: first('before'),
    isContinued: false,
  };
}

function compareBig(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
