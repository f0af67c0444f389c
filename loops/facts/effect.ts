import type { Call } from '../call.ts';

/** True where the call is declared to change something. */
export function isWrite(call: Pick<Call, 'effect'>): boolean {
  return call.effect === 'write' || call.effect === 'destructive';
}

/** A write counts unless it was refused: after a timeout it may well have been made. */
export function mayHaveWritten(call: Pick<Call, 'effect' | 'outcome' | 'errorClass'>): boolean {
  if (!isWrite(call)) return false;
  if (call.outcome !== 'error') return true;
  return call.errorClass === 'timeout' || call.errorClass === 'connection';
}
