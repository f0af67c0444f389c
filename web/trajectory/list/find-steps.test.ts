import { describe, expect, it } from 'vitest';

import { findInSteps, nextFound, seqsOfFound } from './find-steps.ts';
import { modelStep, toolStep } from '../make-steps.ts';

const steps = [
  modelStep(0, { text: 'Looking for the Order' }),
  toolStep(1, 0, { tool: 'search', args: '{"q":"order 7"}', result: '[]' }),
  toolStep(2, 1, { tool: 'order_status', args: '{}', result: null }),
];

describe('words in a run', () => {
  it('are found in names, arguments, results and messages, whatever their case', () => {
    expect(findInSteps('ORDER', steps)).toEqual([0, 1, 2]);
    expect(findInSteps('[]', steps)).toEqual([1]);
    expect(findInSteps('', steps)).toEqual([]);
  });

  it('that the server found are steps of the run, calls by their number', () => {
    const items = [
      { span_id: 'any', call_seq: 1, place: 'name', excerpt: '' },
      { span_id: steps[0]!.span_id, call_seq: null, place: 'text', excerpt: '' },
    ] as const;
    expect(seqsOfFound({ items: [...items], has_more: false }, steps)).toEqual([0, 2]);
  });

  it('are walked in both directions and around the end', () => {
    expect(nextFound([2, 5, 9], undefined, 1)).toBe(2);
    expect(nextFound([2, 5, 9], 5, 1)).toBe(9);
    expect(nextFound([2, 5, 9], 9, 1)).toBe(2);
    expect(nextFound([2, 5, 9], 4, -1)).toBe(2);
    expect(nextFound([2, 5, 9], 2, -1)).toBe(9);
    expect(nextFound([], 2, 1)).toBeUndefined();
  });
});
