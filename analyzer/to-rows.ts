import type { Loop } from '@loopscope/loops';
import type { GuardDecisionRow, LoopRow, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

import type { CallForms } from './memory/held-forms.ts';
import { toGuardDecisionRows } from './to-guard-decision-rows.ts';
import { toLoopRow } from './to-loop-row.ts';
import { toToolCallRow } from './to-tool-call-row.ts';
import { toVerdictRow } from './to-verdict-row.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';

/** What is stored of one turn. */
export interface TurnRows {
  turnVerdict: TurnVerdictRow;
  toolCalls: ToolCallRow[];
  loops: LoopRow[];
  guardDecisions: GuardDecisionRow[];
}

/** One turn and its loops -> its rows. Those of calls that are held may bear an earlier version. */
export function toRows(
  turn: ResolvedTurn,
  loops: readonly Loop[],
  { version, forms }: { version: string; forms?: CallForms | undefined },
): TurnRows {
  const loopRows = loops.map((loop) => toLoopRow(loop, turn, version));
  const loopOf = new Map<number, string>();
  // A call that stands in several loops is shown in the first one that matters most.
  const byWeight = loopRows.toSorted((a, b) => weigh(a) - weigh(b));
  for (const row of byWeight.toReversed())
    for (const seq of row.calls) loopOf.set(seq, row.loop_id);
  const toolCalls = turn.calls.map((call) => {
    const own = { loopId: loopOf.get(call.seq) ?? '', version };
    return forms === undefined ? toToolCallRow(call, turn, own) : forms.row(call, own);
  });
  return {
    toolCalls,
    turnVerdict: toVerdictRow(turn, loops, { calls: toolCalls, version }),
    loops: loopRows,
    guardDecisions: toGuardDecisionRows(turn, version),
  };
}

function weigh({ severity }: LoopRow): number {
  return severity === 'alert' ? 0 : 1;
}
