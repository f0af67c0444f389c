/** Which steps of a long turn are folded away: steps and loops -> folds -> rows. */
import type { Loop, Step } from '@loopscope/api/contract';

/** Steps `from` to `to` (exclusive), as positions in the list of steps. */
export interface Span {
  from: number;
  to: number;
}

/** A run of repeated calls whose middle is hidden. A unit is one call with the model step before it, or one lap of a cycle. */
export interface Fold {
  /** `call_seq` of the run's first call: stays the same while the turn does. */
  id: number;
  loopId: string | null;
  /** Calls per unit. */
  period: number;
  /** The hidden units, in order and without gaps. */
  units: readonly Span[];
}

/** The first and the last unit stay visible; fewer hidden units than this are not worth a fold. */
const FEWEST_HIDDEN = 2;
const LONGEST_PERIOD = 8;

interface Call {
  /** Position in the list of steps. */
  at: number;
  callSeq: number;
  /** Same intent, same key; never empty. */
  key: string;
  loopId: string | null;
}

interface Run {
  /** Positions among the calls, both inclusive. */
  first: number;
  last: number;
  loopId: string | null;
}

/** Folds in order of their place in the turn; they never overlap. */
export function findFolds(steps: readonly Step[], loops: readonly Loop[]): Fold[] {
  const calls = readCalls(steps);
  const runs = findRuns(calls, loops);
  return runs.flatMap((run) => foldRun(calls, run) ?? []);
}

function readCalls(steps: readonly Step[]): Call[] {
  return steps.flatMap((step, at) =>
    step.kind !== 'tool'
      ? []
      : [
          {
            at,
            callSeq: step.call_seq,
            key: step.identity === '' ? `#${step.call_seq}` : `${step.tool} ${step.identity}`,
            loopId: step.loop_id,
          },
        ],
  );
}

/** Unbroken stretches of one loop, and outside loops unbroken stretches of one intent. */
function findRuns(calls: readonly Call[], loops: readonly Loop[]): Run[] {
  const loopOf = claimCalls(calls, loops);
  const runs: Run[] = [];
  for (const [position, call] of calls.entries()) {
    const loopId = loopOf.get(call.callSeq) ?? null;
    const open = runs.at(-1);
    const before = calls[position - 1];
    const continues =
      open !== undefined && open.loopId === loopId && (loopId !== null || before?.key === call.key);
    if (continues) open.last = position;
    else runs.push({ first: position, last: position, loopId });
  }
  return runs;
}

/** A call belongs to the loop it names, else to the first loop that lists it. */
function claimCalls(calls: readonly Call[], loops: readonly Loop[]): ReadonlyMap<number, string> {
  const claimed = new Map<number, string>();
  for (const loop of loops) {
    for (const callSeq of loop.calls) {
      if (!claimed.has(callSeq)) claimed.set(callSeq, loop.loop_id);
    }
  }
  for (const call of calls) if (call.loopId !== null) claimed.set(call.callSeq, call.loopId);
  return claimed;
}

function foldRun(calls: readonly Call[], run: Run): Fold | null {
  const members = calls.slice(run.first, run.last + 1);
  const head = members[0];
  if (head === undefined) return null;
  const period = findPeriod(members.map((call) => call.key));
  const hidden = Math.floor(members.length / period) - 2;
  if (hidden < FEWEST_HIDDEN) return null;
  const units: Span[] = [];
  for (let unit = 1; unit <= hidden; unit++) {
    const before = members[unit * period - 1];
    const last = members[(unit + 1) * period - 1];
    if (before !== undefined && last !== undefined) {
      units.push({ from: before.at + 1, to: last.at + 1 });
    }
  }
  return { id: head.callSeq, loopId: run.loopId, period, units };
}

/** The shortest period at which all keys repeat; 1 where they do not, so that every call is a unit of its own. */
export function findPeriod(keys: readonly string[]): number {
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, keys.length / 2); period++) {
    if (keys.every((key, at) => at < period || key === keys[at - period])) return period;
  }
  return 1;
}

export type Row =
  | { kind: 'step'; key: string; at: number; step: Step; foldId: number | null }
  /** Stands for hidden units; `steps` are the hidden positions. */
  | { kind: 'fold'; key: string; fold: Fold; hiddenUnits: number; steps: Span }
  /** Heads the units that were unfolded. */
  | { kind: 'unfolded'; key: string; fold: Fold; shownUnits: number };

/** How many units of a fold are shown; a fold that is not named shows none. */
export type OpenFolds = ReadonlyMap<number, number>;

/** Every step is in exactly one row, or hidden under exactly one fold row, in order. */
export function layoutRows(steps: readonly Step[], folds: readonly Fold[], open: OpenFolds): Row[] {
  const rows: Row[] = [];
  let at = 0;
  const pushSteps = (to: number, foldId: number | null): void => {
    for (; at < to; at++) {
      const step = steps[at];
      if (step !== undefined) rows.push({ kind: 'step', key: `s${step.seq}`, at, step, foldId });
    }
  };
  for (const fold of folds) {
    const first = fold.units[0];
    const end = fold.units.at(-1)?.to;
    if (first === undefined || end === undefined) continue;
    pushSteps(first.from, null);
    const shownUnits = Math.min(open.get(fold.id) ?? 0, fold.units.length);
    if (shownUnits > 0) {
      rows.push({ kind: 'unfolded', key: `u${fold.id}`, fold, shownUnits });
      pushSteps(fold.units[shownUnits - 1]?.to ?? at, fold.id);
    }
    const hiddenUnits = fold.units.length - shownUnits;
    if (hiddenUnits > 0) {
      rows.push({
        kind: 'fold',
        key: `f${fold.id}`,
        fold,
        hiddenUnits,
        steps: { from: at, to: end },
      });
      at = end;
    }
  }
  pushSteps(steps.length, null);
  return rows;
}
