import { resolveSession, type ResolvedRows } from '@loopscope/analyzer';
import { LOOP_KINDS, type FixPlace, type Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type { LoopRow, SpanRow, ToolCallRow } from '@loopscope/sql';
import { z } from 'zod';

import type { ScannedLoop } from './scanned-run.ts';
import { textsOf } from './span-rows.ts';

export interface ScanContext {
  declarations: Declarations;
  prices: Prices;
}

/** Rows of whole sessions -> their turns, calls and loops, judged with their texts. */
export function resolveRows(rows: readonly SpanRow[], context: ScanContext): ResolvedRows {
  return resolveSession(rows, { ...context, texts: textsOf(rows) });
}

/** Turn id -> position in the run of each of its calls, by their place in the turn. */
export type Positions = ReadonlyMap<string, readonly number[]>;

/** `positionOf` answers where in the run a call stands; undefined for one that the run does not show. */
export function positionsOf(
  calls: readonly ToolCallRow[],
  positionOf: (call: ToolCallRow) => number | undefined,
): Positions {
  const positions = new Map<string, number[]>();
  for (const call of calls) {
    const ofTurn = positions.get(call.turn_id) ?? [];
    positions.set(call.turn_id, ofTurn);
    const position = positionOf(call);
    if (position !== undefined) ofTurn[call.seq] = position;
  }
  return positions;
}

const fixText = z.object({ advice: z.string(), proposed_text: z.string().nullable() });

/** Loops of a run, in order of their first call. */
export function toScannedLoops(loops: readonly LoopRow[], positions: Positions): ScannedLoop[] {
  return loops
    .flatMap((row) => toScannedLoop(row, positions.get(row.turn_id) ?? []))
    .toSorted((a, b) => (a.calls[0] ?? 0) - (b.calls[0] ?? 0));
}

function toScannedLoop(row: LoopRow, positions: readonly number[]): ScannedLoop[] {
  const kind = LOOP_KINDS.find((known) => known === row.kind);
  const calls = row.calls.flatMap((seq) => positions[seq] ?? []);
  if (kind === undefined || calls.length === 0) return [];
  const { advice, proposed_text } = fixText.parse(JSON.parse(row.fix_text));
  return [
    {
      kind,
      severity: row.severity,
      calls: calls.toSorted((a, b) => a - b),
      tool: row.tool,
      summary: row.summary,
      cost: {
        ms: row.cost_ms,
        tokens: row.cost_input_tokens + row.cost_output_tokens,
        usd: row.cost_usd,
        sideEffects: row.side_effects,
      },
      fix: { place: placeOf(row.fix_place), advice, proposedText: proposed_text },
    },
  ];
}

const PLACES: readonly FixPlace[] = [
  'tool_result',
  'schema',
  'executor_retry',
  'exit_condition',
  'harness',
  'permissions',
];

function placeOf(text: string): FixPlace {
  return PLACES.find((place) => place === text) ?? 'exit_condition';
}
