import { expect, test } from 'vitest';

import { sayFold } from './say-fold.ts';

const content = {
  calls: 38,
  durationMs: 0,
  errors: 0,
  writes: 0,
  signatures: 1,
  identities: 1,
  results: 1,
  lane: [],
  lap: { signatures: 1, results: 1 },
};

test('a fold says in what its calls differ', () => {
  expect(sayFold(content, false)).toBe('all the same');
  expect(sayFold({ ...content, results: 38 }, false)).toBe('same arguments, 38 different results');
  expect(sayFold({ ...content, signatures: 4, errors: 38, writes: 12 }, false)).toBe(
    'same intent in 4 wordings, same error, 12 writes among them',
  );
  expect(sayFold({ ...content, signatures: 10, identities: 10, errors: 38 }, false)).toBe(
    '10 different calls, same error',
  );
});

test('a fold of a cycle compares with its lap', () => {
  const lap = { ...content, signatures: 2, results: 3, lap: { signatures: 2, results: 3 } };
  expect(sayFold(lap, true)).toBe('all the same');
  expect(sayFold({ ...lap, results: 9 }, true)).toBe('same arguments, 9 different results');
});
