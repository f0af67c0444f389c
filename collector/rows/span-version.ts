import { crc32 } from 'node:zlib';
import type { SpanRow } from '@loopscope/sql';
import type { CanonicalSpan } from '../normalise/canonical-span.ts';

const MS_BITS = 42n;
const COUNT_BITS = 7n;
const HASH_BITS = 14n;
const NS_PER_MS = 1_000_000n;

/**
 * Of two deliveries of one span the later end wins, then the one with more attributes, then a hash of what they say:
 * which one arrived first never matters. 63 bits as a decimal.
 */
export function versionOf(row: SpanRow, span: CanonicalSpan): string {
  const endMs = limit(span.endNs / NS_PER_MS, MS_BITS);
  const count = limit(BigInt(span.rest.size + span.events.length), COUNT_BITS);
  return ((((endMs << COUNT_BITS) | count) << HASH_BITS) | contentHash(row)).toString();
}

function limit(value: bigint, bits: bigint): bigint {
  const most = (1n << bits) - 1n;
  return value > most ? most : value;
}

/** Over all that two deliveries may differ in, arguments and results by their signature and fingerprint. */
function contentHash(row: SpanRow): bigint {
  const { status, name, signature, result_fingerprint, attributes, events, messages } = row;
  const text = [status, name, signature, result_fingerprint, attributes, events, messages].join(
    '\u0000',
  );
  return BigInt(crc32(text)) & ((1n << HASH_BITS) - 1n);
}
