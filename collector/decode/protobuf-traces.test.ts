import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import {
  attribute,
  bytesField,
  field,
  fixed64Field,
  intField,
  message,
  request,
  span,
  SPAN_ID,
  text,
  TRACE_ID,
  varint,
} from '../protobuf-fixture.ts';
import { decodeProtobufTraces } from './protobuf-traces.ts';
import { DecodeError, type DecodedTraces, type WireValue } from './wire-span.ts';

const decode = (body: Buffer): DecodedTraces => decodeProtobufTraces(body, DEFAULT_LIMITS);

/** Whatever the bytes are: an answer, or a DecodeError and nothing else. */
function decodeOrRefuse(body: Buffer): DecodedTraces | null {
  try {
    return decode(body);
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
    return null;
  }
}

function valueOf(value: Buffer): WireValue | undefined {
  return decode(request(span(attribute('k', value)))).spans[0]?.attributes.get('k');
}

const recorded = gunzipSync(
  readFileSync(
    new URL('../../test/wire/semconv-genai-structured/ok/request-1.pb.gz', import.meta.url),
  ),
);

describe('a well-formed request', () => {
  it('comes out as it went in', () => {
    const body = request(
      span(
        bytesField(4, Buffer.from('00f067aa0ba902b7', 'hex')),
        bytesField(5, 'execute_tool search'),
        intField(6, 1),
        fixed64Field(7, 1_700_000_000_123_456_789n),
        fixed64Field(8, 1_700_000_001_123_456_789n),
        attribute('gen_ai.tool.name', text('search')),
        intField(10, 3),
        message(
          11,
          fixed64Field(1, 5n),
          bytesField(2, 'exception'),
          message(3, bytesField(1, 'exception.type'), message(2, text('Timeout'))),
        ),
        message(15, bytesField(2, 'timeout'), intField(3, 2)),
      ),
    );
    const [decoded] = decode(body).spans;
    expect(decoded).toMatchObject({
      scope: 'scope-a',
      traceId: TRACE_ID.toString('hex'),
      spanId: SPAN_ID.toString('hex'),
      parentSpanId: '00f067aa0ba902b7',
      name: 'execute_tool search',
      startNs: 1_700_000_000_123_456_789n,
      endNs: 1_700_000_001_123_456_789n,
      status: 'error',
      statusMessage: 'timeout',
      droppedAttributes: 3,
    });
    expect(decoded?.resource.attributes.get('service.name')).toBe('shop');
    expect(decoded?.events[0]?.attributes.get('exception.type')).toBe('Timeout');
    expect(decoded?.marks).toEqual(new Set());
  });

  it('may name its resource and its scope after the spans', () => {
    const late = message(1, message(2, span(), message(1, bytesField(1, 'late'))), message(1));
    expect(decode(late).spans[0]?.scope).toBe('late');
  });

  it('may be empty', () => {
    expect(decode(Buffer.alloc(0))).toEqual({ spans: [], rejections: [] });
  });

  it('may hold fields that nobody knows, and known fields of another wire type', () => {
    const odd = [field(99, 0, varint(7)), bytesField(98, 'x'), field(5, 0, varint(1))];
    const fixed = [field(97, 5, Buffer.alloc(4)), field(96, 1, Buffer.alloc(8))];
    expect(decode(request(span(...odd, ...fixed))).spans).toHaveLength(1);
  });
});

describe('every kind of value', () => {
  it.each([
    ['text', text('a'), 'a'],
    ['true', intField(2, 1), true],
    ['an integer', intField(3, 42), 42],
    ['a negative integer', intField(3, -7), -7],
    ['2^53 - 1', intField(3, 2n ** 53n - 1n), 9_007_199_254_740_991],
    ['2^53 + 1', intField(3, 2n ** 53n + 1n), 9_007_199_254_740_993n],
    ['-2^63', intField(3, -(2n ** 63n)), -9_223_372_036_854_775_808n],
    ['2^64 - 1 read as signed', intField(3, 2n ** 64n - 1n), -1],
    ['bytes that are text', bytesField(7, '{"a":1}'), '{"a":1}'],
    ['bytes that are none', bytesField(7, Buffer.from([0xff, 0xfe])), '//4='],
    ['nothing', Buffer.alloc(0), null],
    ['an empty list', message(5), []],
    ['a mixed list', message(5, message(1, text('a')), message(1, intField(3, 1))), ['a', 1]],
  ] as const)('%s', (_name, value, expected) => {
    expect(valueOf(value)).toEqual(expected);
  });

  it('a list of pairs is an object without a prototype', () => {
    const pair = message(1, bytesField(1, '__proto__'), message(2, text('x')));
    const object = valueOf(message(6, pair));
    expect(Object.getPrototypeOf(object)).toBeNull();
    expect(Object.entries(object ?? {})).toEqual([['__proto__', 'x']]);
  });
});

describe('malformed bytes', () => {
  it('cut anywhere, a request is refused', () => {
    for (let length = 1; length < recorded.length; length += 1) {
      expect(() => decode(recorded.subarray(0, length)), `at ${length}`).toThrow(DecodeError);
    }
  });

  it('random bytes give an answer or a refusal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        decodeOrRefuse(Buffer.from(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('a request with some bytes changed gives an answer or a refusal', () => {
    const changes = fc.array(fc.tuple(fc.nat(recorded.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(changes, (pairs) => {
        const body = Buffer.from(recorded);
        for (const [at, byte] of pairs) body[at] = byte;
        const decoded = decodeOrRefuse(body);
        if (decoded) expect(decoded.spans.every(({ traceId }) => traceId.length === 32)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a varint longer than ten bytes', Buffer.from([0x08, ...Array(11).fill(0xff), 1])],
    ['a length beyond 2^32', Buffer.concat([varint(10), varint(2n ** 40n)])],
    ['a length of 2 GB with nothing behind it', Buffer.concat([varint(10), varint(2 ** 31)])],
    ['a group', Buffer.from([0x0b, 0x0c])],
    ['wire type 7', Buffer.from([0x0f])],
    ['field number 0', Buffer.from([0x02, 0x00])],
  ])('%s is refused', (_name, body) => {
    expect(() => decode(body)).toThrow(DecodeError);
  });

  it('inside of one span they cost that span only', () => {
    const broken = message(2, bytesField(1, TRACE_ID), Buffer.from([0x2a, 0x7f, 0x61]));
    const deep = span(message(9, Buffer.from([0x12, 0x02, 0x0a, 0x05])));
    const decoded = decode(request(span(), broken, span(), deep, span(bytesField(5, 'last'))));
    expect(decoded.spans.map(({ name }) => name)).toEqual(['', '', 'last']);
    expect(decoded.rejections.map(({ reason }) => reason)).toEqual([
      'malformed_span',
      'malformed_span',
    ]);
  });
});

describe('ids', () => {
  it.each([
    [
      'a trace id of zeros',
      [bytesField(1, Buffer.alloc(16)), bytesField(2, SPAN_ID)],
      'bad_trace_id',
    ],
    [
      'a trace id of 15 bytes',
      [bytesField(1, Buffer.alloc(15, 1)), bytesField(2, SPAN_ID)],
      'bad_trace_id',
    ],
    ['no trace id', [bytesField(2, SPAN_ID)], 'bad_trace_id'],
    [
      'a span id of 7 bytes',
      [bytesField(1, TRACE_ID), bytesField(2, Buffer.alloc(7, 1))],
      'bad_span_id',
    ],
    [
      'a span id of 9 bytes',
      [bytesField(1, TRACE_ID), bytesField(2, Buffer.alloc(9, 1))],
      'bad_span_id',
    ],
    ['no span id', [bytesField(1, TRACE_ID)], 'bad_span_id'],
  ])('%s rejects the span and no other', (_name, fields, reason) => {
    const named = [...fields, bytesField(5, 'lost'), attribute('a', text('b'))];
    const decoded = decode(request(message(2, ...named), span()));
    expect(decoded.spans).toHaveLength(1);
    expect(decoded.rejections).toMatchObject([
      { reason, sample: '{"name":"lost","attributes":{"a":"b"}}' },
    ]);
  });

  it('a parent id of zeros is a root; one of the wrong length too, but marked', () => {
    const parents = [Buffer.alloc(8), Buffer.alloc(5, 1)];
    const { spans } = decode(request(...parents.map((parent) => span(bytesField(4, parent)))));
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual(['', '']);
    expect(spans.map(({ marks }) => marks)).toEqual([new Set(), new Set(['bad_parent_id'])]);
  });
});

describe('text', () => {
  it.each([
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'],
    ['an overlong form', Buffer.from([0xc0, 0xaf]), '\uFFFD\uFFFD'],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80]), '\uFFFD\uFFFD\uFFFD'],
    ['NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
  ])('with %s is repaired and marked', (_name, bytes, expected) => {
    const body = request(span(attribute('k', text(bytes))), span(attribute('k', text('whole'))));
    const [repaired, whole] = decode(body).spans;
    expect(repaired?.attributes.get('k')).toBe(expected);
    expect(repaired?.marks).toEqual(new Set(['sanitized']));
    expect(whole?.marks).toEqual(new Set());
  });

  it('with U+FFFD, a byte order mark or bidi marks is left alone', () => {
    const odd = '\uFFFD\uFEFF\u202E\uFFFE';
    const [only] = decode(request(span(attribute(odd, text(odd)), bytesField(5, odd)))).spans;
    expect(only).toMatchObject({ name: odd, marks: new Set() });
    expect(only?.attributes.get(odd)).toBe(odd);
  });
});

describe('sizes', () => {
  it('a value nested 100,000 deep is replaced by its digest, and the span is marked', () => {
    const nested = (leaf: string): Buffer => {
      const layers: Buffer[] = [text(leaf)];
      let size = layers[0]!.length;
      // Outside in: each layer is the two headers around everything within.
      for (let depth = 0; depth < 100_000; depth += 1) {
        const inner = Buffer.concat([varint(10), varint(size)]);
        const outer = Buffer.concat([varint(42), varint(size + inner.length)]);
        layers.push(inner, outer);
        size += inner.length + outer.length;
      }
      return Buffer.concat(layers.toReversed());
    };
    const body = request(
      span(attribute('k', nested('a'))),
      span(attribute('k', nested('b'))),
      span(),
    );
    const [a, b, plain] = decode(body).spans;
    expect(a?.marks).toEqual(new Set(['too_deep']));
    expect(plain?.marks).toEqual(new Set());
    expect(JSON.stringify(a?.attributes.get('k'))).toContain('nested deeper than 64');
    expect(a?.attributes.get('k')).not.toEqual(b?.attributes.get('k'));
  });

  it('attributes and events beyond the limit are counted out, in linear time', () => {
    const { maxAttributes, maxEvents } = DEFAULT_LIMITS;
    const attributes = Array.from({ length: 100_000 }, (_, index) =>
      attribute(`k${index}`, text('v')),
    );
    const events = Array.from({ length: 10_000 }, () => message(11, bytesField(2, 'e')));
    const body = request(span(Buffer.concat([...attributes, ...events])));
    const [wide] = decode(body).spans;
    expect(wide?.attributes.size).toBe(maxAttributes);
    expect(wide?.events).toHaveLength(maxEvents);
    expect(wide?.marks).toEqual(new Set(['truncated']));
  });
});
