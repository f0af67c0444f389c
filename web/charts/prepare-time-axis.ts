/** Ticks of a time axis at round local times. */

export interface TimeAxis {
  domain: [number, number];
  ticks: { atMs: number; label: string }[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  10 * DAY,
  30 * DAY,
  90 * DAY,
] as const;

/** `offsetMs`: the reader's time zone east of UTC. At most `most` ticks. */
export function prepareTimeAxis(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  offsetMs: number,
  most: number,
): TimeAxis {
  const span = Math.max(toMs - fromMs, MINUTE);
  const step = STEPS.find((candidate) => span / candidate <= most) ?? span / most;
  const first = Math.ceil((fromMs + offsetMs) / step) * step - offsetMs;
  const ticks: TimeAxis['ticks'] = [];
  for (let atMs = first; atMs <= toMs; atMs += step) {
    ticks.push({ atMs, label: labelTick(atMs + offsetMs, step) });
  }
  return { domain: [fromMs, toMs], ticks };
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Midnight shows its date; between, the time of day. */
function labelTick(localMs: number, step: number): string {
  const local = new Date(localMs);
  const isMidnight = localMs % DAY === 0;
  if (step >= DAY || isMidnight)
    return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()] ?? ''}`;
  return local.toISOString().slice(11, 16);
}
