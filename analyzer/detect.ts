import { detectLoops } from '@loopscope/loops';
import type { Loop } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';

import type { TextOf } from './call-texts.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { startMs, toCall } from './to-call.ts';

/**
 * The loops of one turn. An exemption counts if it had not expired when the turn's last call began, so that the same
 * spans give the same loops whenever they are looked at.
 */
export function detectTurn(
  turn: ResolvedTurn,
  declarations: Declarations,
  textOf?: TextOf,
): Loop[] {
  const { calls } = turn;
  const last = calls.at(-1);
  if (last === undefined) return [];
  return detectLoops(
    calls.map((call) => toCall(call, turn, textOf?.(call))),
    { declarations, nowMs: startMs(last) },
  );
}
