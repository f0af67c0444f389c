import { expect, test } from 'vitest';

import { readOutcome } from './outcome.ts';

test('a plain text result is the message of a call that is flagged as failed', () => {
  const outcome = readOutcome({
    status: 'error',
    result: 'timeout: no answer within 30 s',
  });
  expect(outcome).toMatchObject({
    state: 'error',
    errorClass: 'timeout',
    message: 'timeout: no answer within 30 s',
  });
});

test('a status message goes before the text of the result', () => {
  const outcome = readOutcome({ status: 'error', statusMessage: 'refused', result: 'some text' });
  expect(outcome.message).toBe('refused');
});
