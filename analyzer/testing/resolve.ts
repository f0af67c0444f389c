import type { Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';

import { resolveSession } from '../resolve-session.ts';
import type { ResolvedRows } from '../resolve-session.ts';

/** Rows of the spans, without declarations and with the list's prices where not given. */
export function resolve(
  rows: readonly SpanRow[],
  own: { declarations?: Declarations; prices?: Prices } = {},
): ResolvedRows {
  return resolveSession(rows, { declarations: new Map(), prices: new Map(), ...own });
}

/** `a` for the 16 hex digits that end in `a`. */
export function short(id: string): string {
  return id.replaceAll(/(^|-)0+/g, '$1');
}

/** Turn id -> short span ids of its calls, in order. */
export function callsByTurn(rows: readonly SpanRow[]): Record<string, string[]> {
  const { toolCalls, turnVerdicts } = resolve(rows);
  return Object.fromEntries(
    turnVerdicts.map(({ turn_id }) => [
      short(turn_id),
      toolCalls.filter((call) => call.turn_id === turn_id).map((call) => short(call.span_id)),
    ]),
  );
}
