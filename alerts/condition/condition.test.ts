import { describe, expect, it } from 'vitest';

import { holds } from './holds.ts';
import { parseCondition } from './parse.ts';

const NAMES = ['tool_calls', 'distinct_ratio', 'max_attempts'];
const facts = { tool_calls: 16, distinct_ratio: 0.25, max_attempts: 6 };
const check = (text: string, given: Record<string, number | null> = facts) =>
  holds(parseCondition(text, NAMES), given);

describe('a condition', () => {
  it.each([
    ['tool_calls > 15 and distinct_ratio < 0.5', true],
    ['tool_calls > 16', false],
    ['tool_calls >= 16', true],
    ['tool_calls == 16', true],
    ['tool_calls != 16', false],
    ['16 <= tool_calls', true],
    ['max_attempts < tool_calls', true],
    ['not tool_calls > 16', true],
    ['not not tool_calls > 15', true],
    ['NOT (tool_calls > 15 AND distinct_ratio < 0.5)', false],
    // `and` binds tighter than `or`.
    ['tool_calls > 15 or tool_calls > 99 and tool_calls > 99', true],
    ['(tool_calls > 15 or tool_calls > 99) and tool_calls > 99', false],
    ['  ((tool_calls>15))  ', true],
  ])('%s is %s', (text, expected) => {
    expect(check(text)).toBe(expected);
  });

  it.each([
    ['distinct_ratio < 0.5', false],
    ['not distinct_ratio < 0.5', false],
    ['distinct_ratio < 0.5 and tool_calls > 15', false],
    ['distinct_ratio < 0.5 or tool_calls > 15', true],
  ])('%s with an unknown ratio is %s', (text, expected) => {
    expect(check(text, { tool_calls: 16, distinct_ratio: null })).toBe(expected);
  });

  it.each([
    ['', 'expected a name or a number (at character 1)'],
    ['tool_calls', 'expected one of < <= > >= == != (at character 11)'],
    ['tool_calls >', 'expected a name or a number (at character 13)'],
    ['tool_calls = 3', '"=" is not understood (at character 12)'],
    ['tool_calls > 3 tool_calls > 3', 'expected "and", "or" or the end (at character 16)'],
    ['(tool_calls > 3', 'expected ")" (at character 16)'],
    ['tool_calls > 3)', 'expected "and", "or" or the end (at character 15)'],
    ['process.exit(1)', '"." is not understood (at character 8)'],
    ['calls > 3', '"calls" is not known; known are tool_calls, distinct_ratio, max_attempts'],
    ['__proto__ > 3', '"__proto__" is not known'],
    ['('.repeat(1_001), 'expected at most 1000 characters (at character 1001)'],
  ])('%s is refused with the place and the reason', (text, message) => {
    expect(() => parseCondition(text, NAMES)).toThrow(message);
  });
});
