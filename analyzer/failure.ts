import { StoreError } from '@loopscope/sql';

/** True where the same work may succeed later: the store is away, busy or full. */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreError && error.retryable;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
