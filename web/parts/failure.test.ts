import { describe, expect, test } from 'vitest';

import { ApiFailure, isWorthRetrying, readFailure } from '../api/failure.ts';
import { writeParams } from '../api/get.ts';
import { FAILURES } from '../text/frame.ts';
import { explainFailure } from './failure.tsx';
import { sayRefusal } from './say-refusal.ts';

describe('a failure', () => {
  test.each([
    [new ApiFailure(0, 'unreachable', 'x'), FAILURES.unreachable],
    [new ApiFailure(404, 'not_found', 'x'), FAILURES.notFound],
    [new ApiFailure(400, 'invalid_query', 'x'), FAILURES.query],
    [new ApiFailure(503, 'store_unavailable', 'x'), FAILURES.store],
    [new ApiFailure(200, 'contract', 'x'), FAILURES.contract],
    [new ApiFailure(500, 'internal', 'x'), FAILURES.other],
    [new TypeError('x'), FAILURES.page],
  ])('%o is explained by its own words', (error, words) => {
    expect(explainFailure(error)).toBe(words);
  });

  test('keeps the code and message of the API', () => {
    const body = { error: { code: 'invalid_query', message: 'from: not a time' } };
    expect(readFailure(400, body)).toMatchObject({
      status: 400,
      code: 'invalid_query',
      message: 'from: not a time',
    });
    expect(readFailure(502, '<html>')).toMatchObject({ status: 502, code: 'unreadable' });
  });

  test('of a deed is told in words, the API’s own where it answered', () => {
    const silent = new ApiFailure(0, 'unreachable', 'TypeError: Failed to fetch');
    expect(sayRefusal(silent)).toBe('That did not work: The API does not answer.');
    expect(sayRefusal(new ApiFailure(409, 'conflict', 'It exists.'))).toMatch(/: It exists\.$/);
  });

  test('is retried only where nobody said no', () => {
    expect(isWorthRetrying(new ApiFailure(401, 'unauthorized', ''), 0)).toBe(false);
    expect(isWorthRetrying(new ApiFailure(200, 'contract', ''), 0)).toBe(false);
    expect(isWorthRetrying(new ApiFailure(503, 'store_unavailable', ''), 1)).toBe(true);
    expect(isWorthRetrying(new ApiFailure(0, 'unreachable', ''), 2)).toBe(false);
  });
});

test('parameters repeat their name for each value and leave out what is not there', () => {
  expect(writeParams({ agent: ['a b', 'c&d'], limit: 5, tool: undefined })).toBe(
    '?agent=a+b&agent=c%26d&limit=5',
  );
  expect(writeParams({})).toBe('');
});
