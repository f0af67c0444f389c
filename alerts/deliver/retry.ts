/** What came of one try. `doubtful`: it may have arrived all the same. */
export type Attempt =
  | { kind: 'delivered' }
  | { kind: 'retry'; reason: string; retryAfterMs: number | null; doubtful?: boolean }
  | { kind: 'refused'; reason: string };

const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
/** A refusal is not taken back within seconds, but somebody may mend the receiver within the hour. */
const REFUSED_FIRST_MS = 60_000;
const REFUSED_LONGEST_MS = 3_600_000;
/** From so many tries on somebody should look. */
export const DEAD_TRIES = 8;

/** What a status means: 2xx is done; a busy or failing server is asked again soon; a redirect or a refusal much later. */
export function readStatus(status: number, retryAfter: string | null, nowMs: number): Attempt {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const reason = `answered ${status}`;
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'retry', reason, retryAfterMs: readRetryAfter(retryAfter, nowMs) };
  }
  return { kind: 'refused', reason };
}

/** Pause before the next try; doubled each time, a tenth earlier or later by `random` in 0..1, never before Retry-After. */
export function pauseMs(tries: number, retryAfterMs: number | null, random: number): number {
  const doubled = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
  return Math.max(doubled * (0.9 + 0.2 * random), retryAfterMs ?? 0);
}

/** Pause after a refusal. */
export function refusedPauseMs(tries: number, random: number): number {
  const doubled = Math.min(REFUSED_FIRST_MS * 2 ** (tries - 1), REFUSED_LONGEST_MS);
  return doubled * (0.9 + 0.2 * random);
}

/** Seconds or an HTTP date -> milliseconds from now, at most an hour; null where absent or unreadable. */
function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
}
