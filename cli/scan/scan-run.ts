import type { Declarations } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';

import { placeRun } from '../import/place-run.ts';
import { renderRun, type RenderedTurn } from '../import/render-run.ts';
import type { RecordedRun } from '../import/run.ts';
import { positionsOf, resolveRows, toScannedLoops, type ScanContext } from './scan-rows.ts';
import type { Origin, ScannedRun } from './scanned-run.ts';
import type { ToRows } from './span-rows.ts';

export interface RunScan extends ScanContext {
  toRows: ToRows;
  form: string;
  /** Where runs without times end. */
  nowMs: number;
}

/** A recorded run as the rows that its import would have stored, and how its tools are declared. */
export function rowsOfRun(
  run: RecordedRun,
  scan: Pick<RunScan, 'declarations' | 'toRows' | 'form' | 'nowMs'>,
): { rows: SpanRow[]; turns: RenderedTurn[]; declarations: Declarations } {
  const declarations: Declarations = new Map([...scan.declarations, ...run.declarations]);
  const placed = placeRun(run, { atMs: scan.nowMs, spreadMs: 0 });
  const turns = renderRun(placed, { form: scan.form, declarations });
  const resourceSpans = turns.map((turn) => turn.resourceSpans);
  return { rows: scan.toRows({ resourceSpans }), turns, declarations };
}

/** Judges a recorded run as if it had been imported: rendered, received, signed, resolved and detected. */
export function scanRun(run: RecordedRun, origin: Origin, scan: RunScan): ScannedRun {
  const { rows, turns, declarations } = rowsOfRun(run, scan);
  const positionOfSpan = new Map(
    turns.flatMap((turn) => turn.calls.map((call) => [call.spanId, call.position] as const)),
  );
  const { toolCalls, loops } = resolveRows(rows, { declarations, prices: scan.prices });
  const positions = positionsOf(toolCalls, (call) => positionOfSpan.get(call.span_id));
  return {
    id: run.id,
    origin,
    turns: turns.length,
    calls: positionOfSpan.size,
    loops: toScannedLoops(loops, positions),
  };
}
