import { describe, expect, it } from 'vitest';

import { barShare, listEnds } from './list-ends.ts';

describe('how turns ended', () => {
  it('has the most frequent end first, then goes by name', () => {
    const ends = listEnds({ repeated_call: 2, max_steps: 2, stop: 4000 });
    expect(ends.map(({ reason }) => reason)).toEqual(['stop', 'max_steps', 'repeated_call']);
  });

  it('draws one turn beside thousands so that it is seen', () => {
    expect(barShare(4000, 4000)).toBe(1);
    expect(barShare(1, 4000)).toBeGreaterThan(0.05);
    expect(barShare(0, 0)).toBe(0);
  });
});
