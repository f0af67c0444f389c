import type { ToolStep } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { describeFold } from './list/describe-fold.ts';
import { findFolds, layoutRows } from './list/folds.ts';
import { agentStep, makeLoop, modelStep, stepsOf, toolStep } from './make-steps.ts';
import { toolSteps } from './marks.ts';
import { COLUMNS } from './minimap/columns.ts';
import { prepareMinimap, stepAtColumn } from './minimap/minimap.ts';
import { wholeRun } from './minimap/zoom.ts';
import {
  neighbourAttempt,
  neighbourRow,
  nextLoop,
  rowOfPosition,
  seqOfRow,
} from './list/navigate.ts';
import { compareAttempts } from './detail/previous-attempt.ts';

const compared = (calls: ToolStep[]) => [...compareAttempts(calls).values()];
const relations = (calls: ToolStep[]) => compared(calls).map(({ relation }) => relation);

describe('the attempt before', () => {
  const seqs = (calls: ToolStep[]) => compared(calls).map(({ before }) => before?.call_seq ?? null);

  test('is the last call of the same identity', () => {
    expect(seqs(toolSteps(stepsOf('ABA')))).toEqual([null, null, 0]);
  });

  test('is the last of the same tool where a loop varies its arguments', () => {
    const guess = (at: number) => ({ loop_id: 'l', tool: 'list', identity: `i${at}` });
    expect(seqs(toolSteps(stepsOf('ab', guess)))).toEqual([null, 0]);
  });

  test('does not exist for unknown arguments outside loops', () => {
    expect(seqs(toolSteps(stepsOf('AA', () => ({ identity: '' }))))).toEqual([null, null]);
  });
});

describe('a result', () => {
  const answers = (...fingerprints: string[]) =>
    fingerprints.map((fingerprint, at) => toolStep(at, at, { result_fingerprint: fingerprint }));
  const errors = (...texts: [message: string, template: string][]) =>
    texts.map(([message, template], at) =>
      toolStep(at, at, {
        outcome: 'error',
        error_class: 'timeout',
        error_message: message,
        error_template: template,
      }),
    );

  test('is first, the same, new, or seen before by its fingerprint', () => {
    expect(relations(answers('a', 'a', 'b', 'a'))).toEqual(['first', 'same', 'new', 'seen']);
  });

  test('that was not recorded is never the same', () => {
    expect(relations(answers('', ''))).toEqual(['first', 'new']);
  });

  test('of an error is the same, alike or new by its text', () => {
    const texts = errors(['id 1', 'id #'], ['id 1', 'id #'], ['id 2', 'id #'], ['gone', 'gone']);
    expect(relations(texts)).toEqual(['first', 'same', 'alike', 'new']);
  });

  test('after an error is new', () => {
    expect(relations([...errors(['id 1', 'id #']), toolStep(1, 1)])).toEqual(['first', 'new']);
  });
});

describe('the minimap', () => {
  const steps = [
    agentStep(0),
    ...stepsOf('AA').map((step) => Object.assign(step, { offset_ms: step.offset_ms + 1000 })),
  ];

  test('keeps at most its columns, however long the turn', () => {
    const many = stepsOf('AB'.repeat(5000));
    const { tools, models, totalMs } = prepareMinimap(many, [], new Map());
    expect(tools.length).toBeLessThanOrEqual(COLUMNS);
    expect(models.length).toBeLessThanOrEqual(COLUMNS);
    expect(totalMs).toBe(19_999 * 1000 + 100);
  });

  test('lays overlapping loops in lanes and keeps each wide enough to click', () => {
    const many = stepsOf('AB'.repeat(500));
    const loops = [makeLoop('a', [0, 900]), makeLoop('b', [10, 11]), makeLoop('c', [950, 999])];
    const { bands } = prepareMinimap(many, loops, new Map());
    expect(bands.map(({ lane }) => lane)).toEqual([0, 1, 0]);
    expect(Math.min(...bands.map(({ from, to }) => to - from))).toBeGreaterThanOrEqual(8);
  });

  test('gathers loops that have no room of their own, each in one crowd', () => {
    const many = stepsOf('AAAB'.repeat(2000));
    const loops = Array.from({ length: 2000 }, (_, at) =>
      makeLoop(`l${at}`, [at * 4, at * 4 + 1, at * 4 + 2]),
    );
    const { bands } = prepareMinimap(many, loops, new Map());
    expect(bands.length).toBeLessThanOrEqual(60);
    expect(bands.flatMap((band) => band.loops)).toEqual(loops);
    expect(new Set(bands.map(({ lane }) => lane))).toEqual(new Set([0]));
  });

  test('leads a click to the step that runs there', () => {
    expect(steps[stepAtColumn(steps, 0, wholeRun(5000))]?.kind).toBe('agent');
    expect(steps[stepAtColumn(steps, COLUMNS, wholeRun(5000))]?.seq).toBe(3);
  });

  test('of an empty turn is empty', () => {
    expect(prepareMinimap([], [], new Map())).toMatchObject({
      tools: [],
      models: [],
      bands: [],
      tallies: { tools: { count: 0, ms: 0 }, models: { count: 0, ms: 0 } },
      totalMs: 1,
      shown: { fromMs: 0, toMs: 1 },
    });
  });
});

describe('keys', () => {
  const steps = [agentStep(90), ...stepsOf('AAAAAAB')];
  const folds = findFolds(steps, []);
  const rows = layoutRows(steps, folds, new Map());

  test('go from call to call, or to a fold, and stop at the ends', () => {
    expect(neighbourRow(rows, 2, -1)).toBe(2);
    expect(neighbourRow(rows, -1, 1)).toBe(2);
    expect(rows[neighbourRow(rows, 2, 1)]?.kind).toBe('fold');
    expect(seqOfRow(rows[3]!, steps)).toBe(steps[4]?.seq);
    expect(neighbourRow(rows, rows.length - 1, 1)).toBe(rows.length - 1);
  });

  test('find the fold that hides a step', () => {
    expect(rows[rowOfPosition(rows, 5)]?.kind).toBe('fold');
    expect(rowOfPosition(rows, 999)).toBe(-1);
  });

  test('go to the next loop and round to the first', () => {
    const loops = [makeLoop('b', [5, 6]), makeLoop('a', [1, 2])];
    expect(nextLoop(loops, 0)?.loop_id).toBe('a');
    expect(nextLoop(loops, 1)?.loop_id).toBe('b');
    expect(nextLoop(loops, 5)?.loop_id).toBe('a');
    expect(nextLoop([], 5)).toBeUndefined();
  });

  test('go to the attempt before and after', () => {
    const calls = toolSteps(stepsOf('ABAB'));
    expect(neighbourAttempt(calls, calls[2]!, -1)?.call_seq).toBe(0);
    expect(neighbourAttempt(calls, calls[1]!, 1)?.call_seq).toBe(3);
    expect(neighbourAttempt(calls, calls[0]!, -1)).toBeUndefined();
  });
});

describe('a fold', () => {
  test('says how many calls, wordings and results it hides', () => {
    const steps = stepsOf('AAAAA', (at) => ({ signature: `s${at % 2}`, duration_ms: 30 }));
    expect(describeFold(steps, { from: 2, to: 8 }, 1)).toMatchObject({
      calls: 3,
      signatures: 2,
      identities: 1,
      results: 1,
      errors: 0,
      durationMs: 3 * 130,
    });
  });

  test('of a cycle shows one lap', () => {
    const lane = describeFold(stepsOf('ABABAB'), { from: 4, to: 8 }, 2).lane.map(
      ({ tool }) => tool,
    );
    expect(lane).toEqual(['tool_A', 'tool_B']);
  });

  test('of varied calls shows one of each', () => {
    const lane = describeFold(stepsOf('ABAC'), { from: 0, to: 8 }, 1).lane.map(({ tool }) => tool);
    expect(lane).toEqual(['tool_A', 'tool_B', 'tool_C']);
  });

  test('counts nothing where nothing is called', () => {
    expect(describeFold([modelStep(0)], { from: 0, to: 1 }, 1).calls).toBe(0);
  });
});
