import { describe, expect, test } from 'vitest';

import { letterAt, markCalls, toolSteps } from './marks.ts';
import { stepsOf, toolStep } from './make-steps.ts';

const mark = (letters: string) => [...markCalls(toolSteps(stepsOf(letters))).entries()];

describe('marks', () => {
  test('are letters in order of first appearance, only for what repeats', () => {
    expect(mark('xABAyB').map(([at, { letter }]) => [at, letter])).toEqual([
      [1, 'A'],
      [3, 'A'],
      [2, 'B'],
      [5, 'B'],
    ]);
  });

  test('give one intent one letter and number its wordings', () => {
    const identity = 'ab12000000000000';
    const calls = ['s1', 's2', 's1'].map((signature, at) =>
      toolStep(at, at, { identity, signature }),
    );
    expect([...markCalls(calls).values()].map(({ letter, wording }) => [letter, wording])).toEqual([
      ['A', 1],
      ['A', 2],
      ['A', 1],
    ]);
  });

  test('have the hue of the identity, in any turn', () => {
    const [first] = markCalls(toolSteps(stepsOf('AxA'))).values();
    const [other] = markCalls(toolSteps(stepsOf('BBAA'))).values();
    const later = markCalls(toolSteps(stepsOf('BBAA'))).get(2);
    expect(later?.hue).toBe(first?.hue);
    expect(other?.hue).not.toBe(first?.hue);
  });

  test('are never given to unknown arguments', () => {
    const calls = [0, 1].map((at) => toolStep(at, at, { identity: '', signature: '' }));
    expect(markCalls(calls).size).toBe(0);
  });

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('number %d is %s', (index, letter) => {
    expect(letterAt(index)).toBe(letter);
  });
});
