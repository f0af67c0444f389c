import { fromInstant } from '../instant.ts';
import type { SilenceRow } from './alert-rows.ts';

const PERIOD_MS = { daily: 86_400_000, weekly: 604_800_000 } as const;

/** Whether a silence is in force: within its span, and within one of its windows where it has some. */
export function isSilencing(
  row: Pick<SilenceRow, 'starts_at' | 'expires_at' | 'repeat' | 'window_seconds'>,
  nowMs: number,
): boolean {
  const startMs = fromInstant(row.starts_at);
  if (nowMs < startMs || nowMs >= fromInstant(row.expires_at)) return false;
  if (row.repeat === 'none') return true;
  return (nowMs - startMs) % PERIOD_MS[row.repeat] < row.window_seconds * 1_000;
}

/** So many starts within the time are flapping: from then on the end of an alert is believed only when it lasts. */
const FLAPPING_STARTS = 4;
const FLAPPING_WITHIN_MS = 3_600_000;

/** `starts`: the latest incidents of an alert, milliseconds since the epoch as digits. */
export function isFlapping(starts: readonly string[], nowMs: number): boolean {
  const recent = starts.filter((start) => nowMs - Number(start) <= FLAPPING_WITHIN_MS);
  return recent.length >= FLAPPING_STARTS;
}
