import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { BASE_MS } from '@loopscope/sql/placed-rows';
import {
  facets,
  ingestionHealth,
  loopSeries,
  markers,
  signaturePage,
  turnPage,
} from './contract/index.ts';
import { makeFleet, storeFleet } from './testing/fleet.ts';
import { spanRow } from './testing/rows.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

const fleet = makeFleet(90);
let api: Served;

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  await storeFleet(store, fleet);
  await store.insert('spans', [
    spanRow({ kind: 'tool', tool: 'a', args_known: 1, dialect: 'genai', service: 'support' }),
    spanRow({ span_id: 'b', kind: 'tool', tool: 'b', dialect: 'genai', service: 'support' }),
  ]);
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

async function ask<Schema extends z.ZodType>(schema: Schema, path: string) {
  const answer = await api.get(path);
  expect(answer.status, answer.text).toBe(200);
  return schema.parse(answer.json);
}

describe('facets', () => {
  it('count the turns that each value would leave, under all other filters', async () => {
    const answer = await ask(facets, '/api/v1/facets?agent=ops&model=model-a');
    const turnsOf = (agent: string, model: string) =>
      fleet.turns.filter((turn) => turn.agent_name === agent && turn.model === model).length;
    expect(new Map(answer.agent.map(({ value, turns }) => [value, turns]))).toEqual(
      new Map([
        ['ops', turnsOf('ops', 'model-a')],
        ['support', turnsOf('support', 'model-a')],
      ]),
    );
    expect(new Map(answer.model.map(({ value, turns }) => [value, turns]))).toEqual(
      new Map([
        ['model-a', turnsOf('ops', 'model-a')],
        ['model-b', turnsOf('ops', 'model-b')],
      ]),
    );
  });

  it('know tools and kinds of loops', async () => {
    const answer = await ask(facets, '/api/v1/facets');
    const kinds = Map.groupBy(fleet.loops, ({ kind }) => kind);
    expect(answer.loop.map(({ value, turns }) => [value, turns])).toEqual(
      [...kinds]
        .map(([kind, loops]) => [kind, loops.length] as const)
        .toSorted(([one, most], [other, least]) => least - most || (one < other ? -1 : 1)),
    );
    expect(answer.tool).toHaveLength(3);
  });
});

describe('signatures', () => {
  const intents = Map.groupBy(
    fleet.calls.filter(({ identity }) => identity !== ''),
    ({ tool, identity }) => `${tool} ${identity}`,
  );

  it('are one for each intent, the most attempts first, page by page', async () => {
    const found = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: z.output<typeof signaturePage> = await ask(
        signaturePage,
        `/api/v1/signatures?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(new Set(found.map(({ tool, identity }) => `${tool} ${identity}`))).toEqual(
      new Set(intents.keys()),
    );
    expect(found.length).toBe(intents.size);
    for (const { tool, identity, calls, max_attempts: attempts } of found) {
      const own = intents.get(`${tool} ${identity}`) ?? [];
      expect([calls, attempts]).toEqual([own.length, Math.max(...own.map((one) => one.attempt))]);
    }
    const attempts = found.map((one) => one.max_attempts);
    expect(attempts).toEqual(attempts.toSorted((one, other) => other - one));
  });

  it.each([
    ['a part of the tool', 'TICKET', 2],
    ['the beginning of an identity', '1111', 3],
    ['a whole signature', '111111111111111a', 3],
    ['nothing that exists', 'zzz', 0],
    ['a quote', "'; drop table spans; --", 0],
  ])('are found by %s', async (_what, q, count) => {
    const page = await ask(signaturePage, `/api/v1/signatures?q=${encodeURIComponent(q)}`);
    expect(page.items).toHaveLength(count);
  });

  it('lead to the turns in which they were tried', async () => {
    const answer = await ask(turnPage, '/api/v1/turns?limit=500&identity=1111111111111111');
    const own = fleet.calls.filter(({ identity }) => identity === '1111111111111111');
    expect(new Set(answer.items.map(({ turn_id: id }) => id))).toEqual(
      new Set(own.map(({ turn_id: id }) => id)),
    );
  });
});

it('loops over time add up to all loops', async () => {
  const series = await ask(loopSeries, '/api/v1/series/loops?step=300');
  const total = series.flatMap(({ by_kind: kinds }) => Object.values(kinds));
  expect(total.reduce((sum, count) => sum + count, 0)).toBe(fleet.loops.length);
});

it('a marker stands at the first turn of what came after something else', async () => {
  const found = await ask(markers, '/api/v1/markers');
  const first = (agent: string, version: string) =>
    fleet.turns
      .filter((turn) => turn.agent_name === agent && turn.agent_version === version)
      .map((turn) => turn.started_at)
      .toSorted()[0] ?? '';
  for (const marker of found.filter(({ kind }) => kind === 'release')) {
    expect(marker.at).toBe(`${first(marker.agent, marker.name).replace(' ', 'T')}Z`);
    const other = marker.name === '1.0.0' ? '2.0.0' : '1.0.0';
    expect(first(marker.agent, other) <= first(marker.agent, marker.name)).toBe(true);
  }
});

it('the health of ingestion names who sends calls without arguments', async () => {
  const health = await ask(ingestionHealth, '/api/v1/ingestion');
  expect(health.sources).toMatchObject([
    { dialect: 'genai', service: 'support', tool_spans: 2, without_arguments: 1 },
  ]);
  expect(health.counters).toBeNull();
  expect(Date.parse(health.last_span_at ?? '')).toBeGreaterThan(BASE_MS - 86_400_000);
});
