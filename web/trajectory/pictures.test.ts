import type { Trajectory, Turn } from '@loopscope/api/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { prepareCallGraph } from './graph/call-graph.ts';
import { makeLoop, stepsOf } from './make-steps.ts';
import { markCalls, toolSteps } from './marks.ts';
import { prepareLanes } from './minimap/minimap.ts';
import { wholeRun } from './minimap/zoom.ts';
import { compareTurns } from './compare/prepare-compare.ts';

const graphOf = (letters: string) => {
  const calls = toolSteps(stepsOf(letters));
  return prepareCallGraph(calls, markCalls(calls));
};

describe('the call graph', () => {
  test('counts what came after what', () => {
    const { nodes, edges } = graphOf('xABABAB');
    expect(nodes.map(({ tool, calls }) => [tool, calls])).toEqual([
      ['tool_x', 1],
      ['tool_A', 3],
      ['tool_B', 3],
    ]);
    expect(edges).toEqual([
      { from: 1, to: 2, count: 3 },
      { from: 2, to: 1, count: 2 },
      { from: 0, to: 1, count: 1 },
    ]);
  });

  test('has one transition less than calls, whatever the run', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 1 }), (letters) => {
        const { nodes, edges, others } = graphOf(letters);
        const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
        expect(sum(nodes.map(({ calls }) => calls)) + others).toBe(letters.length);
        expect(sum(edges.map(({ count }) => count))).toBe(letters.length - 1);
      }),
    );
  });

  test('leaves out the rarest where there are too many', () => {
    const letters = Array.from({ length: 30 }, (_, at) => String.fromCodePoint(97 + at)).join('');
    const { nodes, others } = graphOf(letters);
    expect([nodes.length, others]).toEqual([24, 6]);
  });
});

describe('lanes', () => {
  const lettersOf = (letters: string, calls: number[]) => {
    const steps = stepsOf(letters);
    const marks = markCalls(toolSteps(steps));
    return prepareLanes(steps, makeLoop('l', calls), { marks, shown: wholeRun(20_000) });
  };

  test('are one for each intent of a ring', () => {
    expect(lettersOf('ABABAB', [0, 1, 2, 3, 4, 5]).map(({ letter }) => letter)).toEqual(['A', 'B']);
  });

  test('are none for one intent, or without a loop', () => {
    expect(lettersOf('AAAA', [0, 1, 2, 3])).toEqual([]);
    expect(prepareLanes([], null, { marks: new Map(), shown: wholeRun(1) })).toEqual([]);
  });
});

const turn: Turn = {
  turn_id: 't',
  session_id: 's',
  trace_id: 'x',
  agent: 'support',
  agent_version: '1',
  model: 'm',
  started_at: '2027-01-01T00:00:00.000Z',
  duration_ms: 1,
  calls: 1,
  model_calls: 1,
  distinct_signatures: 1,
  distinct_identities: 1,
  distinct_ratio: 1,
  max_attempts: 1,
  max_attempts_tool: '',
  errors: 0,
  retries: 0,
  tool_ms: 0,
  model_ms: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: null,
  verdict: 'healthy',
  loops: [],
  stop_reason: 'stop',
};
const trajectoryOf = (letters: string, changes: Partial<Turn> = {}): Trajectory => ({
  turn: { ...turn, ...changes },
  steps: stepsOf(letters),
  loops: [],
  savings: [],
  hints: [],
});

describe('two turns side by side', () => {
  const pairsOf = (left: string, right: string) =>
    compareTurns(trajectoryOf(left), trajectoryOf(right)).pairs.map((pair) => [
      pair.left === null ? '-' : `${pair.left.first.tool.at(-1)}${pair.left.times}`,
      pair.right === null ? '-' : `${pair.right.first.tool.at(-1)}${pair.right.times}`,
    ]);

  test('align a loop with the one call that was enough', () => {
    expect(pairsOf('xAAAA', 'xAy')).toEqual([
      ['x1', 'x1'],
      ['A4', 'A1'],
      ['-', 'y1'],
    ]);
  });

  test('lose no call, whatever they are', () => {
    const letters = fc.string({ unit: fc.constantFrom('A', 'B', 'C') });
    fc.assert(
      fc.property(letters, letters, (left, right) => {
        const { pairs } = compareTurns(trajectoryOf(left), trajectoryOf(right));
        const count = (side: 'left' | 'right') =>
          pairs.reduce((sum, pair) => sum + (pair[side]?.times ?? 0), 0);
        expect([count('left'), count('right')]).toEqual([left.length, right.length]);
      }),
    );
  });

  test('say which numbers differ', () => {
    const { numbers } = compareTurns(trajectoryOf('A'), trajectoryOf('A', { max_attempts: 9 }));
    expect(numbers.filter(({ isSame }) => !isSame).map(({ left, right }) => [left, right])).toEqual(
      [['1', '9']],
    );
  });
});
