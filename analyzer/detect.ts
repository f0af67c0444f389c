import { detectLoops } from '@loopscope/loops';
import type { Loop } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';

import type { TextOf } from './call-texts.ts';
import type { CallForms } from './memory/held-forms.ts';
import type { HeldRuns } from './memory/held-runs.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { startMs, toCall } from './to-call.ts';

/**
 * The loops of one turn. An exemption counts if it had not expired when the turn's last call began, so that the same
 * spans give the same loops whenever they are looked at.
 */
export function detectTurn(turn: ResolvedTurn, detecting: Detecting): Loop[] {
  const { declarations, textOf, runs, forms } = detecting;
  const last = turn.calls.at(-1);
  if (last === undefined) return [];
  const calls = turn.calls.map((call) => {
    const text = textOf?.(call);
    return forms === undefined ? toCall(call, turn, text) : forms.call(call, text);
  });
  const options = { declarations, nowMs: startMs(last) };
  return runs === undefined
    ? detectLoops(calls, options)
    : runs.loopsOf(turn.turn.id, calls, options);
}

interface Detecting {
  declarations: Declarations;
  textOf?: TextOf | undefined;
  /** Where the turn may have been judged before. */
  runs?: HeldRuns | undefined;
  forms?: CallForms | undefined;
}
