import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import type { Store } from '../../store/store.ts';
import { count, project } from '../columns.ts';
import { turnStatsRow } from '../turn-stats-row.ts';
import { findPage, keyOf, stored, type GuardState, type TurnPageParams } from './turn-places.ts';

/** Bounds of `turns` that exclude nothing. */
export const ANY_TURN = {
  loops: [] as string[],
  identities: [] as string[],
  min_attempts: 0,
  max_attempts: 4_294_967_295,
  min_ratio: 0,
  max_ratio: 1,
  guards: [] as GuardState[],
  stops: [] as string[],
  text: '',
};

/** What a list shows of a turn. */
const turnListRow = turnStatsRow.pick({
  turn_id: true,
  session_id: true,
  trace_id: true,
  agent_name: true,
  agent_version: true,
  model: true,
  started_at: true,
  duration_ms: true,
  calls: true,
  model_calls: true,
  distinct_signatures: true,
  distinct_identities: true,
  distinct_ratio: true,
  max_attempts: true,
  max_attempts_tool: true,
  errors: true,
  retries: true,
  tool_ms: true,
  model_ms: true,
  input_tokens: true,
  output_tokens: true,
  cost: true,
  verdict: true,
  loop_kinds: true,
  stop_reason: true,
});
export type TurnListRow = z.infer<typeof turnListRow>;

const rowsOf = defineQuery({
  file: new URL('./turn_rows.sql', import.meta.url),
  params: z.object({ project, turn_ids: z.array(z.string()), stored: z.array(count) }),
  row: turnListRow.extend(stored.shape),
});

/**
 * One page of turns in the order of `sort`, ties by turn id. `loops`: turns with a loop of one of these kinds;
 * `identities`: with a call of one.
 */
export async function readTurns(
  store: Store,
  asked: TurnPageParams,
): Promise<(TurnListRow & { sort_value: number })[]> {
  const places = await findPage(store, asked);
  if (places.length === 0) return [];
  const rows = await store.query(rowsOf, {
    project: asked.project,
    turn_ids: places.map((place) => place.turn_id),
    stored: places.map((place) => place.stored_us),
  });
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return places.flatMap((place) => {
    const row = byKey.get(keyOf(place));
    return row === undefined ? [] : Object.assign(row, { sort_value: place.sort_value });
  });
}
