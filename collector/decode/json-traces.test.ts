import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { requestOf } from '../span-fixture.ts';
import { decodeJsonTraces } from './json-traces.ts';
import { DecodeError, type DecodedTraces, type WireSpan } from './wire-span.ts';

const IDS = '"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"';

const decodeText = (text: string): DecodedTraces =>
  decodeJsonTraces(Buffer.from(text), DEFAULT_LIMITS);

/** Decodes one span written as JSON members after its ids. */
function only(members: string): WireSpan {
  const { spans } = decodeText(
    `{"resourceSpans":[{"scopeSpans":[{"spans":[{${IDS},${members}}]}]}]}`,
  );
  expect(spans).toHaveLength(1);
  return spans[0]!;
}

function value(json: string): unknown {
  return only(`"attributes":[{"key":"k","value":${json}}]`).attributes.get('k');
}

function withIds(traceId: unknown, spanId: unknown): DecodedTraces {
  const spans = [{ traceId, spanId }];
  return decodeText(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
}

describe('what is no request', () => {
  it.each(['', '[]', 'null', '7', '{', '{"resourceSpans":', '\u0000'])('%j is refused', (text) => {
    expect(() => decodeText(text)).toThrow(DecodeError);
  });

  it.each(['{}', '{"resourceSpans":null}', '{"resourceSpans":[7,{}]}', '{"other":[{}]}'])(
    '%s holds no spans',
    (text) => {
      expect(decodeText(text)).toEqual({ spans: [], rejections: [] });
    },
  );

  it('a span that is no object is rejected alone', () => {
    const group = `{"spans":[7,{${IDS}},null]}`;
    const { spans, rejections } = decodeText(`{"resourceSpans":[{"scopeSpans":[${group}]}]}`);
    expect(spans).toHaveLength(1);
    expect(rejections.map(({ reason }) => reason)).toEqual(['malformed_span', 'malformed_span']);
  });
});

describe('ids', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const SPAN = 'b7ad6b7169203331';

  it.each([
    ['upper-case hex', TRACE.toUpperCase(), SPAN.toUpperCase()],
    [
      'base64',
      Buffer.from(TRACE, 'hex').toString('base64'),
      Buffer.from(SPAN, 'hex').toString('base64'),
    ],
    ['byte arrays', [...Buffer.from(TRACE, 'hex')], [...Buffer.from(SPAN, 'hex')]],
    [
      'hex that a receiver took for base64',
      Buffer.from(TRACE, 'base64').toString('hex'),
      Buffer.from(SPAN, 'base64').toString('hex'),
    ],
  ])('%s is read', (_name, traceId, spanId) => {
    expect(withIds(traceId, spanId).spans).toMatchObject([{ traceId: TRACE, spanId: SPAN }]);
  });

  it.each([
    ['zeros', '0'.repeat(32), SPAN, 'bad_trace_id'],
    ['31 characters', TRACE.slice(1), SPAN, 'bad_trace_id'],
    ['a number', 7, SPAN, 'bad_trace_id'],
    ['no hex', 'z'.repeat(32), SPAN, 'bad_trace_id'],
    ['15 characters', TRACE, SPAN.slice(1), 'bad_span_id'],
    ['null', TRACE, null, 'bad_span_id'],
  ])('%s is rejected', (_name, traceId, spanId, reason) => {
    expect(withIds(traceId, spanId)).toMatchObject({ spans: [], rejections: [{ reason }] });
  });

  it.each([
    ['""', '', []],
    ['null', '', []],
    ['"0000000000000000"', '', []],
    ['"00F067AA0BA902B7"', '00f067aa0ba902b7', []],
    ['"zz"', '', ['bad_parent_id']],
  ])('parent %s', (parent, expected, marks) => {
    const span = only(`"parentSpanId":${parent}`);
    expect(span.parentSpanId).toBe(expected);
    expect([...span.marks]).toEqual(marks);
  });
});

describe('senders that stray from the encoding', () => {
  it('times as numbers keep every nanosecond', () => {
    const span = only(
      '"startTimeUnixNano": 1700000000123456789,"endTimeUnixNano":1700000001123456789 ',
    );
    expect([span.startNs, span.endNs]).toEqual([
      1_700_000_000_123_456_789n,
      1_700_000_001_123_456_789n,
    ]);
  });

  it.each([
    ['"1700000000123456789"', 1_700_000_000_123_456_789n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['1.7e18', 1_700_000_000_000_000_000n],
    ['-5', 0n],
    ['"soon"', 0n],
    ['null', 0n],
  ])('a start of %s is %s', (json, expected) => {
    expect(only(`"startTimeUnixNano":${json}`).startNs).toBe(expected);
  });

  it('names in snake_case and the old library groups are read', () => {
    const span = `{"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331",
      "parent_span_id":"00f067aa0ba902b7","start_time_unix_nano":"5","end_time_unix_nano":"6",
      "attributes":[{"key":"a","value":{"string_value":"b"}}],"dropped_attributes_count":2}`;
    const group = `{"instrumentation_library":{"name":"old"},"spans":[${span}]}`;
    const body = `{"resource_spans":[{"instrumentation_library_spans":[${group}]}]}`;
    const [decoded] = decodeText(body).spans;
    expect(decoded).toMatchObject({ scope: 'old', startNs: 5n, endNs: 6n, droppedAttributes: 2 });
    expect(decoded?.attributes.get('a')).toBe('b');
  });

  it.each([
    ['2', 'error'],
    ['1', 'ok'],
    ['"STATUS_CODE_ERROR"', 'error'],
    ['"STATUS_CODE_OK"', 'ok'],
    ['"2"', 'error'],
    ['7', 'unset'],
    ['null', 'unset'],
  ])('status code %s is %s', (code, expected) => {
    expect(only(`"status":{"code":${code}}`).status).toBe(expected);
  });

  it('unknown and odd members are left out', () => {
    const span = only('"links":7,"events":[7,{"name":5}],"attributes":[7,{"value":{}}],"flags":{}');
    expect(span.events).toMatchObject([{ name: '', timeNs: 0n }]);
  });

  it('keys of the prototype are keys, and change no prototype', () => {
    const span = only(
      '"__proto__":{"polluted":1},"constructor":1,"attributes":[{"key":"__proto__","value":{"kvlistValue":{"values":[{"key":"__proto__","value":{"stringValue":"x"}}]}}}]',
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.entries(span.attributes.get('__proto__') ?? {})).toEqual([['__proto__', 'x']]);
  });

  it('a byte order mark before the body is skipped', () => {
    expect(decodeText('\uFEFF{"resourceSpans":[]}').spans).toEqual([]);
  });
});

describe('values', () => {
  it.each([
    ['{"stringValue":"a"}', 'a'],
    ['{"boolValue":true}', true],
    ['{"intValue":"42"}', 42],
    ['{"intValue":42}', 42],
    ['{"intValue":"9007199254740993"}', 9_007_199_254_740_993n],
    ['{"intValue":9007199254740993}', 9_007_199_254_740_993n],
    ['{"intValue":-9223372036854775808}', -9_223_372_036_854_775_808n],
    ['{"doubleValue":1.5}', 1.5],
    ['{"doubleValue":"NaN"}', Number.NaN],
    ['{"doubleValue":"-Infinity"}', Number.NEGATIVE_INFINITY],
    ['{"doubleValue":1e400}', Number.POSITIVE_INFINITY],
    ['{"bytesValue":"eyJhIjoxfQ=="}', '{"a":1}'],
    ['{"arrayValue":{"values":[{"intValue":"1"},{},{"stringValue":"a"}]}}', [1, null, 'a']],
    ['{"arrayValue":{}}', []],
    ['{}', null],
    ['"bare"', 'bare'],
    ['7', 7],
    ['null', null],
    ['{"stringValueStrindex":3}', null],
  ])('%s', (json, expected) => {
    expect(value(json)).toEqual(expected);
  });

  it('digits inside of a text stay text', () => {
    const text = String.raw`ids 12345678901234567890, \": 1234567890123456789 and [1234567890123456789`;
    expect(value(`{"stringValue":"${text}"}`)).toBe(text.replaceAll('\\"', '"'));
  });

  it('lone surrogates and NUL are repaired and marked', () => {
    const span = only(
      String.raw`"name":"a\ud800b","attributes":[{"key":"k","value":{"stringValue":"\u0000\udc00"}}]`,
    );
    expect(span.name).toBe('a\uFFFDb');
    expect(span.attributes.get('k')).toBe('\uFFFD\uFFFD');
    expect(span.marks).toEqual(new Set(['sanitized']));
  });

  it('a value nested 100,000 deep is replaced by its digest, and its neighbours are not', () => {
    const nested = (leaf: string): string => {
      const open = '{"arrayValue":{"values":['.repeat(100_000);
      return `${open}{"stringValue":"${leaf}"}${']}}'.repeat(100_000)}`;
    };
    const attributes = ['a', 'b'].map((leaf) => `{"key":"${leaf}","value":${nested(leaf)}}`);
    const span = only(
      `"attributes":[${attributes.join()},{"key":"c","value":{"stringValue":"c"}}]`,
    );
    expect(span.marks).toEqual(new Set(['too_deep']));
    expect(span.attributes.get('c')).toBe('c');
    expect(span.attributes.get('a')).not.toEqual(span.attributes.get('b'));
  });

  it('unknown members nested 100,000 deep cost nothing', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(only(`"other":${deep}`).marks).toEqual(new Set());
  });
});

it('the fixtures of other tests are read whole', () => {
  const body = requestOf({ attributes: { a: { b: [1, 'x', null, { c: true }] } } });
  const [span] = decodeText(JSON.stringify(body)).spans;
  expect(span?.attributes.get('a')).toEqual({ b: [1, 'x', null, { c: true }] });
});
