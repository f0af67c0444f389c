import { errorFamily } from '@loopscope/signature';
import type { ErrorFamily } from '@loopscope/signature';

import type { Asked } from './asked.ts';
import type { Call } from '../call.ts';
import type { Said } from './said.ts';

/**
 * What the answer of a call says beside what the same question has answered before: nothing to compare with, the same again, the
 * same in other words, something new, or nothing because no result was recorded.
 */
export type Relation = 'first' | 'same' | 'near' | 'news' | 'unknown';

/** Why asking again can be honest: something may have changed since, or other calls brought news meanwhile. */
export type Excuse = 'none' | 'write' | 'maybe_write' | 'progress';

/** How much a model answer has brought: shared by its calls. */
export interface Step {
  number: number;
  /** Its calls that brought something new. */
  news: number;
}

/** A call with what the detectors ask of it again and again. */
export interface Fact {
  call: Call;
  failed: boolean;
  asked: Asked;
  said: Said;
  /** Position in its scope. */
  at: number;
  /** Position among the calls of its agent. */
  nth: number;
  /** Number of the question: who asked what of which tool. Negative where the arguments are unknown, and then equal to nothing. */
  question: number;
  /** Number of agent and tool. */
  toolId: number;
  /** What came back, volatile parts masked; empty where nothing was recorded. */
  answer: string;
  /** Null where the outcome is no error. */
  family: ErrorFamily | null;
  /** The call with the same question before this one. */
  before: Fact | null;
  relation: Relation;
  excuse: Excuse;
  step: Step;
  /** Known writes, possible writes and news of repeated questions in the scope when this call had been seen. */
  writes: number;
  maybeWrites: number;
  progress: number;
}

export function isRepeat(fact: Fact): boolean {
  return fact.relation === 'same' || fact.relation === 'near';
}

export function isFailure(fact: Fact): boolean {
  return fact.failed;
}

/** Who turned a call down: the tool, or for tools that do not exist the one that would have called them. */
export function rejecterOf({ tool, errorClass }: Call): string {
  return errorClass === 'unknown_tool' ? '' : tool;
}

/** Other calls of the agent since it asked the same question before. */
export function gapOf(fact: Fact): number {
  return fact.before === null ? 0 : gapBetween(fact.before, fact);
}

/** True where nobody has done anything since the same question was asked before. */
export function followsItself(fact: Fact): boolean {
  return fact.before !== null && fact.at - fact.before.at === 1;
}

/** Calls between two: those of the agent where both are its own, for what others do meanwhile is no work of its. */
export function gapBetween(before: Fact, now: Fact): number {
  return before.call.agent === now.call.agent ? now.nth - before.nth - 1 : now.at - before.at - 1;
}

export function familyOf(call: Call): ErrorFamily | null {
  return call.errorClass === null ? null : errorFamily(call.errorClass);
}

/** How far what is waited for has come, whatever has cut the waiting short. */
const PART_WAY =
  /(?<!\b(?:attempt|retry|try|retries|page|step)\W{1,3})\b\d{1,6}\s?(?:of|out of|\/)\s?\d{1,6}\b(?!\s(?:attempts|retries|tries))/i;
const MAX_FAULT = 600;

/** Passing faults of one question are one answer: which fault it was this time says nothing about the question. */
export function answerOf(call: Call, family: ErrorFamily | null): string {
  if (family === 'transport') {
    const told = PART_WAY.exec(call.text?.result?.slice(0, MAX_FAULT) ?? '')?.[0] ?? '';
    return `passing fault ${told}`;
  }
  if (call.resultFingerprint !== null) return call.resultFingerprint;
  if (call.outcome === 'error') return call.errorTemplate || 'error';
  return call.resultKind === 'empty' ? 'empty' : '';
}
