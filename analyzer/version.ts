import { fromInstant } from '@loopscope/sql';

import type { Span } from './resolve/span.ts';

/** Room below the millisecond for the number of spans. */
const COUNT_BITS = 20n;

/**
 * Version of the rows that these spans resolve to, as digits: their last arrival, then how many they are. It depends on
 * nothing but the spans, and what was resolved from more of them is newer.
 */
export function versionOf(spans: readonly Span[]): string {
  // Instants of one form are in order as texts.
  let last = '';
  for (const { row } of spans) if (row.ingested_at > last) last = row.ingested_at;
  const most = (1n << COUNT_BITS) - 1n;
  const count = BigInt(spans.length);
  return String(
    (BigInt(last === '' ? 0 : fromInstant(last)) << COUNT_BITS) | (count < most ? count : most),
  );
}

/** The version, as if its spans had arrived no earlier than this. */
export function notBefore(version: string, ms: number): string {
  const given = BigInt(version);
  const count = given & ((1n << COUNT_BITS) - 1n);
  const least = (BigInt(Math.floor(ms)) << COUNT_BITS) | count;
  return String(given < least ? least : given);
}

/** A version above all of those that stand. */
export function above(version: string, standing: Iterable<{ version: string }>): string {
  const last = Iterator.from(standing).reduce(
    (most, row) => {
      const own = BigInt(row.version);
      return own > most ? own : most;
    },
    BigInt(version) - 1n,
  );
  return String(last + 1n);
}

/** True where the first of two versions is the later one. */
export function isLater(a: string, b: string): boolean {
  // Digits without leading zeros.
  return a.length === b.length ? a > b : a.length > b.length;
}
