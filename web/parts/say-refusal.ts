import { ApiFailure } from '../api/failure.ts';
import { FAILURES, FRAME } from '../text/frame.ts';

/** That something was not done, and why in words: the API's own where it answered. */
export function sayRefusal(error: unknown): string {
  if (error instanceof ApiFailure && error.status === 0) {
    return FRAME.deedFailed(FAILURES.unreachable.title);
  }
  return FRAME.deedFailed(error instanceof Error ? error.message : String(error));
}
