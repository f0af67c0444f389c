import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { compareArguments } from './compare-arguments.ts';
import { compareText } from './compare-text.ts';
import { prettyText, readArguments } from './read-arguments.ts';

const ticket = (summary: string) =>
  JSON.stringify({ customer_id: 'c_40912', order_id: 88214, summary });

describe('arguments against the attempt before', () => {
  test('name the changed field and leave the identity equal', () => {
    const compared = compareArguments(ticket('Refund missing'), ticket('Refund not received'), [
      'customer_id',
      'order_id',
    ]);
    expect(compared).toMatchObject({
      kind: 'fields',
      isSame: false,
      fields: [
        { name: 'customer_id', change: 'same', isIdentity: true },
        { name: 'order_id', text: '88214', change: 'same', isIdentity: true },
        {
          name: 'summary',
          change: 'changed',
          isIdentity: false,
          stretches: [
            { text: 'Refund ', change: 'same' },
            { text: 'not received', change: 'removed' },
            { text: 'missing', change: 'added' },
          ],
        },
      ],
    });
  });

  test('are the same whatever the order of the keys', () => {
    expect(compareArguments('{"a":1,"b":2}', '{"b":2,"a":1}', [])).toMatchObject({ isSame: true });
  });

  test('of a first attempt are neither the same nor changed', () => {
    const first = compareArguments('{"a":1}', undefined, []);
    expect(first).toMatchObject({ isSame: false, fields: [{ change: 'same' }] });
  });

  test('mark no identity where every field is part of it', () => {
    expect(compareArguments('{"a":1,"b":2}', undefined, ['a', 'b'])).toMatchObject({
      fields: [{ isIdentity: false }, { isIdentity: false }],
    });
  });

  test('show added and removed fields', () => {
    expect(compareArguments('{"b":1}', '{"a":1}', [])).toMatchObject({
      fields: [
        { name: 'b', change: 'added' },
        { name: 'a', change: 'removed' },
      ],
    });
  });

  test('that are no JSON are compared as text', () => {
    expect(compareArguments("{'a': 1}", "{'a': 1}", [])).toMatchObject({
      kind: 'text',
      isSame: true,
    });
  });

  test('that nobody sent are unknown, never equal', () => {
    expect(compareArguments(null, null, [])).toEqual({ kind: 'unknown' });
  });
});

describe('arguments as shown', () => {
  test('keep every digit of a number', () => {
    const shown = readArguments(
      '{"id":9007199254740993,"price":1.10000000000000000001,"list":[1e400]}',
    );
    expect(shown).toEqual({
      kind: 'fields',
      fields: [
        { name: 'id', text: '9007199254740993' },
        { name: 'price', text: '1.10000000000000000001' },
        { name: 'list', text: '[1e400]' },
      ],
    });
    expect(prettyText('{"id":9007199254740993}')).toBe('{\n  "id": 9007199254740993\n}');
  });

  test('are opened once where JSON stands in a JSON string', () => {
    expect(readArguments(JSON.stringify('{"a":1}'))).toMatchObject({ kind: 'fields' });
  });

  test('hold __proto__ as a field like any other', () => {
    expect(readArguments('{"__proto__":{"x":1}}')).toEqual({
      kind: 'fields',
      fields: [{ name: '__proto__', text: '{"x": 1}' }],
    });
  });

  test('nested beyond the parser stay text', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(readArguments(deep)).toEqual({ kind: 'text', text: deep });
  });
});

describe('text against text', () => {
  test('shows changed words that stand together as one change', () => {
    expect(compareText('Refund not received', 'The money is missing')).toEqual([
      { text: 'Refund not received', change: 'removed' },
      { text: 'The money is missing', change: 'added' },
    ]);
  });

  test('gives both sides back, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const stretches = compareText(before, after);
        const side = (gone: string) =>
          stretches.flatMap(({ text, change }) => (change === gone ? [] : [text])).join('');
        expect([side('added'), side('removed')]).toEqual([before, after]);
      }),
    );
  });

  test('of long texts compares the ends and replaces the middle', () => {
    const long = (word: string) =>
      `start ${Array.from({ length: 900 }, (_, at) => word + at).join(' ')} end`;
    expect(compareText(long('a'), long('b')).map(({ change }) => change)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});
