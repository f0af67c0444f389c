import {
  replayCalls,
  replayLoops,
  replayTurns,
  toInstant,
  type Query,
  type Store,
} from '@loopscope/sql';

type RowsOf<Q> =
  Q extends Query<never, infer R> ? R[] : Q extends Query<infer _P, infer R> ? R[] : never;
export type ReplayCall = RowsOf<typeof replayCalls>[number];
export type ReplayTurn = RowsOf<typeof replayTurns>[number];
export type ReplayLoop = RowsOf<typeof replayLoops>[number];

/** What happened in a range, in the order in which it ended. */
export interface Stored {
  calls: ReplayCall[];
  turns: ReplayTurn[];
  loops: ReplayLoop[];
  /** False where there was more than can be looked at; then the oldest is left out. */
  isComplete: boolean;
}

export interface Range {
  store: Store;
  project: string;
  fromMs: number;
  toMs: number;
}

const MOST_CALLS = 200_000;
const MOST_TURNS = 100_000;

export async function readStored({ store, project, fromMs, toMs }: Range): Promise<Stored> {
  const range = { project, from: toInstant(Math.max(0, fromMs)), to: toInstant(toMs) };
  const [calls, turns, loops] = await Promise.all([
    store.query(replayCalls, { ...range, limit: MOST_CALLS }),
    store.query(replayTurns, { ...range, limit: MOST_TURNS }),
    store.query(replayLoops, { ...range, limit: MOST_TURNS }),
  ]);
  return {
    calls: calls.toReversed(),
    turns: turns.toReversed(),
    loops,
    isComplete: calls.length < MOST_CALLS && turns.length < MOST_TURNS,
  };
}
