import { rankTest, shareTest } from '@loopscope/loops';
import type { AttemptBins, RankTest } from '@loopscope/loops';
import { loopGroups, maxAttemptsHistogram, turnCounts } from '@loopscope/sql';
import type { Filter, LoopGroupRow } from '@loopscope/sql';

import type { Bench } from './bench.ts';

export interface ComparedSide {
  turns: number;
  turnsWithCalls: number;
  loopingTurns: number;
  calls: number;
  maxAttempts: AttemptBins;
}

/** What repeats, and how, on both sides. */
export interface ComparedLoop {
  kind: string;
  shape: string;
  tools: string[];
  state: 'new' | 'gone' | 'worse' | 'better' | 'same';
  before: LoopCounts;
  after: LoopCounts;
  /** Of the shares of turns with it (Fisher, two-sided). */
  pValue: number;
  /** The latest on the side that has it, `after` first. */
  example: { loopId: string; turnId: string };
}

export interface LoopCounts {
  loops: number;
  turns: number;
  calls: number;
  longest: number;
}

export interface Comparison {
  before: ComparedSide;
  after: ComparedSide;
  loops: ComparedLoop[];
  maxAttempts: RankTest;
}

const MAX_GROUPS = 1_000;
/** Below it a difference is called one. */
const SIGNIFICANT = 0.05;

export async function compare(bench: Bench, before: Filter, after: Filter): Promise<Comparison> {
  const [was, is] = await Promise.all([loadSide(bench, before), loadSide(bench, after)]);
  return {
    before: was.side,
    after: is.side,
    loops: compareLoops(was, is),
    maxAttempts: rankTest(was.side.maxAttempts, is.side.maxAttempts),
  };
}

interface Side {
  side: ComparedSide;
  groups: LoopGroupRow[];
}

async function loadSide({ store }: Bench, filter: Filter): Promise<Side> {
  const [[counts], maxAttempts, groups] = await Promise.all([
    store.query(turnCounts, filter),
    store.query(maxAttemptsHistogram, filter),
    store.query(loopGroups, { ...filter, limit: MAX_GROUPS }),
  ]);
  return {
    side: {
      turns: counts?.turns ?? 0,
      turnsWithCalls: counts?.turns_with_calls ?? 0,
      loopingTurns: counts?.looping_turns ?? 0,
      calls: counts?.calls ?? 0,
      maxAttempts,
    },
    groups,
  };
}

const ORDER: readonly ComparedLoop['state'][] = ['new', 'worse', 'gone', 'better', 'same'];

function compareLoops(before: Side, after: Side): ComparedLoop[] {
  const keyOf = ({ kind, shape }: LoopGroupRow): string => JSON.stringify([kind, shape]);
  const was = new Map(before.groups.map((group) => [keyOf(group), group]));
  const is = new Map(after.groups.map((group) => [keyOf(group), group]));
  return [...new Set([...is.keys(), ...was.keys()])]
    .flatMap((key) => {
      const found = is.get(key) ?? was.get(key);
      if (found === undefined) return [];
      const counts = { before: countsOf(was.get(key)), after: countsOf(is.get(key)) };
      const pValue = shareTest(
        { hits: counts.before.turns, of: before.side.turnsWithCalls },
        { hits: counts.after.turns, of: after.side.turnsWithCalls },
      );
      const { kind, shape, tools } = found;
      const example = { loopId: found.example_loop_id, turnId: found.example_turn_id };
      const state = stateOf(counts, { before, after, pValue });
      return Object.assign(counts, { kind, shape, tools, state, pValue, example });
    })
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
        b.after.loops + b.before.loops - a.after.loops - a.before.loops,
    );
}

function stateOf(
  counts: { before: LoopCounts; after: LoopCounts },
  { before, after, pValue }: { before: Side; after: Side; pValue: number },
): ComparedLoop['state'] {
  if (counts.before.loops === 0) return 'new';
  if (counts.after.loops === 0) return 'gone';
  if (pValue >= SIGNIFICANT) return 'same';
  const was = counts.before.turns / before.side.turnsWithCalls;
  return counts.after.turns / after.side.turnsWithCalls > was ? 'worse' : 'better';
}

function countsOf(group: LoopGroupRow | undefined): LoopCounts {
  const { loops = 0, turns = 0, calls = 0, longest = 0 } = group ?? {};
  return { loops, turns, calls, longest };
}
