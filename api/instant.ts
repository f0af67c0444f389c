import { fromInstant, toInstant } from '@loopscope/sql';

const EARLIEST_MS = Date.UTC(1970, 0, 1);
const LATEST_MS = Date.UTC(2299, 11, 31);

/** Milliseconds since the epoch -> the store's text form, clamped to what its columns hold. */
export function toStoreInstant(epochMs: number): string {
  return toInstant(Math.min(Math.max(epochMs, EARLIEST_MS), LATEST_MS));
}

/** The store's text form -> ISO 8601 UTC. */
export function toIso(storeInstant: string): string {
  return new Date(fromInstant(storeInstant)).toISOString();
}
