/** `spool_in_use`, `spool_unusable`: it cannot be opened. `disk_full`, `spool_gone`: it takes nothing until there is room, or it is back. */
export type SpoolErrorCode = 'spool_in_use' | 'spool_unusable' | 'disk_full' | 'spool_gone';

export class SpoolError extends Error {
  readonly code: SpoolErrorCode;

  constructor(code: SpoolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SpoolError';
    this.code = code;
  }
}

const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

export const isBusy = (error: unknown): boolean => resultOf(error) === BUSY;
export const isFull = (error: unknown): boolean => resultOf(error) === FULL;
export const isCorrupt = (error: unknown): boolean =>
  resultOf(error) === CORRUPT || resultOf(error) === NOT_A_DATABASE;

/** SQLite's primary result code; its extended ones carry the detail in the higher bits. */
function resultOf(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code % 256 : null;
}
