import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { SESSION_SORTS, session, TURN_SORTS, turn } from './contract/index.ts';
import { makeFleet, storeFleet } from './testing/fleet.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

const fleet = makeFleet(90);
let api: Served;

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  await storeFleet(store, fleet);
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

const anyPage = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
});

async function walk(path: string, limit: number): Promise<Record<string, unknown>[]> {
  const seen: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  do {
    const after = cursor === null ? '' : `&cursor=${cursor}`;
    const page: z.infer<typeof anyPage> = anyPage.parse(
      (await api.get(`/api/v1/${path}limit=${limit}${after}`)).json,
    );
    expect(page.items.length).toBeLessThanOrEqual(limit);
    seen.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && seen.length < 1_000);
  return seen;
}

const SORTS = TURN_SORTS.flatMap((name) => [name, `-${name}` as const]);

describe('paging', () => {
  it.each(SORTS)('by %s visits each turn once, in order', async (sort) => {
    const seen = (await walk(`turns?sort=${sort}&`, 7)).map((item) => turn.parse(item));
    const ids = seen.map(({ turn_id: id }) => id);
    expect(new Set(ids).size).toBe(fleet.turns.length);
    expect(ids.length).toBe(fleet.turns.length);

    const column = sort.replace('-', '') as (typeof TURN_SORTS)[number];
    // Unknown ratios come last either way; an unknown cost is as small as none.
    const values = seen
      .map((item) => item[column])
      .filter((value) => column !== 'distinct_ratio' || value !== null);
    const keys = values.map((value) =>
      typeof value === 'string' ? Date.parse(value) : (value ?? 0),
    );
    const sorted = keys.toSorted((left, right) =>
      sort.startsWith('-') ? right - left : left - right,
    );
    expect(keys).toEqual(sorted);
  });

  it.each([
    ['sessions?', 'session_id', new Set(fleet.turns.map(({ session_id: id }) => id)).size],
    ['tools?', 'tool', new Set(fleet.calls.map(({ tool }) => tool)).size],
    ['loops?', 'loop_id', fleet.loops.length],
  ])('of %s visits each %s once', async (path, id, total) => {
    const ids = (await walk(path, 2)).map((item) => item[id]);
    expect(new Set(ids).size).toBe(total);
    expect(ids.length).toBe(total);
  });

  it.each(SESSION_SORTS.flatMap((name) => [name, `-${name}` as const]))(
    'of sessions by %s visits each once, in order',
    async (sort) => {
      const seen = (await walk(`sessions?sort=${sort}&`, 2)).map((item) => session.parse(item));
      expect(new Set(seen.map(({ session_id: id }) => id)).size).toBe(seen.length);
      const column = sort.replace('-', '') as (typeof SESSION_SORTS)[number];
      const keys = seen.map(({ [column]: value }) =>
        typeof value === 'string' ? Date.parse(value) : (value ?? 0),
      );
      expect(keys).toEqual(
        keys.toSorted((left, right) => (sort.startsWith('-') ? right - left : left - right)),
      );
    },
  );

  it('keeps to the bounds that are asked for', async () => {
    const seen = (
      await walk('turns?min_attempts=2&max_attempts=3&min_ratio=0.2&max_ratio=0.9&', 4)
    ).map((item) => turn.parse(item));
    expect(seen.length).toBeGreaterThan(0);
    for (const item of seen) {
      expect(item.max_attempts).toBeGreaterThanOrEqual(2);
      expect(item.max_attempts).toBeLessThanOrEqual(3);
      expect(item.distinct_ratio).toBeGreaterThanOrEqual(0.2);
      expect(item.distinct_ratio).toBeLessThanOrEqual(0.9);
    }
    const looping = await walk('turns?loop=empty&loop=exact&', 4);
    expect(looping.length).toBe(fleet.loops.filter(({ kind }) => kind !== 'transport').length);
  });
});
