import { isTextWanted } from '@loopscope/loops';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { toCall } from './to-call.ts';

/** True where the narrow columns alone give a reason to read the turn's argument and result texts. */
export function isSuspicious(turn: ResolvedTurn): boolean {
  return isTextWanted(turn.calls.values().map((call) => toCall(call, turn)));
}
