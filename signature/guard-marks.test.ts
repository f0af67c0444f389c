import { describe, expect, test } from 'vitest';
import { GUARD_NOTE } from './guard-marks.ts';
import { fingerprintResult } from './result/fingerprint.ts';
import { readOutcome } from './outcome/outcome.ts';

function read(result: unknown) {
  const outcome = readOutcome({ status: 'ok', result });
  return { outcome, print: fingerprintResult(result, outcome) };
}

const NOTE = 'Note: this is the second identical call to search_orders.';
const STOPPED = { loopscope: 'terminal', code: 'repeated_call', message: 'Stopped.' };

describe("a guard's note changes nothing about what a result says", () => {
  test.each([
    ['a text', 'three rows', `three rows${GUARD_NOTE}${NOTE}`],
    ['JSON in a text', '[]', `[]${GUARD_NOTE}${NOTE}`],
    ['an object', { rows: [{ id: 1 }] }, { rows: [{ id: 1 }], loopscope_note: NOTE }],
    ['a list', [], { result: [], loopscope_note: NOTE }],
    [
      'content of MCP',
      { content: [{ type: 'text', text: '[]' }] },
      { content: [{ type: 'text', text: `[]${GUARD_NOTE}${NOTE}` }] },
    ],
  ])('in %s', (_, plain, noted) => {
    expect(read(noted)).toEqual(read(plain));
  });
});

describe('a terminal result is read as', () => {
  test('the answer that it stands for', () => {
    const stopped = { ...STOPPED, error_class: null, last_result: '[]' };
    expect(read(stopped)).toEqual(read('[]'));
    expect(read(JSON.stringify(stopped))).toEqual(read('[]'));
  });

  test('the failure that it stands for', () => {
    const message = 'Request timed out after 30000 ms';
    const { outcome, print } = read({ ...STOPPED, error_class: 'timeout', last_result: message });
    expect(outcome).toMatchObject({ state: 'error', errorClass: 'timeout', message });
    const thrown = readOutcome({ status: 'error', exceptionMessage: message });
    expect(print).toEqual(fingerprintResult(undefined, thrown));
  });

  test('denied where the call was not made', () => {
    const { outcome } = read({ ...STOPPED, error_class: 'denied' });
    expect(outcome).toMatchObject({ state: 'error', errorClass: 'denied', message: 'Stopped.' });
  });
});
