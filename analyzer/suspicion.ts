import type { Loop } from '@loopscope/loops';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';

/** So many calls of one tool may hide a repeat that only the texts show. */
const CALLS_OF_ONE_TOOL = 5;

/** True where the narrow columns give a reason to read the turn's argument and result texts. */
export function isSuspicious({ calls }: ResolvedTurn, narrowLoops: readonly Loop[]): boolean {
  if (narrowLoops.length > 0) return true;
  const counts = new Map<string, number>();
  for (const { call } of calls) {
    const count = (counts.get(call.content.tool) ?? 0) + 1;
    if (count >= CALLS_OF_ONE_TOOL) return true;
    counts.set(call.content.tool, count);
  }
  return false;
}
