import { expect, it } from 'vitest';

import { rowLine } from './row-line.ts';

it('columns that hold the blank of their type are left out of a line', () => {
  const row = { trace_id: 'a', tool: '', args_size: 0, input_tokens: null, marks: [] };
  expect(rowLine(row)).toBe('{"trace_id":"a"}');
});

it('a count of no tokens is not the same as none that was made', () => {
  const row = { calls: 0, input_tokens: 0, output_tokens: null };
  expect(rowLine(row)).toBe('{"input_tokens":0}');
});

it('blanks within a list stay where they are', () => {
  expect(rowLine({ calls: [0, 1], marks: ['', 'x'] })).toBe('{"calls":[0,1],"marks":["","x"]}');
});

it('zeros that are text stay: a version of 64 bits is one', () => {
  expect(rowLine({ version: '0', status: 'unset' })).toBe('{"version":"0","status":"unset"}');
});

it('halves of a surrogate pair, which the engine refuses, are replaced, in lists too', () => {
  const row = { by: 'a\ud800b', marks: ['\udc00', '\u{1F600}'] };
  expect(rowLine(row)).toBe('{"by":"a\ufffdb","marks":["\ufffd","\u{1F600}"]}');
});
