import type { Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type { LoopRow, NarrowSpanRow, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

import { detectTurn } from './detect.ts';
import { readSpans } from './resolve/read-spans.ts';
import { resolveTurns } from './resolve/resolve-turns.ts';
import { toRows } from './to-rows.ts';
import { versionOf } from './version.ts';

/** The rows that stand for some sessions. */
export interface ResolvedRows {
  toolCalls: ToolCallRow[];
  turnVerdicts: TurnVerdictRow[];
  loops: LoopRow[];
  /** That of every row: what was resolved from more spans wins. */
  version: string;
}

export interface ResolveContext {
  declarations: Declarations;
  /** Prices that come before the list's own, in USD per million tokens. */
  prices: Prices;
}

/**
 * All spans of a session, in any order and any number of copies -> the rows that are to stand for them. The same spans
 * give the same rows. Spans of several sessions are told apart; their rows then share one version.
 */
export function resolveSession(
  rows: readonly NarrowSpanRow[],
  { declarations, prices }: ResolveContext,
): ResolvedRows {
  const spans = readSpans(rows);
  const version = versionOf(spans);
  const resolved: ResolvedRows = { toolCalls: [], turnVerdicts: [], loops: [], version };
  for (const turn of resolveTurns(spans, prices)) {
    const of = toRows(turn, detectTurn(turn, declarations), version);
    for (const row of of.toolCalls) resolved.toolCalls.push(row);
    resolved.turnVerdicts.push(of.turnVerdict);
    resolved.loops.push(...of.loops);
  }
  return resolved;
}
