import { expect, test } from 'vitest';

import { readOutcome } from './outcome/outcome.ts';

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

test('a sentence that ends in data has the reason in its template', () => {
  const failed = (data: string): string =>
    readOutcome({ status: 'error', statusMessage: `Error running tool (non-fatal): ${data}` })
      .template;
  const timedOut = failed("{'tool_name': 'search', 'error': 'timed out after 30000 ms'}");
  expect(timedOut).toBe('Error running tool (non-fatal): timed out after <duration>');
  expect(failed('{"tool_name": "search", "error": "no such order"}')).toContain('no such order');
  expect(failed('{"tool_name": "search"}')).toBe('Error running tool (non-fatal): {<q>: <q>}');
});

test('a status message goes before the text of the result', () => {
  const outcome = readOutcome({ status: 'error', statusMessage: 'refused', result: 'some text' });
  expect(outcome.message).toBe('refused');
});

test('a text that begins like a failure is none where the sender says that nothing failed', () => {
  const result = 'SyntaxError: invalid syntax. Traceback and cause explained.';
  expect(readOutcome({ status: 'unset', flaggedError: false, result }).state).toBe('ok');
  expect(readOutcome({ status: 'unset', result }).state).toBe('error');
});

test('an edit whose text does not occur asks for something that is not there', () => {
  const result = 'Failed to edit: 0 occurrences found for old_string in /proj/menu.ts.';
  expect(readOutcome({ status: 'error', result }).errorClass).toBe('not_found');
});

test.each([
  [
    `Traceback (most recent call last):\n  File "t.py", line 2\nKeyError: 'rate'\nexit_code: 1`,
    'not_found',
  ],
  [
    '  Cell In[1], line 4\n    f("""x\n      ^\nSyntaxError: cut off\n[directory: /w]',
    'validation',
  ],
])('what a harness writes below a failure hides no reason: %j', (result, expected) => {
  expect(readOutcome({ status: 'error', result }).errorClass).toBe(expected);
});

test('a call that lacks an argument has failed, whoever says so; a document that lacks a field has not', () => {
  const stateOf = (result: string): string => readOutcome({ status: 'unset', result }).state;
  expect(stateOf("Missing value for required parameter 'path'. Please retry.")).toBe('error');
  expect(stateOf('Missing required field: vat_id')).toBe('ok');
});
