import type { ToolCallRow } from '@loopscope/sql';

import { positionsOf, resolveRows, toScannedLoops, type ScanContext } from './scan-rows.ts';
import type { Origin, ScannedRun } from './scanned-run.ts';
import type { SpanRow } from '@loopscope/sql';

/** Rows of recorded telemetry with the place that they were read at. */
export interface ReadRows {
  origin: Origin;
  rows: SpanRow[];
}

/** Recorded telemetry, all of it at once: a session may lie in several files. A run is a session, or a trace without one. */
export function scanOtlp(read: readonly ReadRows[], context: ScanContext): ScannedRun[] {
  const originOfTrace = new Map<string, Origin>();
  for (const { origin, rows } of read) {
    for (const { trace_id } of rows) {
      if (!originOfTrace.has(trace_id)) originOfTrace.set(trace_id, origin);
    }
  }
  const resolved = resolveRows(
    read.flatMap(({ rows }) => rows),
    context,
  );
  const callsOf = Map.groupBy(resolved.toolCalls, (call) => call.session_id);
  const loopsOf = Map.groupBy(resolved.loops, (loop) => loop.session_id);
  const turnsOf = Map.groupBy(resolved.turnVerdicts, (turn) => turn.session_id);
  return [...turnsOf].flatMap(([sessionId, turns]) => {
    const [first] = turns;
    const origin = first === undefined ? undefined : originOfTrace.get(first.trace_id);
    if (origin === undefined) return [];
    const calls = (callsOf.get(sessionId) ?? []).toSorted(byStart);
    const places = new Map(calls.map((call, place) => [call, place]));
    return {
      id: sessionId,
      origin,
      turns: turns.length,
      calls: calls.length,
      loops: toScannedLoops(
        loopsOf.get(sessionId) ?? [],
        positionsOf(calls, (call) => places.get(call)),
      ),
    };
  });
}

/** Across turns by time, within a turn as resolved. */
function byStart(a: ToolCallRow, b: ToolCallRow): number {
  if (a.turn_id === b.turn_id) return a.seq - b.seq;
  const difference = BigInt(a.start_ns) - BigInt(b.start_ns);
  return difference === 0n ? a.seq - b.seq : difference < 0n ? -1 : 1;
}
