import { isTextWanted, type Loop } from '@loopscope/loops';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { toCall } from './to-call.ts';

/** True where the narrow columns give a reason to read the turn's argument and result texts. */
export function isSuspicious(turn: ResolvedTurn, narrowLoops: readonly Loop[]): boolean {
  if (narrowLoops.length > 0) return true;
  return isTextWanted(turn.calls.map((call) => toCall(call, turn)));
}
