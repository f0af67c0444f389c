import type { Limits } from '../limits.ts';
import { decodeLogs, type DecodedLogs } from './decode-logs.ts';
import { decodeTraces } from './decode-traces.ts';
import type { Encoding } from './media-type.ts';

/** A request that holds spans, or log records that stand for some. */
export interface SpanRequest {
  signal: 'traces' | 'logs';
  /** As it was before compression. */
  body: Buffer;
  encoding: Encoding;
}

/**
 * Bytes of a request to spans.
 * @throws {DecodeError} where the body as a whole cannot be read.
 */
export function decodeRequest(
  { signal, body, encoding }: SpanRequest,
  limits: Limits,
): DecodedLogs {
  return signal === 'logs'
    ? decodeLogs(body, encoding, limits)
    : { ...decodeTraces(body, encoding, limits), unused: 0 };
}
