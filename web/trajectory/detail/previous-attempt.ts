import type { ToolStep } from '@loopscope/api/contract';

/**
 * How a result stands to the attempts before: nothing to compare with, equal to the last, equal to an earlier one,
 * equal but for masked details (errors), new.
 */
export type ResultRelation = 'first' | 'same' | 'seen' | 'alike' | 'new';

export interface Comparison {
  /** The attempt that a call is compared with; null for a first. */
  before: ToolStep | null;
  relation: ResultRelation;
}

/**
 * By `call_seq`. A call is compared with the last one of the same identity; without one, with the last call of the
 * same tool in the same loop (arguments that were varied against one rejection).
 */
export function compareAttempts(calls: readonly ToolStep[]): ReadonlyMap<number, Comparison> {
  const histories = new Map<string, ToolStep[]>();
  const comparisons = new Map<number, Comparison>();
  for (const call of calls) {
    const keys = historyKeys(call);
    const history =
      keys.map((key) => histories.get(key)).find((found) => found !== undefined) ?? [];
    comparisons.set(call.call_seq, {
      before: history.at(-1) ?? null,
      relation: relateResult(call, history),
    });
    for (const key of keys)
      histories.set(key, [...(histories.get(key) ?? []), call].slice(-MOST_KEPT));
  }
  return comparisons;
}

/** A result that was seen longer ago than this counts as new; it bounds the work on endless runs. */
const MOST_KEPT = 50;

/** Identity first, then the loop; unknown arguments equal nothing. */
function historyKeys(call: ToolStep): string[] {
  return [
    ...(call.identity === '' ? [] : [`identity ${call.tool} ${call.identity}`]),
    ...(call.loop_id === null ? [] : [`loop ${call.loop_id} ${call.tool}`]),
  ];
}

function relateResult(call: ToolStep, history: readonly ToolStep[]): ResultRelation {
  const last = history.at(-1);
  if (last === undefined) return 'first';
  if (hasSameResult(call, last)) return 'same';
  if (history.some((earlier) => hasSameResult(call, earlier))) return 'seen';
  const isAlike = call.error_class !== '' && call.error_class === last.error_class;
  return isAlike && call.error_template === last.error_template ? 'alike' : 'new';
}

/** Errors are compared by their whole text, results by fingerprint; what was not recorded equals nothing. */
function hasSameResult(call: ToolStep, other: ToolStep): boolean {
  if (call.error_class !== other.error_class) return false;
  if (call.error_class !== '') return call.error_message === other.error_message;
  return call.result_fingerprint !== '' && call.result_fingerprint === other.result_fingerprint;
}
