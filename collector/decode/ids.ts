/** Trace and span ids as 32 and 16 lower-case hex characters; null where what was sent is no id. */

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function traceIdFromBytes(bytes: Buffer): string | null {
  return fromBytes(bytes, TRACE_BYTES);
}

export function spanIdFromBytes(bytes: Buffer): string | null {
  return fromBytes(bytes, SPAN_BYTES);
}

export function traceIdFromJson(value: unknown): string | null {
  return fromJson(value, TRACE_BYTES);
}

export function spanIdFromJson(value: unknown): string | null {
  return fromJson(value, SPAN_BYTES);
}

function fromBytes(bytes: Buffer, length: number): string | null {
  return bytes.length === length ? nonZero(bytes.toString('hex')) : null;
}

/** Hex in any case; leniently base64, a byte array, or the hex of a base64-decoded hex id, as some senders write. */
function fromJson(value: unknown, bytes: number): string | null {
  if (Array.isArray(value)) return fromBytes(Buffer.from(value), bytes);
  if (typeof value !== 'string') return null;
  if (value.length === bytes * 2 && HEX.test(value)) return nonZero(value.toLowerCase());
  if (value.length === bytes * 3 && HEX.test(value)) {
    return fromJson(Buffer.from(value, 'hex').toString('base64'), bytes);
  }
  if (BASE64.test(value)) return fromBytes(Buffer.from(value, 'base64'), bytes);
  return null;
}

function nonZero(hex: string): string | null {
  return /[^0]/.test(hex) ? hex : null;
}
