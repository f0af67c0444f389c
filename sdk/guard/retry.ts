import { errorFamily, type ErrorClass } from '@loopscope/signature';

/** How the executor repeats calls that a passing fault has hit, without the model knowing. */
export interface RetryPolicy {
  /** Executions in all, the first included. */
  attempts: number;
  /** Upper bound of the first wait; it doubles from wait to wait. */
  baseMs: number;
  maxDelayMs: number;
  /** After so long, executions and waits together, nothing is tried again. */
  totalMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 3,
  baseMs: 200,
  maxDelayMs: 5_000,
  totalMs: 15_000,
};

export interface FailedAttempt {
  /** 1 for the first execution. */
  attempt: number;
  errorClass: ErrorClass | null;
  /** What the server asked for; null where it asked for nothing. */
  retryAfterMs: number | null;
  elapsedMs: number;
  /** 0 to below 1. */
  random: number;
}

/**
 * Wait before the next execution, with full jitter and never shorter than the server asked for; null where there must be none. Whether the
 * call is safe to repeat at all is decided elsewhere.
 */
export function retryDelay(policy: RetryPolicy, failed: FailedAttempt): number | null {
  const { attempt, errorClass, retryAfterMs, elapsedMs, random } = failed;
  if (errorClass === null || errorFamily(errorClass) !== 'transport') return null;
  if (attempt >= policy.attempts) return null;
  const bound = Math.min(policy.maxDelayMs, policy.baseMs * 2 ** (attempt - 1));
  const delayMs = Math.max(Math.round(random * bound), retryAfterMs ?? 0);
  return elapsedMs + delayMs > policy.totalMs ? null : delayMs;
}
