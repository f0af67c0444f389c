import type { Loop, Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type {
  CallTextRow,
  GuardDecisionRow,
  LoopRow,
  NarrowSpanRow,
  ToolCallRow,
  TurnVerdictRow,
} from '@loopscope/sql';

import { createTextOf } from './call-texts.ts';
import { detectTurn } from './detect.ts';
import type { HeldForms } from './memory/held-forms.ts';
import { readSpans } from './resolve/read-spans.ts';
import type { Trees } from './resolve/read-spans.ts';
import { resolveTurns } from './resolve/resolve-turns.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { toRows } from './to-rows.ts';
import { versionOf } from './version.ts';

export interface ResolveContext {
  declarations: Declarations;
  /** Prices that come before the list's own, in USD per million tokens. */
  prices: Prices;
  /** Texts of the tool spans, where the caller has them; without, only the narrow columns tell. */
  texts?: readonly CallTextRow[];
}

/** The turns of some sessions, resolved. */
export interface Resolution {
  turns: ResolvedTurn[];
  /** That of every row made of it: what was resolved from more spans wins. */
  version: string;
}

/** The rows that stand for some sessions. */
export interface ResolvedRows {
  toolCalls: ToolCallRow[];
  turnVerdicts: TurnVerdictRow[];
  loops: LoopRow[];
  guardDecisions: GuardDecisionRow[];
  version: string;
}

/**
 * All spans of a session, in any order and any number of copies -> the rows that are to stand for them, as far as the
 * narrow columns and the given texts tell. The same spans give the same rows. Spans of several sessions are told apart; their rows share one
 * version.
 */
export function resolveSession(
  rows: readonly NarrowSpanRow[],
  context: ResolveContext,
): ResolvedRows {
  const { declarations, prices, texts } = context;
  const textOf = texts === undefined ? undefined : createTextOf(texts);
  return rowsOf(resolveSpans(rows, prices), (turn) => detectTurn(turn, { declarations, textOf }));
}

/** `trees`: those of long traces, where they were read before. */
export function resolveSpans(
  rows: readonly NarrowSpanRow[],
  prices: Prices,
  trees?: Trees,
): Resolution {
  const spans = readSpans(rows, trees);
  return { turns: resolveTurns(spans, prices), version: versionOf(spans) };
}

export function rowsOf(
  { turns, version }: Resolution,
  loopsOf: (turn: ResolvedTurn) => readonly Loop[],
  forms?: HeldForms,
): ResolvedRows {
  const resolved: ResolvedRows = {
    toolCalls: [],
    turnVerdicts: [],
    loops: [],
    guardDecisions: [],
    version,
  };
  for (const turn of turns) {
    const of = toRows(turn, loopsOf(turn), { version, forms: forms?.of(turn) });
    for (const row of of.toolCalls) resolved.toolCalls.push(row);
    resolved.turnVerdicts.push(of.turnVerdict);
    for (const row of of.loops) resolved.loops.push(row);
    for (const row of of.guardDecisions) resolved.guardDecisions.push(row);
  }
  return resolved;
}
