import type { CallText } from '@loopscope/loops';
import type { CallTextRow } from '@loopscope/sql';

import type { ResolvedCall, ResolvedTurn } from './resolve/resolve-turns.ts';
import type { Span } from './resolve/span.ts';

const NONE: readonly CallTextRow[] = [];

/** Text of a call's arguments and result, where it was read. */
export type TextOf = (resolved: ResolvedCall) => CallText | undefined;

/** Of two deliveries the one that counts for the span itself; the rest only makes the choice the same each time. */
export function isNewerText(row: CallTextRow, other: CallTextRow): boolean {
  if (row.version !== other.version) return BigInt(row.version) > BigInt(other.version);
  if (row.end_ns !== other.end_ns) return BigInt(row.end_ns) > BigInt(other.end_ns);
  return JSON.stringify([row.args, row.result]) > JSON.stringify([other.args, other.result]);
}

/** Texts of spans, and for what no span shows those of the messages. */
export function createTextOf(rows: readonly CallTextRow[]): TextOf {
  const traces = new Map<string, Map<string, CallTextRow>>();
  for (const row of rows) {
    const spans = traces.get(row.trace_id) ?? new Map<string, CallTextRow>();
    const other = spans.get(row.span_id);
    if (other !== undefined && !isNewerText(row, other)) continue;
    traces.set(row.trace_id, spans.set(row.span_id, row));
  }
  const textOf = ({ row }: Span): CallTextRow | undefined =>
    traces.get(row.trace_id)?.get(row.span_id);
  return ({ call }) => {
    const own = textOf(call.span);
    const layers =
      call.layers.length === 0 ? NONE : call.layers.flatMap((span) => textOf(span) ?? []);
    const shown = own?.result == null ? layers.find((row) => row.result !== null) : own;
    const args = own?.args ?? layers.find((row) => row.args !== null)?.args ?? call.heard.args;
    const result = shown?.result ?? call.heard.result;
    if (args === null && result === null) return undefined;
    return { args, result, resultLength: shown?.result_size ?? call.content.result_size };
  };
}

/** Traces whose tool spans hold the turn's texts. */
export function tracesOf({ calls }: ResolvedTurn): string[] {
  const traceIds = new Set<string>();
  for (const { call } of calls) {
    traceIds.add(call.span.row.trace_id);
    for (const { row } of call.layers) traceIds.add(row.trace_id);
  }
  return [...traceIds];
}
