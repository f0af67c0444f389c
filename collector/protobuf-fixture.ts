/** Just enough of a protobuf writer for tests to build any message, well-formed or not. */

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

export function field(number: number, wireType: number, payload: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | wireType), payload]);
}

export function bytesField(number: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  return field(number, 2, Buffer.concat([varint(bytes.length), bytes]));
}

export function intField(number: number, value: number | bigint): Buffer {
  return field(number, 0, varint(value));
}

export function fixed64Field(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return field(number, 1, bytes);
}

export function message(number: number, ...fields: readonly Buffer[]): Buffer {
  return bytesField(number, Buffer.concat(fields));
}

export const TRACE_ID = Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex');
export const SPAN_ID = Buffer.from('b7ad6b7169203331', 'hex');

/** A KeyValue in field 9 of a span; `value` is the inside of its AnyValue. */
export function attribute(key: string | Buffer, value: Buffer): Buffer {
  return message(9, bytesField(1, key), message(2, value));
}

export function text(value: string | Buffer): Buffer {
  return bytesField(1, value);
}

export function span(...fields: readonly Buffer[]): Buffer {
  return message(2, bytesField(1, TRACE_ID), bytesField(2, SPAN_ID), ...fields);
}

/** An ExportTraceServiceRequest around fields of one ScopeSpans. */
export function request(...scopeSpans: readonly Buffer[]): Buffer {
  const resource = message(1, message(1, bytesField(1, 'service.name'), message(2, text('shop'))));
  return message(1, resource, message(2, message(1, bytesField(1, 'scope-a')), ...scopeSpans));
}
