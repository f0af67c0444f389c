import {
  replayArrivals,
  replayCalls,
  replayGuards,
  replayLoops,
  replayTurns,
  toInstant,
  type Query,
  type Store,
} from '@loopscope/sql';

import type { GroupLimits } from '../deliver/limit.ts';
import type { Scope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Expiry } from '../watch/window.ts';

type RowsOf<Q> =
  Q extends Query<never, infer R> ? R[] : Q extends Query<infer _P, infer R> ? R[] : never;
export type ReplayCall = RowsOf<typeof replayCalls>[number];
export type ReplayTurn = RowsOf<typeof replayTurns>[number];
export type ReplayLoop = RowsOf<typeof replayLoops>[number];
export type ReplayGuard = RowsOf<typeof replayGuards>[number];
export type ReplayArrival = RowsOf<typeof replayArrivals>[number];

/** What happened in a range, in the order in which it became known; of what the rule does not look at there is nothing. */
export interface Stored {
  calls: ReplayCall[];
  turns: ReplayTurn[];
  loops: ReplayLoop[];
  guards: ReplayGuard[];
  arrivals: ReplayArrival[];
  expiries: readonly Expiry[];
  /** False where there was more than can be looked at; then the oldest is left out. */
  isComplete: boolean;
}

export interface Range {
  store: Store;
  project: string;
  fromMs: number;
  toMs: number;
  expiries: readonly Expiry[];
  grouping: GroupLimits;
  /** `arrival` is what the evaluator went by; `data` is the clock of the agents, for what was imported long after. */
  clock?: ReplayClock;
}

export type ReplayClock = 'arrival' | 'data';

const MOST_CALLS = 200_000;
const MOST_TURNS = 100_000;
const MOST_SECONDS = 500_000;
const DAY_MS = 86_400_000;
/** Versions that were in use longer ago than this are no earlier ones to a replay. */
const RELEASE_BACK_MS = 30 * DAY_MS;

/** What a session or turn did before the range counts in it. */
const COURSE_BACK_MS = DAY_MS;

type Kind = 'calls' | 'turns' | 'loops' | 'guards' | 'arrivals';
const READS: Readonly<Record<Scope, readonly Kind[]>> = {
  session: ['calls', 'turns', 'loops'],
  turn: ['calls', 'turns', 'loops'],
  tool: ['calls'],
  fleet: ['turns'],
  release: ['turns', 'loops'],
  ingestion: ['arrivals'],
  guard: ['guards'],
  config: [],
};

/** Everything that the rule would have looked at, from as far back as its first look reaches. */
export async function readStored(rule: AlertRule, range: Range): Promise<Stored> {
  const { store, project, fromMs, toMs, expiries, clock = 'arrival' } = range;
  const reads = new Set(READS[rule.scope]);
  const bounds = {
    project,
    from: toInstant(Math.max(0, fromMs - reachMs(rule))),
    to: toInstant(toMs),
  };
  const read = <R>(kind: Kind, limit: number, query: Query<ReplayParams, R>): Promise<R[]> =>
    reads.has(kind) ? store.query(query, { ...bounds, clock, limit }) : Promise.resolve([]);
  const [calls, turns, loops, guards, arrivals] = await Promise.all([
    read('calls', MOST_CALLS, replayCalls),
    read('turns', MOST_TURNS, replayTurns),
    read('loops', MOST_TURNS, replayLoops),
    read('guards', MOST_TURNS, replayGuards),
    reads.has('arrivals') ? store.query(replayArrivals, { ...bounds, limit: MOST_SECONDS }) : [],
  ]);
  return {
    calls: calls.toReversed(),
    turns: turns.toReversed(),
    loops: loops.toSorted((a, b) => a.at_ms - b.at_ms),
    guards: guards.toReversed(),
    arrivals: arrivals.toReversed(),
    expiries,
    isComplete:
      calls.length < MOST_CALLS &&
      [turns, loops, guards].every((rows) => rows.length < MOST_TURNS) &&
      arrivals.length < MOST_SECONDS,
  };
}

type ReplayParams = {
  project: string;
  from: string;
  to: string;
  clock: ReplayClock;
  limit: number;
};

function reachMs({ scope, windowMs, baselineMs }: AlertRule): number {
  if (scope === 'session' || scope === 'turn') return COURSE_BACK_MS;
  return scope === 'release' ? RELEASE_BACK_MS : windowMs + (baselineMs ?? 0);
}
