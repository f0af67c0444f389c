import { expect, test } from 'vitest';

import { Conversation } from '../testing/conversation.ts';

/** The text proposed for three equal rejections. */
function proposed(tool: string, args: object, message: string): string | null | undefined {
  const run = new Conversation().times(3, tool, args, message, { error: true });
  return run.loops()[0]?.fix.proposedText;
}

test('a missing argument is named, beside what the call had', () => {
  expect(
    proposed('memory', { target: 'user' }, 'memory rejected: field "action" is required'),
  ).toBe('memory needs the argument "action", which was not given. Given: target.');
});

test('an argument that the tool does not take is named', () => {
  const message = "TypeError: forward() got an unexpected keyword argument 'page'";
  expect(proposed('page_down', { page: '' }, message)).toBe(
    'page_down takes no argument named "page". Call it with no arguments: {}.',
  );
});

test('an enumeration is quoted with the value that was meant', () => {
  const message = 'kind must be one of: "hourly", "daily", "weekly"';
  expect(proposed('report', { kind: 'every day daily' }, message)).toBe(
    'kind takes one of hourly, daily, weekly. "every day daily" is not among them; the nearest is "daily".',
  );
});

test('a tool that does not exist calls for the list of those that do', () => {
  expect(proposed('find_uses', { symbol: 'parse' }, 'Tool find_uses not found')).toContain(
    'There is no tool named find_uses.',
  );
});

test('a rejection that says nothing gets no invented text', () => {
  expect(proposed('draw', { shape: 'x' }, 'ValueError: bad')).toBeNull();
});

test('a field named above or beside its rejection is missing', () => {
  const expected = 'answer needs the argument "forecast", which was not given. Given: city.';
  const above = '1 validation error for Answer\nforecast\n  Field required [type=missing]';
  const beside =
    '1 validation errors: [{"type": "missing", "loc": ["forecast"], "msg": "Field required"}]';
  expect(proposed('answer', { city: 'Rome' }, above)).toBe(expected);
  expect(proposed('answer', { city: 'Rome' }, beside)).toBe(expected);
});

test('values listed below each other are quoted', () => {
  const message =
    'Coworker not found, it must be one of the following options:\n- senior writer\n- editor';
  expect(proposed('delegate', { coworker: 'writer' }, message)).toBe(
    'The argument takes one of senior writer, editor. "writer" is not among them; the nearest is "senior writer".',
  );
});
