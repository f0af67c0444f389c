import { errorFamily } from '@loopscope/signature';
import type { ErrorFamily } from '@loopscope/signature';

import type { Call } from './call.ts';

/**
 * What the answer of a call says beside what the same question has answered before: nothing to compare with, the same again, the
 * same in other words, something new, or nothing because no result was recorded.
 */
export type Relation = 'first' | 'same' | 'near' | 'news' | 'unknown';

/** Why asking again can be honest: something may have changed since, or other calls brought news meanwhile. */
export type Excuse = 'none' | 'write' | 'maybe_write' | 'progress';

/** A call with what the detectors ask of it again and again. */
export interface Fact {
  call: Call;
  /** Position in its scope. */
  at: number;
  /** Who asked what of which tool; empty where the arguments are unknown, and then equal to nothing. */
  key: string;
  /** Agent and tool. */
  toolKey: string;
  /** What came back, volatile parts masked; empty where nothing was recorded. */
  answer: string;
  /** Null where the outcome is no error. */
  family: ErrorFamily | null;
  /** The call with the same key before this one. */
  before: Fact | null;
  relation: Relation;
  excuse: Excuse;
  /** Calls with other keys since `before`. */
  gap: number;
  /** The scope's counters when this call had been seen. */
  after: Counters;
}

/** Counts up while a scope is observed. */
export interface Counters {
  /** Known writes that succeeded and were no repeats. */
  writes: number;
  /** Successful calls of unknown effect asked for the first time: any of them may have been a write. */
  maybeWrites: number;
  /** Questions asked again that answered something new. */
  progress: number;
}

export function isRepeat(fact: Fact): boolean {
  return fact.relation === 'same' || fact.relation === 'near';
}

export function isFailure(fact: Fact): boolean {
  return fact.call.outcome === 'error';
}

export function familyOf(call: Call): ErrorFamily | null {
  return call.errorClass === null ? null : errorFamily(call.errorClass);
}

export function toolKeyOf(call: Call): string {
  return `${call.agent}\u0000${call.tool}`;
}

export function keyOf(call: Call): string {
  return call.identity === null ? '' : `${toolKeyOf(call)}\u0000${call.identity}`;
}

/** Passing faults of one question are one answer: which fault it was this time says nothing about the question. */
export function answerOf(call: Call): string {
  if (familyOf(call) === 'transport') return 'error:transport';
  if (call.outcome === 'error') return `error:${call.resultFingerprint ?? call.errorTemplate}`;
  if (call.resultKind === 'empty') return 'empty';
  return call.resultFingerprint === null ? '' : `${call.resultKind}:${call.resultFingerprint}`;
}
