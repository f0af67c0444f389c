import { compareSpans, compareText, holds, spanKey } from './span.ts';
import type { Interval, Span } from './span.ts';

/** Something that makes a turn of what it holds: a turn id that the sender gave, or an agent's run. */
export interface Holder extends Interval {
  name: string;
  kind: 'given' | 'run';
  /** The agent span of a run; the outermost one of a given turn. */
  span: Span | null;
  traceIds: Set<string>;
  /** The given id. */
  turnId: string;
}

export interface Holders {
  /** Null where neither a given turn nor an agent holds the span. */
  of(span: Span): Holder | null;
  /** In order of start. */
  all: readonly Holder[];
}

export function findHolders(spans: readonly Span[]): Holders {
  const onlyTurn = onlyTurnOfTraces(spans);
  const holders = new Map<string | Span, Holder>();
  const of = (span: Span): Holder | null => {
    const turnId = span.givenTurn || (onlyTurn.get(span.row.trace_id) ?? '');
    if (turnId !== '') return claim(holders, turnId);
    return span.outermostAgent === null ? null : claim(holders, span.outermostAgent);
  };
  for (const span of spans) {
    const holder = of(span);
    if (holder === null) continue;
    holder.traceIds.add(span.row.trace_id);
    if (holder.kind === 'run') continue;
    if (span.outermostAgent === span) holder.span = outermost(holder.span, span);
    holder.start = Math.min(holder.start, span.start);
    holder.end = Math.max(holder.end, span.end);
  }
  return { of, all: [...holders.values()].toSorted(compareHolders) };
}

/** A span above all that carries the id, such as a server's root, belongs to the same turn if there is but one. */
function onlyTurnOfTraces(spans: readonly Span[]): Map<string, string> {
  const only = new Map<string, string>();
  for (const { row } of spans) {
    if (row.turn_id === '') continue;
    const known = only.get(row.trace_id);
    only.set(row.trace_id, known === undefined || known === row.turn_id ? row.turn_id : '');
  }
  return only;
}

function claim(holders: Map<string | Span, Holder>, by: string | Span): Holder {
  let holder = holders.get(by);
  if (holder === undefined) {
    holder = toHolder(by);
    holders.set(by, holder);
  }
  return holder;
}

function toHolder(by: string | Span): Holder {
  if (typeof by === 'string') {
    const during = { start: Infinity, end: -Infinity };
    return {
      name: `given ${by}`,
      kind: 'given',
      span: null,
      traceIds: new Set(),
      turnId: by,
      ...during,
    };
  }
  const { start, end, row } = by;
  const name = `run ${spanKey(row)}`;
  return { name, kind: 'run', span: by, traceIds: new Set(), turnId: '', start, end };
}

function compareHolders(a: Holder, b: Holder): number {
  return a.start - b.start || b.end - a.end || compareText(a.name, b.name);
}

/** Runs that lie within another trace's turn of the same session: context was lost, the work is the same. */
export function nestedRuns(holders: readonly Holder[]): [inner: Holder, outer: Holder][] {
  const nested: [Holder, Holder][] = [];
  const lastEnd = new Map<string, number>();
  let open: Holder[] = [];
  for (const holder of holders) {
    open = open.filter((other) => other.end >= holder.start);
    const outer = open.find((other) => holds(other, holder) && !shareTrace(other, holder));
    if (outer !== undefined && holder.kind === 'run') nested.push([holder, outer]);
    // What lies within an earlier one of the same trace holds nothing that this one does not.
    const [traceId = '', ...others] = holder.traceIds;
    const isWithin = others.length === 0 && (lastEnd.get(traceId) ?? -Infinity) >= holder.end;
    if (isWithin) continue;
    if (others.length === 0) lastEnd.set(traceId, holder.end);
    open.push(holder);
  }
  return nested;
}

/** Runs of other traces that lie within a tool call: an agent that the tool runs, whose context was lost. Both in order of start. */
export function runsWithin<Call extends Interval & { span: Span }>(
  calls: readonly Call[],
  holders: readonly Holder[],
): Map<Holder, Call> {
  const employers = new Map<Holder, Call>();
  let open: Call[] = [];
  let passed = 0;
  for (const holder of holders) {
    open = open.filter((call) => call.end >= holder.start);
    for (let call = calls[passed]; call !== undefined && call.start <= holder.start;) {
      if (call.end >= holder.start) open.push(call);
      call = calls[(passed += 1)];
    }
    const employer = open.findLast(
      (call) => holds(call, holder) && !holder.traceIds.has(call.span.row.trace_id),
    );
    if (employer !== undefined && holder.kind === 'run') employers.set(holder, employer);
  }
  return employers;
}

function shareTrace(a: Holder, b: Holder): boolean {
  for (const traceId of a.traceIds) if (b.traceIds.has(traceId)) return true;
  return false;
}

/** Where in time a span lies among the holders. */
export interface HolderTimes {
  /** The holder that runs while the span begins, one of the same trace before all others. */
  during(span: Span): Holder | null;
  /** In a trace with turns, what stands outside of all of them goes to the one before it, else to the one after. */
  beside(span: Span, pauseNs: number): Holder | null;
}

/** `holders` in order of start. */
export function timesOf(holders: readonly Holder[]): HolderTimes {
  const all = toTimeline(holders);
  const ofTraces = new Map<string, Holder[]>();
  for (const holder of holders) {
    for (const traceId of holder.traceIds) {
      const known = ofTraces.get(traceId);
      if (known === undefined) ofTraces.set(traceId, [holder]);
      else known.push(holder);
    }
  }
  const timelines = new Map([...ofTraces].map(([traceId, list]) => [traceId, toTimeline(list)]));
  return {
    during: ({ row, start }) => {
      const near = timelines.get(row.trace_id);
      return (near === undefined ? null : runningAt(near, start)) ?? runningAt(all, start);
    },
    beside: ({ row, start, end }, pauseNs) => {
      const near = timelines.get(row.trace_id);
      if (near === undefined) return null;
      const next = firstAbove(near.holders.length, (at) => (near.holders[at]?.start ?? 0) > start);
      const before = near.holders[next - 1];
      if (before !== undefined && start - before.end <= pauseNs) return before;
      const after = near.holders[next];
      return after !== undefined && after.start - end <= pauseNs ? after : null;
    },
  };
}

interface Timeline {
  holders: readonly Holder[];
  /** The latest end so far. */
  ends: readonly number[];
}

function toTimeline(holders: readonly Holder[]): Timeline {
  let latest = -Infinity;
  return { holders, ends: holders.map(({ end }) => (latest = Math.max(latest, end))) };
}

/** The first that has not ended; if it has not begun either, none runs. */
function runningAt({ holders, ends }: Timeline, time: number): Holder | null {
  const holder = holders[firstAbove(ends.length, (at) => (ends[at] ?? 0) >= time)];
  return holder !== undefined && holder.start <= time ? holder : null;
}

/** The first place of which it is true, where it is true of all that follow. */
function firstAbove(length: number, isAbove: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAbove(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** First in time; of two that begin together the one that lasts longer. */
export function outermost(a: Span | null, b: Span | null): Span | null {
  if (a === null || b === null) return a ?? b;
  return (a.start - b.start || b.end - a.end || compareSpans(a, b)) <= 0 ? a : b;
}
