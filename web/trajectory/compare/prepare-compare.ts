/** Two turns side by side: runs of equal calls, aligned by tool, and the numbers of both. */
import type { ToolStep, Trajectory, Turn } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney, formatRatio } from '../../format/number.ts';
import { COMPARE } from '../../text/trajectory.ts';
import { kindWord } from '../../text/loops.ts';
import { toolSteps } from '../marks.ts';

/** Calls of one intent without another between them. */
export interface Run {
  first: ToolStep;
  times: number;
  errors: number;
  empties: number;
  durationMs: number;
}

export interface Pair {
  key: string;
  left: Run | null;
  right: Run | null;
  /** Both called for the same purpose, not only by the same tool. */
  isSameIntent: boolean;
}

export interface ComparedNumber {
  name: string;
  left: string;
  right: string;
  isSame: boolean;
}

export interface Compared {
  pairs: Pair[];
  numbers: ComparedNumber[];
  /** Runs beyond what is aligned, on either side. */
  hidden: number;
}

/** The table of the alignment grows with the square. */
const MOST_RUNS = 2000;

export function compareTurns(left: Trajectory, right: Trajectory): Compared {
  const runs = [findRuns(toolSteps(left.steps)), findRuns(toolSteps(right.steps))] as const;
  const [ours, theirs] = runs;
  return {
    pairs: alignRuns(ours.slice(0, MOST_RUNS), theirs.slice(0, MOST_RUNS)),
    numbers: compareNumbers(left.turn, right.turn),
    hidden: runs.reduce((sum, { length }) => sum + Math.max(0, length - MOST_RUNS), 0),
  };
}

function findRuns(calls: readonly ToolStep[]): Run[] {
  const runs: Run[] = [];
  for (const call of calls) {
    const open = runs.at(-1);
    const isEmpty = call.result_kind === 'empty' ? 1 : 0;
    const isError = call.outcome === 'error' ? 1 : 0;
    if (open !== undefined && isSameIntent(open.first, call)) {
      open.times++;
      open.errors += isError;
      open.empties += isEmpty;
      open.durationMs += call.duration_ms;
    } else {
      runs.push({
        first: call,
        times: 1,
        errors: isError,
        empties: isEmpty,
        durationMs: call.duration_ms,
      });
    }
  }
  return runs;
}

const isSameIntent = (one: ToolStep, other: ToolStep): boolean =>
  one.tool === other.tool && one.identity !== '' && one.identity === other.identity;

type ScoreAt = (row: number, column: number) => number;

/** Equal intents weigh more than equal tools; 0 where nothing agrees. */
function weigh(one: Run | undefined, other: Run | undefined): number {
  if (one === undefined || other === undefined || one.first.tool !== other.first.tool) return 0;
  return isSameIntent(one.first, other.first) ? 2 : 1;
}

/** Best weight of aligning what stands from a place on. */
function scoreRuns(left: readonly Run[], right: readonly Run[]): ScoreAt {
  const width = right.length + 1;
  const scores = new Float64Array((left.length + 1) * width);
  const scoreAt: ScoreAt = (row, column) => scores[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const weight = weigh(left[row], right[column]);
      const matched = weight === 0 ? 0 : weight + scoreAt(row + 1, column + 1);
      scores[row * width + column] = Math.max(
        matched,
        scoreAt(row + 1, column),
        scoreAt(row, column + 1),
      );
    }
  }
  return scoreAt;
}

/** Longest common subsequence of runs. */
function alignRuns(left: readonly Run[], right: readonly Run[]): Pair[] {
  const scoreAt = scoreRuns(left, right);
  const pairs: Pair[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const one = left[row] ?? null;
    const other = right[column] ?? null;
    const weight = weigh(left[row], right[column]);
    const best = scoreAt(row, column);
    const key = `${row} ${column}`;
    if (weight > 0 && best === weight + scoreAt(row + 1, column + 1)) {
      pairs.push({ key, left: one, right: other, isSameIntent: weight === 2 });
      row++;
      column++;
    } else if (other === null || (one !== null && best === scoreAt(row + 1, column))) {
      pairs.push({ key, left: one, right: null, isSameIntent: false });
      row++;
    } else {
      pairs.push({ key, left: null, right: other, isSameIntent: false });
      column++;
    }
  }
  return pairs;
}

function compareNumbers(left: Turn, right: Turn): ComparedNumber[] {
  const words = COMPARE.numbers;
  const both = (name: string, say: (turn: Turn) => string): ComparedNumber => {
    const said = [say(left), say(right)] as const;
    return { name, left: said[0], right: said[1], isSame: said[0] === said[1] };
  };
  return [
    both(words.version, (turn) => `${turn.agent} ${turn.agent_version}`.trim()),
    both(words.model, (turn) => turn.model),
    both(words.loops, (turn) => turn.loops.map(kindWord).join(', ') || COMPARE.noLoops),
    both(words.attempts, (turn) => formatCount(turn.max_attempts)),
    both(words.calls, (turn) => formatCount(turn.calls)),
    both(words.ratio, (turn) => formatRatio(turn.distinct_ratio)),
    both(words.errors, (turn) => formatCount(turn.errors)),
    both(words.duration, (turn) => formatDuration(turn.duration_ms)),
    both(words.tokens, (turn) => formatCount(turn.input_tokens + turn.output_tokens)),
    both(words.cost, (turn) => formatMoney(turn.cost)),
    both(words.end, (turn) => turn.stop_reason.replaceAll('_', ' ')),
  ];
}
