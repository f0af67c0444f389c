import { expect, test } from 'vitest';

import { isRecord, numberOf, parseJson, toJsonText } from './json-text.ts';

test.each([
  '{"id":12345678901234567890}',
  '{"id":9007199254740993,"b":[0.1234567890123456789]}',
  '{"t":"12345678901234567890","n":1}',
  '[1e400]',
])('%s keeps all its digits', (text) => {
  expect(toJsonText(parseJson(text))).toBe(text);
});

test('a long number is still a number to whoever asks', () => {
  const value = parseJson('{"t":1763510516.1234567890}');
  expect(isRecord(value) ? numberOf(value['t']) : null).toBeCloseTo(1_763_510_516.123, 3);
  expect(numberOf('1')).toBeNull();
});
