import { attributesOf, nameOf, type LedgerSpan, type PlannedRequest } from './plan.ts';

const NO_TRACE = '0'.repeat(32);
const ERROR = 2;

function spansOf({ spans, bad }: PlannedRequest): LedgerSpan[] {
  const [first] = spans;
  const rejected = first === undefined ? [] : [{ ...first, traceId: NO_TRACE }];
  return [...spans, ...Array.from({ length: bad }, () => rejected).flat()];
}

const toNs = (ms: number): bigint => BigInt(ms) * 1_000_000n;
const endMs = (span: LedgerSpan): number => span.startMs + span.durationMs;

export function toJson(request: PlannedRequest): Buffer {
  const spans = spansOf(request).map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: nameOf(span),
    startTimeUnixNano: toNs(span.startMs).toString(),
    endTimeUnixNano: toNs(endMs(span)).toString(),
    attributes: attributesOf(span).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
    })),
    status: span.error === '' ? {} : { code: ERROR, message: span.error },
  }));
  return Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
}

/** The same as protobuf: field numbers of opentelemetry.proto.trace.v1. */
export function toProtobuf(request: PlannedRequest): Buffer {
  const spans = spansOf(request).map((span) =>
    bytes(
      2,
      bytes(1, Buffer.from(span.traceId, 'hex')),
      bytes(2, Buffer.from(span.spanId, 'hex')),
      bytes(4, Buffer.from(span.parentSpanId, 'hex')),
      bytes(5, Buffer.from(nameOf(span))),
      fixed64(7, toNs(span.startMs)),
      fixed64(8, toNs(endMs(span))),
      ...attributesOf(span).map(([key, value]) =>
        bytes(9, bytes(1, Buffer.from(key)), bytes(2, anyValue(value))),
      ),
      ...(span.error === ''
        ? []
        : [bytes(15, bytes(2, Buffer.from(span.error)), number(3, ERROR))]),
    ),
  );
  return bytes(1, bytes(2, ...spans));
}

function anyValue(value: string | number): Buffer {
  return typeof value === 'number' ? number(3, value) : bytes(1, Buffer.from(value));
}

function bytes(field: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(body.length)]), body]);
}

function number(field: number, value: number): Buffer {
  return Buffer.from([field << 3, ...varint(value)]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function fixed64(field: number, value: bigint): Buffer {
  const body = Buffer.alloc(9);
  body.writeUInt8((field << 3) | 1);
  body.writeBigUInt64LE(value, 1);
  return body;
}
