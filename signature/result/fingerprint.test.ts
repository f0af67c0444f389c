import type { Json } from '../value/json.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolDeclaration } from '../declaration.ts';
import { fingerprintResult, type ResultFingerprint } from './fingerprint.ts';
import { readOutcome } from '../outcome/outcome.ts';
import { shortHash } from '../hash.ts';
import { canonicalise } from '../value/canonical.ts';

function print(raw: unknown, declaration?: ToolDeclaration): ResultFingerprint {
  return fingerprintResult(raw, readOutcome({ status: 'unset', result: raw }), declaration);
}

function same(a: unknown, b: unknown, declaration?: ToolDeclaration): boolean {
  return print(a, declaration).fingerprint === print(b, declaration).fingerprint;
}

describe('there is no fingerprint', () => {
  test.each([
    [undefined],
    ['__REDACTED__'],
    ['<async_generator object search at 0x7f3a2c>'],
    ['<coroutine object run at 0x1>'],
    ['[object Object]'],
  ])('of %j', (raw) => {
    expect(print(raw)).toEqual({ kind: 'none', fingerprint: null });
  });
});

describe('volatile members do not matter', () => {
  test.each([
    ['time stamps', '{"a":1,"timestamp":1}', '{"a":1,"timestamp":2}'],
    [
      'time stamps deep inside',
      '{"a":{"b":{"fetched_at":"x","c":1}}}',
      '{"a":{"b":{"fetched_at":"y","c":1}}}',
    ],
    [
      'instants under a general name',
      '{"a":1,"time":"2026-11-30T04:00:00Z"}',
      '{"a":1,"time":"2026-11-30T04:00:09Z"}',
    ],
    [
      'epochs under a general name',
      '{"a":1,"updated_at":1795924800}',
      '{"a":1,"updated_at":1795924999}',
    ],
    ['request ids', '{"status":"sent","requestId":"r1"}', '{"status":"sent","requestId":"r2"}'],
    ['message ids', '{"status":"sent","message_id":"m1"}', '{"status":"sent","message_id":"m2"}'],
    ['durations', '{"a":1,"took":3,"elapsed_ms":40}', '{"a":1,"took":5,"elapsed_ms":7}'],
    ['counters of calls', '{"a":1,"attempt":1}', '{"a":1,"attempt":2}'],
    ['rate limits', '{"a":1,"rate_limit_remaining":99}', '{"a":1,"rate_limit_remaining":98}'],
    [
      'what is left of a quota',
      '{"a":1,"usage":{"requests_remaining":99,"reset_in_seconds":60}}',
      '{"a":1,"usage":{"requests_remaining":98,"reset_in_seconds":12}}',
    ],
    [
      'headers of the way there',
      '{"headers":{"Age":"3","Date":"Wed, 04 Mar 2026 09:10:11 GMT","Content-Type":"text/plain"},"body":"a"}',
      '{"headers":{"Age":"9","Date":"Wed, 04 Mar 2026 09:10:17 GMT","Content-Type":"text/plain"},"body":"a"}',
    ],
    ['key order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['the time of a clock', '"2026-11-30T04:00:00Z"', '"2026-11-30T04:00:01Z"'],
    [
      'the time of a clock that says so',
      '{"now":"2026-11-30T04:00:00Z"}',
      '{"now":"2026-11-30T04:00:01Z"}',
    ],
    ['durations in a text', '3 passed in 0.12s', '3 passed in 0.57s'],
    ['request ids in a text', 'stored (request id: 8f7a-1)', 'stored (request id: 91bc-2)'],
    ['memory addresses', 'x = <Foo object at 0x7f3a2c>', 'x = <Foo object at 0x55d1ff>'],
    ['envelopes', '{"content":[{"type":"text","text":"{\\"a\\":1}"}],"isError":false}', '{"a":1}'],
    ['encodings', '"{\\"a\\":1}"', "{'a': 1}"],
    ['the id of the exchange of JSON-RPC', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}', '{"a":1}'],
    ['colours of a terminal', '\u001B[32mpassed\u001B[0m', 'passed'],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(true);
  });
});

describe('news matters', () => {
  test.each([
    ['a value', '{"a":1}', '{"a":2}'],
    ['a status', '{"job":7,"status":"queued"}', '{"job":7,"status":"running"}'],
    [
      'a status without a result yet',
      '{"status":"queued","result":null}',
      '{"status":"running","result":null}',
    ],
    ['progress', '{"job":7,"percent":10}', '{"job":7,"percent":20}'],
    ['the id of what was made', '{"ticket_id":"T-1"}', '{"ticket_id":"T-2"}'],
    [
      'a forward-moving cursor',
      '{"text":"same","next_offset":100}',
      '{"text":"same","next_offset":200}',
    ],
    ['a departure time', '{"flight":"LH1","time":"14:00"}', '{"flight":"LH1","time":"15:00"}'],
    ['a date', '{"date":"2026-05-15"}', '{"date":"2026-05-16"}'],
    [
      'a uuid in a text',
      'found 550e8400-e29b-41d4-a716-446655440000',
      'found 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    ],
    ['a number in a text', '3 passed, 2 failed', '4 passed, 1 failed'],
    ['a duration that is all there is', '{"latency_ms":12}', '{"latency_ms":90}'],
    ['long integers', '{"id":9007199254740992}', '{"id":9007199254740993}'],
    ['a queue depth', '{"count":5}', '{"count":4}'],
    ['where it leads to', '{"headers":{"location":"/a"}}', '{"headers":{"location":"/b"}}'],
    ['empty and not', '{"rows":[]}', '{"rows":[1]}'],
    ['a value and an error', '{"message":"no"}', '{"error":"no"}'],
    [
      'the list inside one thing',
      '{"order":1,"items":[{"id":"a","qty":1}]}',
      '{"order":1,"items":[{"id":"a","qty":2}]}',
    ],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

describe('a list is the set of its identifiers', () => {
  const rows = [
    { id: 1, title: 'one', score: 0.91, status: 'open' },
    { id: 2, title: 'two', score: 0.4, status: 'open' },
  ];
  const reworded = [
    { id: 2, title: '<b>two</b>', score: 0.7, status: 'open' },
    { id: 1, title: 'one', score: 0.2, status: 'open' },
    { id: 1, title: 'one again', score: 0.1, status: 'open' },
  ];

  test.each([
    ['alone', (list: object): object => list],
    ['in an envelope', (list: object): object => ({ results: list })],
    [
      'beside counts, paging and the echo of the question',
      (list: object): object => ({
        query: JSON.stringify(list),
        total: 2,
        page: 1,
        next_cursor: JSON.stringify(list),
        hits: list,
      }),
    ],
  ])('%s', (_, wrap) => {
    expect(same(wrap(rows), wrap(reworded))).toBe(true);
    expect(same(wrap(rows), wrap(rows.slice(1)))).toBe(false);
    expect(same(wrap(rows), wrap([{ ...rows[0], id: 3 }, rows[1]!]))).toBe(false);
  });

  test('with the state of its rows, so that a job that finished is news', () => {
    expect(same(rows, [{ ...rows[0], status: 'closed' }, rows[1]!])).toBe(false);
  });

  test('named as declared', () => {
    const declaration = { result: { list: 'data.orders', id: 'ref.no' } };
    const order = (no: number, note: string): object => ({ ref: { no }, note, id: note });
    const answer = (...orders: object[]): object => ({
      data: { orders, at: orders.length },
      note: orders.length,
    });
    expect(
      same(
        answer(order(1, 'a'), order(2, 'b')),
        answer(order(2, 'c'), order(1, 'd'), order(1, 'e')),
        declaration,
      ),
    ).toBe(true);
    expect(same(answer(order(1, 'a')), answer(order(2, 'a')), declaration)).toBe(false);
  });

  test('by all their ids, or by their address where they have none', () => {
    expect(
      same([{ order_id: 1, sku_id: 2, note: 'a' }], [{ order_id: 1, sku_id: 2, note: 'b' }]),
    ).toBe(true);
    expect(same([{ order_id: 1, sku_id: 2 }], [{ order_id: 1, sku_id: 3 }])).toBe(false);
    expect(same([{ url: 'https://a', snippet: 'x' }], [{ url: 'https://a', snippet: 'y' }])).toBe(
      true,
    );
    expect(same([{ message_id: 'a' }], [{ message_id: 'b' }])).toBe(false);
  });

  test('or of the whole rows where some have neither', () => {
    expect(same([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }, { a: 1 }])).toBe(true);
    expect(same([{ id: 1 }, { a: 2 }], [{ id: 1 }, { a: 3 }])).toBe(false);
    expect(same(['b', 'a'], ['a', 'b'])).toBe(true);
  });
});

describe('an error', () => {
  test.each([
    ['duration', '{"error":"timed out after 30001 ms"}', '{"error":"timed out after 30002 ms"}'],
    ['request id', '{"error":"busy","request_id":"a"}', '{"error":"busy","request_id":"b"}'],
    [
      'an id in the message',
      '{"error":"request req_01a2b3 failed"}',
      '{"error":"request req_99z8y7 failed"}',
    ],
    ['attempt', '{"error":"attempt 1 of 5 failed"}', '{"error":"attempt 2 of 5 failed"}'],
    [
      'time',
      '{"error":"busy at 2026-11-30T04:00:00Z"}',
      '{"error":"busy at 2026-11-30T04:00:09Z"}',
    ],
  ])('is the same whatever its %s', (_, a, b) => {
    expect(print(a).kind).toBe('error');
    expect(same(a, b)).toBe(true);
  });

  test.each([
    ['class', '{"error":"timed out"}', '{"error":"connection refused"}'],
    ['rejected value', `{"error":"'high' is invalid"}`, `{"error":"'urgent' is invalid"}`],
    ['remaining failures', 'Error: 3 tests failed', 'Error: 2 tests failed'],
  ])('differs by its %s', (_, a, b) => {
    expect(same(a, b)).toBe(false);
  });

  test('without a result is that of its message', () => {
    const outcome = (statusMessage: string) => readOutcome({ status: 'error', statusMessage });
    const one = fingerprintResult(undefined, outcome('timed out after 30 s'));
    expect(one).toEqual(fingerprintResult(undefined, outcome('timed out after 31 s')));
    expect(one).toEqual(fingerprintResult('null', outcome('timed out after 31 s')));
    expect(one.kind).toBe('error');
  });
});

test('any value of the language gets a fingerprint of 16 hex characters or none', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      const { kind, fingerprint } = print(value);
      if (kind === 'none') expect(fingerprint).toBeNull();
      else expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    }),
  );
});

test('rows with ids are the set of their ids and states, in canonical form', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', ' '),
  );
  const list: fc.Arbitrary<Json> = fc.constant([1]);
  const state = fc.oneof(text, fc.double({ noNaN: true }), fc.constant(null), list);
  const row = fc.record({ zone: text, status: state, order_id: text, '1': fc.constant('said') });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const named = rows.map(({ order_id, status }) => canonicalise({ order_id, status }));
      const set = [...new Set(named)].toSorted();
      const form = `["value",{"rest":{},"rows":[${set.join(',')}]}]`;
      expect(print(rows).fingerprint).toBe(shortHash(form));
    }),
  );
});

test('nesting 100,000 deep is no overflow', () => {
  const deep = (open: string, close: string): string =>
    open.repeat(100_000) + close.repeat(100_000);
  for (const raw of [
    deep('[', ']'),
    `${'{"results":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    deep('[[', ']]'),
  ]) {
    expect(print(raw).fingerprint).toMatch(/^[0-9a-f]{16}$/);
  }
});
