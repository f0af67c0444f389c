import { GUARD_NOTE, GUARD_NOTE_MEMBER } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';
import { noted, notedError } from './note.ts';

const SAID = `${GUARD_NOTE}again`;
const MEMBER = { [GUARD_NOTE_MEMBER]: 'again' };

describe('a note stands where the form of a result has room for words', () => {
  class Order {
    readonly id = 1;
  }
  const order = new Order();
  const image = { type: 'image', data: '' };

  test.each<[string, unknown, unknown]>([
    ['behind a text', 'none', `none${SAID}`],
    ['in a member of its own', { rows: 0 }, { rows: 0, ...MEMBER }],
    [
      'behind the last text of blocks',
      [{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }, image],
      [{ type: 'text', text: 'one' }, { type: 'text', text: `two${SAID}` }, image],
    ],
    [
      'in a block of its own where there is no text',
      [image],
      [image, { type: 'text', text: SAID }],
    ],
    [
      'within the content of an MCP result',
      { isError: true, content: [{ type: 'text', text: 'no' }] },
      { isError: true, content: [{ type: 'text', text: `no${SAID}` }] },
    ],
    ['around a list that is no content', [1, null], { result: [1, null], ...MEMBER }],
    ['around a list of objects without a type', [{ a: 1 }], { result: [{ a: 1 }], ...MEMBER }],
    ['around an empty list', [], { result: [], ...MEMBER }],
    ['around null', null, { result: null, ...MEMBER }],
    ['around nothing', undefined, { result: null, ...MEMBER }],
    ['around a number', 3, { result: 3, ...MEMBER }],
    ['around an object with a class', order, { result: order, ...MEMBER }],
  ])('%s', (_where, result, expected) => {
    expect(noted(result, 'again')).toEqual(expected);
  });
});

describe('an error with a note', () => {
  test('stays the same error, and has the latest note only', () => {
    const error = new TypeError('no');
    expect(notedError(error, 'first')).toBe(error);
    notedError(error, 'again');
    expect(error.message).toBe(`no${SAID}`);
  });

  test('that is a text is told in the text; any other value is thrown as it is', () => {
    const thrown = { code: 1 };
    expect(notedError('no', 'again')).toBe(`no${SAID}`);
    expect(notedError(thrown, 'again')).toBe(thrown);
    const frozen = Object.freeze(new Error('no'));
    expect(notedError(frozen, 'again')).toBe(frozen);
    expect(frozen.message).toBe('no');
  });
});
