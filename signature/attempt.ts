import type { ErrorClass } from './outcome/error-class.ts';

/** What counts as the same attempt; '' where the identity is unknown, and such a call repeats nothing. */
export function attemptKey(
  tool: string,
  identity: string | null,
  errorClass: ErrorClass | null,
): string {
  return identity === null ? '' : `${tool}|${identity}|${errorClass ?? ''}`;
}
