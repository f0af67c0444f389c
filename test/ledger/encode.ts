import { attributesOf, type LedgerSpan, type PlannedRequest } from './plan.ts';

const NO_TRACE = '0'.repeat(32);

function spansOf({ spans, bad }: PlannedRequest): LedgerSpan[] {
  const [first] = spans;
  const rejected = first === undefined ? [] : [{ ...first, traceId: NO_TRACE }];
  return [...spans, ...Array.from({ length: bad }, () => rejected).flat()];
}

const startNs = (span: LedgerSpan): bigint => BigInt(span.startMs) * 1_000_000n;

export function toJson(request: PlannedRequest): Buffer {
  const spans = spansOf(request).map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    name: span.tool || 'invoke_agent',
    startTimeUnixNano: startNs(span).toString(),
    endTimeUnixNano: (startNs(span) + 500_000n).toString(),
    attributes: attributesOf(span).map(([key, stringValue]) => ({ key, value: { stringValue } })),
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
      bytes(5, Buffer.from(span.tool || 'invoke_agent')),
      fixed64(7, startNs(span)),
      fixed64(8, startNs(span) + 500_000n),
      ...attributesOf(span).map(([key, value]) =>
        bytes(9, bytes(1, Buffer.from(key)), bytes(2, bytes(1, Buffer.from(value)))),
      ),
    ),
  );
  return bytes(1, bytes(2, ...spans));
}

function bytes(field: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(body.length)]), body]);
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
