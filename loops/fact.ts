import { errorFamily } from '@loopscope/signature';
import type { ErrorFamily } from '@loopscope/signature';

import type { Call } from './call.ts';

/** A call with what the detectors ask of it again and again. */
export interface Fact {
  call: Call;
  /** Position in its scope. */
  at: number;
  /** Who asked what of which tool; empty where the arguments are unknown, and then equal to nothing. */
  key: string;
  /** What came back, volatile parts masked; empty where nothing was recorded. */
  answer: string;
  /** Null where the outcome is no error. */
  family: ErrorFamily | null;
  /** Known writes that have succeeded before this call in the scope. */
  world: number;
}

/** True where another call of the same kind may have changed something. */
export function isWrite(call: Call): boolean {
  return call.effect === 'write' || call.effect === 'destructive';
}

export function keyOf(call: Call): string {
  return call.identity === null ? '' : `${call.agent}\u0000${call.tool}\u0000${call.identity}`;
}

/** Transport failures of one key are one answer: which fault it was this time says nothing new about the question. */
export function answerOf(call: Call, family: ErrorFamily | null): string {
  if (family === 'transport') return 'error:transport';
  if (call.outcome === 'error') return `error:${call.errorClass ?? ''}:${call.errorTemplate}`;
  if (call.resultFingerprint === null) return call.resultKind === 'empty' ? 'empty' : '';
  return `${call.resultKind}:${call.resultFingerprint}`;
}

export function factOf(call: Call, at: number, world: number): Fact {
  const family = call.errorClass === null ? null : errorFamily(call.errorClass);
  return { call, at, key: keyOf(call), answer: answerOf(call, family), family, world };
}
