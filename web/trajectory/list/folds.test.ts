import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Step } from '@loopscope/api/contract';

import { findFolds, findPeriod, layoutRows, type Row } from './folds.ts';
import { agentStep, makeLoop, stepsOf } from '../make-steps.ts';
import { foldAt, parseOpenFolds, setOpen, writeOpenFolds } from './open-folds.ts';

const NOTHING_OPEN = new Map<number, number>();

const outline = (rows: readonly Row[]): string[] =>
  rows.map((row) => {
    if (row.kind === 'step') return row.step.kind === 'tool' ? row.step.tool : row.step.kind;
    return row.kind === 'fold' ? `x${row.hiddenUnits}` : `open ${row.shownUnits}`;
  });

describe('a run of equal calls', () => {
  const steps = stepsOf('AAAAAAAAAA');
  const folds = findFolds(steps, []);

  test('shows its first, what lies between, and its last', () => {
    expect(outline(layoutRows(steps, folds, NOTHING_OPEN))).toEqual([
      'model',
      'tool_A',
      'x8',
      'model',
      'tool_A',
    ]);
  });

  test('opens a few units at a time, then whole', () => {
    const few = layoutRows(steps, folds, new Map([[0, 2]]));
    expect(outline(few)).toContain('x6');
    expect(outline(few).filter((line) => line === 'tool_A')).toHaveLength(4);
    const whole = layoutRows(steps, folds, new Map([[0, Infinity]]));
    expect(outline(whole)).toContain('open 8');
    expect(whole.filter((row) => row.kind === 'step')).toHaveLength(steps.length);
  });

  test('stays whole where folding would hide a single call', () => {
    const short = stepsOf('AAA');
    expect(findFolds(short, [])).toEqual([]);
  });
});

describe('a cycle', () => {
  test('folds by laps and keeps its first and last', () => {
    const steps = stepsOf('xABABABABABy', (at) => (at > 0 && at < 11 ? { loop_id: 'l' } : {}));
    const folds = findFolds(steps, [
      makeLoop('l', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { kind: 'cycle' }),
    ]);
    expect(folds.map((fold) => [fold.id, fold.period, fold.units.length])).toEqual([[1, 2, 3]]);
    expect(
      outline(layoutRows(steps, folds, NOTHING_OPEN)).filter((line) => line !== 'model'),
    ).toEqual(['tool_x', 'tool_A', 'tool_B', 'x3', 'tool_A', 'tool_B', 'tool_y']);
  });

  test('with a lap begun and not ended keeps the rest in view', () => {
    const steps = stepsOf('ABCABCABCABCA');
    const folds = findFolds(steps, [makeLoop('l', [...Array(13).keys()], { kind: 'cycle' })]);
    const lines = outline(layoutRows(steps, folds, NOTHING_OPEN)).filter(
      (line) => line !== 'model',
    );
    expect(lines.slice(-4)).toEqual(['tool_A', 'tool_B', 'tool_C', 'tool_A']);
  });

  test.each([
    ['AAAA', 1],
    ['ABAB', 2],
    ['ABCABC', 3],
    ['ABABA', 2],
    ['ABCD', 1],
    ['', 1],
  ])('%s has the period %d', (letters, period) => {
    expect(findPeriod(letters.split(''))).toBe(period);
  });
});

describe('a loop of varied calls', () => {
  const steps = stepsOf('abcdefgh', () => ({ loop_id: 'guess' }));
  const loops = [makeLoop('guess', [0, 1, 2, 3, 4, 5, 6, 7], { kind: 'validation' })];

  test('folds call by call', () => {
    const folds = findFolds(steps, loops);
    expect(folds.map((fold) => [fold.loopId, fold.period, fold.units.length])).toEqual([
      ['guess', 1, 6],
    ]);
  });

  test('that other calls interrupt folds only in its unbroken stretches', () => {
    const broken = stepsOf('aaaaaXaaaaa', (at) => (at === 5 ? {} : { loop_id: 'l' }));
    const calls = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10];
    expect(findFolds(broken, [makeLoop('l', calls)]).map((fold) => fold.id)).toEqual([0, 6]);
  });
});

test('calls with unknown arguments are never folded as equal', () => {
  expect(
    findFolds(
      stepsOf('AAAAAA', () => ({ identity: '', signature: '' })),
      [],
    ),
  ).toEqual([]);
});

const turns = fc
  .record({
    letters: fc.array(fc.constantFrom('A', 'B', 'C', 'AAAAAA', 'ABABABAB', 'ABCABCABCABC'), {
      maxLength: 12,
    }),
    agents: fc.array(fc.nat(40), { maxLength: 3 }),
    loopStarts: fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 2, max: 20 })), { maxLength: 3 }),
  })
  .map(({ letters, agents, loopStarts }) => {
    const calls = stepsOf(letters.join(''));
    const steps: Step[] = [...calls];
    for (const at of agents) steps.splice(Math.min(at, steps.length), 0, agentStep(0));
    const callCount = calls.length / 2;
    const loops = loopStarts.map(([start, length], at) =>
      makeLoop(
        `l${at}`,
        [...Array(length).keys()].map((offset) => start + offset).filter((seq) => seq < callCount),
      ),
    );
    return { steps: steps.map((step, seq) => Object.assign(step, { seq })), loops };
  });

describe('any turn', () => {
  test('shows every step exactly once and in order when all is unfolded', () => {
    fc.assert(
      fc.property(turns, ({ steps, loops }) => {
        const folds = findFolds(steps, loops);
        const open = new Map(folds.map((fold) => [fold.id, Infinity]));
        const shown = layoutRows(steps, folds, open).flatMap((row) =>
          row.kind === 'step' ? [row.step.seq] : [],
        );
        expect(shown).toEqual(steps.map((step) => step.seq));
      }),
    );
  });

  test('shows or hides every step exactly once, whatever is open', () => {
    fc.assert(
      fc.property(turns, fc.array(fc.tuple(fc.nat(40), fc.nat(8))), ({ steps, loops }, opened) => {
        const folds = findFolds(steps, loops);
        const covered = layoutRows(steps, folds, new Map(opened)).flatMap((row) => {
          if (row.kind === 'step') return [row.at];
          if (row.kind === 'unfolded') return [];
          return [...Array(row.steps.to - row.steps.from).keys()].map(
            (offset) => row.steps.from + offset,
          );
        });
        expect(covered).toEqual([...steps.keys()]);
      }),
    );
  });

  test('gives every row a key of its own', () => {
    fc.assert(
      fc.property(turns, ({ steps, loops }) => {
        const folds = findFolds(steps, loops);
        const keys = layoutRows(steps, folds, new Map(folds.map(({ id }) => [id, 1]))).map(
          (row) => row.key,
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('open folds in the URL', () => {
  test('survive the way through the text', () => {
    const maps = fc
      .uniqueArray(
        fc.tuple(fc.nat(1e6), fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 1e6 }))),
        {
          selector: ([id]) => id,
        },
      )
      .map((entries) => new Map(entries.toSorted(([one], [other]) => one - other)));
    fc.assert(
      fc.property(maps, (open) => {
        expect([...parseOpenFolds(writeOpenFolds(open))]).toEqual([...open]);
      }),
    );
  });

  test('are read from any text without an error', () => {
    fc.assert(fc.property(fc.string(), (text) => parseOpenFolds(text) instanceof Map));
    expect([...parseOpenFolds('12,x,40.3,5.0,-1')]).toEqual([
      [12, Infinity],
      [40, 3],
    ]);
  });

  test('are whole once all units are shown, and gone once none is', () => {
    const [fold] = findFolds(stepsOf('AAAAAA'), []);
    expect([...setOpen(NOTHING_OPEN, fold!, 4)]).toEqual([[0, Infinity]]);
    expect([...setOpen(new Map([[0, 2]]), fold!, 0)]).toEqual([]);
  });

  test('are found by a hidden position', () => {
    const folds = findFolds(stepsOf('AAAAAA'), []);
    expect(foldAt(folds, 5)?.id).toBe(0);
    expect(foldAt(folds, 1)).toBeNull();
    expect(foldAt(folds, 11)).toBeNull();
  });
});
