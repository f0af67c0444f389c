export interface BenchSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string>;
}

/** The spans as an ExportTraceServiceRequest of one resource and one scope. */
export function toProtobuf(spans: readonly BenchSpan[]): Buffer {
  const written = spans.map((span) => bytes(2, spanMessage(span)));
  return bytes(1, bytes(2, Buffer.concat(written)));
}

function spanMessage(span: BenchSpan): Buffer {
  return Buffer.concat([
    bytes(1, Buffer.from(span.traceId, 'hex')),
    bytes(2, Buffer.from(span.spanId, 'hex')),
    ...(span.parentSpanId === undefined ? [] : [bytes(4, Buffer.from(span.parentSpanId, 'hex'))]),
    bytes(5, Buffer.from(span.name)),
    fixed64(7, span.startNs),
    fixed64(8, span.endNs),
    ...Object.entries(span.attributes).map(([key, value]) =>
      bytes(9, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, bytes(1, Buffer.from(value)))])),
    ),
  ]);
}

function bytes(field: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(payload.length)]), payload]);
}

function fixed64(field: number, value: bigint): Buffer {
  const written = Buffer.alloc(9);
  written[0] = (field << 3) | 1;
  written.writeBigUInt64LE(value, 1);
  return written;
}

function varint(value: number): number[] {
  const low = value % 0x80;
  return value < 0x80 ? [low] : [low | 0x80, ...varint(Math.floor(value / 0x80))];
}
