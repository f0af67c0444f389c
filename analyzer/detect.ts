import { detectLoops } from '@loopscope/loops';
import type { CallText, Loop } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';

import type { ResolvedCall, ResolvedTurn } from './resolve/resolve-turns.ts';
import { startMs, toCall } from './to-call.ts';

/** Text of a call's arguments and result, where it was read. */
export type TextOf = (call: ResolvedCall) => CallText | undefined;

/**
 * The loops of one turn. An exemption counts if it had not expired when the turn ended, so that the same spans give the
 * same loops whenever they are looked at.
 */
export function detectTurn(
  turn: ResolvedTurn,
  declarations: Declarations,
  textOf?: TextOf,
): Loop[] {
  const { calls } = turn;
  const last = calls.at(-1);
  if (last === undefined) return [];
  const nowMs = startMs(last);
  return detectLoops(
    calls.map((call) => toCall(call, turn, textOf?.(call))),
    { declarations, nowMs },
  );
}
