import { isFlapping, toInstant, type AlertStateRow } from '@loopscope/sql';

const FLAPPING_KEEP_MS = 600_000;
const KEPT_STARTS = 10;

/** How long a flapping alert must be clear before it is over; 0 for one that does not flap. */
export function flappingKeepMs(starts: readonly string[], nowMs: number): number {
  return isFlapping(starts, nowMs) ? FLAPPING_KEEP_MS : 0;
}

/** What the beginning of an incident leaves in the row. */
export function withStart(
  { starts }: AlertStateRow,
  nowMs: number,
): Pick<AlertStateRow, 'starts' | 'started_at'> {
  // Starts name incidents, so each is later than the one before, whatever the clock does.
  const startMs = Math.max(nowMs, Number(starts.at(-1) ?? 0) + 1);
  return {
    starts: [...starts, String(startMs)].slice(-KEPT_STARTS),
    started_at: toInstant(startMs),
  };
}

/** The latest incident: its start in milliseconds since the epoch; '0' before the first. */
export const incidentOf = ({ starts }: Pick<AlertStateRow, 'starts'>): string =>
  starts.at(-1) ?? '0';
