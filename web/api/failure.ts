import { errorAnswer } from '@loopscope/api/contract';

/** An answer that is no data. `status` 0: no answer at all. `code` and `message` are the API's own where it gave them. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
  }
}

/** Reads the error body; anything unreadable becomes its status. */
export function readFailure(status: number, body: unknown): ApiFailure {
  const parsed = errorAnswer.safeParse(body);
  if (!parsed.success) return new ApiFailure(status, 'unreadable', `HTTP ${status}`);
  return new ApiFailure(status, parsed.data.error.code, parsed.data.error.message);
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 404;

/** Repeating helps only where nobody said no. */
export function isWorthRetrying(error: unknown, failures: number): boolean {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  const isMismatch = error instanceof ApiFailure && error.code === 'contract';
  return !isRefusal && !isMismatch && failures < 2;
}
