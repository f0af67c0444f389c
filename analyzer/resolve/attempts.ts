import { attemptKey, errorFamily } from '@loopscope/signature';
import type { ToolCallRow } from '@loopscope/sql';

import { errorClassOf } from './error-class.ts';
import type { ToolCall } from './tool-call.ts';

type Retry = ToolCallRow['retry'];

/** A call's place among the repetitions of its turn. */
export interface Attempt {
  call: ToolCall;
  /** How often its key has occurred so far, itself included. */
  count: number;
  /** Family of its own failure; empty where it has not failed. */
  family: Retry;
  /** Family of the failure that it retries; empty where its identity had not failed before. */
  retries: Retry;
  /** The retried identity succeeds at this call or later. */
  succeeds: boolean;
}

/** Failures of one identity: the last one, and the last one of an earlier step than that. */
interface Failures {
  last: Failure;
  earlier: Failure | null;
}

interface Failure {
  step: number;
  family: Retry;
}

/** Attempt, retry and eventual success of one turn's calls, given in order with their steps. Calls with unknown arguments repeat nothing. */
export function countAttempts(calls: readonly ToolCall[], steps: readonly number[]): Attempt[] {
  const counts = new Map<string, number>();
  const failed = new Map<string, Failures>();
  const attempts = calls.map((call, seq): Attempt => {
    const { content } = call;
    const step = steps[seq] ?? 0;
    const family = familyOf(call);
    const isFailure = content.outcome === 'error' && content.identity !== '';
    const retried = failed.size === 0 ? undefined : failed.get(identityKey(call));
    if (isFailure) failed.set(identityKey(call), addFailure(retried, { step, family }));
    return {
      call,
      count: countUp(counts, call),
      family,
      retries: retried === undefined ? '' : (failureBefore(retried, step)?.family ?? ''),
      succeeds: false,
    };
  });
  markSuccesses(attempts);
  return attempts;
}

function markSuccesses(attempts: readonly Attempt[]): void {
  if (attempts.every(({ retries }) => retries === '')) return;
  const succeeds = new Set<string>();
  for (const attempt of attempts.toReversed()) {
    const key = identityKey(attempt.call);
    if (attempt.call.content.outcome === 'ok') succeeds.add(key);
    if (attempt.retries !== '' && succeeds.has(key)) attempt.succeeds = true;
  }
}

/** Calls of one step were asked for together, so none of them answers another's failure. */
function failureBefore({ last, earlier }: Failures, step: number): Failure | null {
  return last.step === step ? earlier : last;
}

function addFailure(known: Failures | undefined, failure: Failure): Failures {
  if (known === undefined) return { last: failure, earlier: null };
  return { last: failure, earlier: failureBefore(known, failure.step) };
}

function countUp(counts: Map<string, number>, { content }: ToolCall): number {
  const key = attemptKey(content.tool, content.identity || null, errorClassOf(content));
  if (key === '') return 1;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function identityKey({ content }: ToolCall): string {
  return `${content.tool}\u0000${content.identity}`;
}

function familyOf({ content }: ToolCall): Retry {
  const errorClass = errorClassOf(content);
  return errorClass === null ? '' : errorFamily(errorClass);
}
