import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import type { Store } from '../../store/store.ts';
import { count, filter, int64, page, project, sortValue } from '../columns.ts';
import { turnStatsRow } from '../turn-stats-row.ts';

const ratio = z.number().min(0).max(1);

/** What guards did in a turn: they stopped something, they let all pass, or there was none. */
export const GUARD_STATES = ['stopped', 'allowed', 'unguarded'] as const;
export type GuardState = (typeof GUARD_STATES)[number];

/** Bounds of `turns` that exclude nothing. */
export const ANY_TURN = {
  loops: [] as string[],
  identities: [] as string[],
  min_attempts: 0,
  max_attempts: 4_294_967_295,
  min_ratio: 0,
  max_ratio: 1,
  guards: [] as GuardState[],
  text: '',
};

const params = z.object({
  ...filter.shape,
  ...page.shape,
  sort: z.enum([
    'max_attempts',
    'started_at',
    'calls',
    'distinct_ratio',
    'duration_ms',
    'cost',
    'errors',
  ]),
  descending: z.union([z.literal(0), z.literal(1)]),
  loops: z.array(z.string()),
  identities: z.array(z.string()),
  min_attempts: z.number().int().min(0),
  max_attempts: z.number().int().min(0),
  min_ratio: ratio,
  max_ratio: ratio,
  guards: z.array(z.enum(GUARD_STATES)),
  /** A part of a tool's name or of a masked error text, or the beginning of an identity or signature; empty: any. */
  text: z.string(),
});
type TurnPageParams = z.infer<typeof params>;

/** One stored row: of which turn, and when the store took it. */
const stored = z.object({ turn_id: z.string(), version: int64, stored_us: count });
type Stored = z.infer<typeof stored>;

const candidates = defineQuery({
  file: new URL('./turn_candidates.sql', import.meta.url),
  params,
  row: stored.extend({ sort_value: sortValue }),
});

const among = z.object({ project, turn_ids: z.array(z.string()) });
const current = defineQuery({
  file: new URL('./turn_current.sql', import.meta.url),
  params: among,
  row: stored,
});

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
  params: among.extend({ stored: z.array(count) }),
  row: turnListRow.extend(stored.shape),
});

/** Candidates beyond the page: some are of versions that no longer stand. */
const SPARE_CANDIDATES = 20;

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

type Place = Stored & { sort_value: number };

/**
 * The rows of the page in its order, found among rows of every version: each that stands is a candidate itself, so those
 * that are left once the others are out are in order and complete.
 */
async function findPage(store: Store, asked: TurnPageParams): Promise<Place[]> {
  const found: Place[] = [];
  let after = { after_value: asked.after_value, after_id: asked.after_id };
  let limit = asked.limit + (asked.limit >> 2) + SPARE_CANDIDATES;
  for (;;) {
    const rows = await store.query(candidates, { ...asked, ...after, limit });
    const isEnd = rows.length < limit;
    const whole = isEnd ? rows : withoutLastPlace(rows);
    found.push(...(await standing(store, asked.project, whole)));
    if (isEnd || found.length >= asked.limit) return found.slice(0, asked.limit);
    const last = whole.at(-1);
    if (last === undefined) limit *= 2;
    else after = { after_value: last.sort_value, after_id: last.turn_id };
  }
}

/** The limit may have cut the versions of its turn apart. */
function withoutLastPlace(rows: readonly Place[]): readonly Place[] {
  const last = rows.at(-1);
  return rows.filter((row) => row.turn_id !== last?.turn_id || row.sort_value !== last.sort_value);
}

async function standing(store: Store, project: string, rows: readonly Place[]): Promise<Place[]> {
  if (rows.length === 0) return [];
  const turnIds = [...new Set(rows.map((row) => row.turn_id))];
  const now = await store.query(current, { project, turn_ids: turnIds });
  const keys = new Set(now.map(keyOf));
  // A row that was stored twice at once is one.
  return rows.filter((row) => keys.delete(keyOf(row)));
}

const keyOf = (row: Stored): string => `${row.stored_us} ${row.version} ${row.turn_id}`;
