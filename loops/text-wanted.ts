import type { Call } from './call.ts';
import { isWrite } from './facts/effect.ts';
import { answerOf, familyOf } from './facts/fact.ts';

/** One answer so often from one tool may be one question in moving words. */
const SAME_ANSWERS = 3;
/** So many calls of one tool may hide answers that only look different. */
const CALLS_OF_ONE_TOOL = 4;
/** So many looks after a write may all be looks at what was written. */
const LOOKS_AFTER_WRITE = 4;

/** Whether the texts of these calls could change the verdict on them: what else to read before judging. */
export function isTextWanted(calls: Iterable<Call>): boolean {
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  let looks = -Infinity;
  for (const call of calls) {
    if (isWrite(call)) looks = 0;
    else looks = call.effect === 'read' ? looks + 1 : -Infinity;
    if (looks >= LOOKS_AFTER_WRITE) return true;
    const tool = `${call.agent}\u0000${call.tool}`;
    const question = `${tool}\u0000${call.identity ?? ''}`;
    if (call.identity !== null && asked.has(question)) return true;
    asked.add(question);
    if (count(counts, tool) >= CALLS_OF_ONE_TOOL) return true;
    if (count(counts, `${tool}\u0000${answerOf(call, familyOf(call))}`) >= SAME_ANSWERS)
      return true;
  }
  return false;
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
