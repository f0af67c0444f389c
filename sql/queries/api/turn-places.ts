import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import type { Store } from '../../store/store.ts';
import { count, filter, int64, page, project, sortValue } from '../columns.ts';

const ratio = z.number().min(0).max(1);

/** What guards did in a turn: they stopped something, they let all pass, or there was none. */
export const GUARD_STATES = ['stopped', 'allowed', 'unguarded'] as const;
export type GuardState = (typeof GUARD_STATES)[number];

const matching = z.object({
  ...filter.shape,
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
  /** How turns ended. */
  stops: z.array(z.string()),
  /** A part of a tool's name or of a masked error text, or the beginning of an identity or signature; empty: any. */
  text: z.string(),
});
export type TurnPageParams = z.infer<typeof matching> & z.infer<typeof page>;

/** One stored row: of which turn, and when the store took it. */
export const stored = z.object({ turn_id: z.string(), version: int64, stored_us: count });
type Stored = z.infer<typeof stored>;
const placed = stored.extend({ sort_value: sortValue });
export type Place = z.infer<typeof placed>;

const from = {
  params: matching.extend({ ...page.shape, from_value: z.number().int(), column: z.string() }),
  row: placed.extend({ is_after: z.number() }),
};
const upwards = defineQuery({ file: new URL('./turn_candidates.sql', import.meta.url), ...from });
const downwards = defineQuery({
  file: new URL('./turn_candidates_down.sql', import.meta.url),
  ...from,
});

const ties = defineQuery({
  file: new URL('./turn_ties.sql', import.meta.url),
  params: matching.extend({ value: z.number().int(), after_id: z.string(), limit: z.number() }),
  row: placed,
});

const current = defineQuery({
  file: new URL('./turn_current.sql', import.meta.url),
  params: z.object({ project, turn_ids: z.array(z.string()) }),
  row: stored,
});

/** Candidates beyond the page: some are of versions that no longer stand. */
const SPARE_CANDIDATES = 20;
/** The place before all others. */
const FIRST_VALUE = Number.MIN_SAFE_INTEGER;
/** Sorts of which thousands of turns share a value: the next page mostly goes on within it. */
const MOSTLY_TIED: ReadonlySet<string> = new Set([
  'max_attempts',
  'calls',
  'errors',
  'distinct_ratio',
]);

/**
 * The rows of the page in its order, found among rows of every version: each that stands is a candidate itself, so those
 * that are left once the others are out are in order and complete.
 */
export async function findPage(store: Store, asked: TurnPageParams): Promise<Place[]> {
  const found: Place[] = [];
  for await (const rows of inOrder(store, asked)) {
    found.push(...(await standing(store, asked.project, rows)));
    if (found.length >= asked.limit) break;
  }
  return found.slice(0, asked.limit);
}

/** All candidates after the place asked for, batch by batch, none left out between two of them. */
async function* inOrder(store: Store, asked: TurnPageParams): AsyncGenerator<readonly Place[]> {
  const limit = asked.limit + (asked.limit >> 2) + SPARE_CANDIDATES;
  const { after_value: value, after_id: id } = asked;
  let fromValue = id === '' ? FIRST_VALUE : value;
  if (id !== '' && MOSTLY_TIED.has(asked.sort)) {
    yield* tied(store, { ...asked, value, limit });
    fromValue = value + 1;
  }
  for (;;) {
    const rows = await candidatesFrom(store, { ...asked, from_value: fromValue, limit });
    const last = rows.at(-1)?.sort_value ?? value;
    const isEnd = rows.length < limit;
    // Of the last value there may be more than were found.
    yield rows.filter((row) => row.is_after === 1 && (isEnd || row.sort_value < last));
    if (isEnd) return;
    const after_id = last === value ? id : '';
    yield* tied(store, { ...asked, value: last, after_id, limit });
    fromValue = last + 1;
  }
}

function candidatesFrom(store: Store, asked: TurnPageParams & { from_value: number }) {
  // A ratio is of two columns; its sort value has the direction in it.
  if (asked.sort === 'distinct_ratio') {
    return store.query(upwards, { ...asked, column: 'sort_value' });
  }
  return store.query(asked.descending === 1 ? downwards : upwards, {
    ...asked,
    column: asked.sort,
  });
}

type Tie = TurnPageParams & { value: number };

/** Candidates of one sort value by turn id, after `after_id`. */
async function* tied(store: Store, asked: Tie): AsyncGenerator<readonly Place[]> {
  let { after_id, limit } = asked;
  for (;;) {
    const rows = await store.query(ties, { ...asked, after_id, limit });
    const isEnd = rows.length < limit;
    const whole = isEnd ? rows : withoutLastTurn(rows);
    yield whole;
    if (isEnd) return;
    const last = whole.at(-1);
    if (last === undefined) limit *= 2;
    else after_id = last.turn_id;
  }
}

/** The limit may have cut the versions of its last turn apart. */
function withoutLastTurn(rows: readonly Place[]): readonly Place[] {
  const last = rows.at(-1);
  return rows.filter((row) => row.turn_id !== last?.turn_id);
}

async function standing(store: Store, project: string, rows: readonly Place[]): Promise<Place[]> {
  if (rows.length === 0) return [];
  const turnIds = [...new Set(rows.map((row) => row.turn_id))];
  const now = await store.query(current, { project, turn_ids: turnIds });
  const keys = new Set(now.map(keyOf));
  // A row that was stored twice at once is one.
  return rows.filter((row) => keys.delete(keyOf(row)));
}

export const keyOf = (row: Stored): string => `${row.stored_us} ${row.version} ${row.turn_id}`;
