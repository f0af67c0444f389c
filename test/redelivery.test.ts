import { overview, trajectory, turnPage } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { exportRequest, spansOf, type Span, type StatedTurn } from './otlp.ts';
import { startProduct } from './product.ts';

const startMs = Date.now() - 7_200_000;

const turns: StatedTurn[] = [
  {
    id: 'loop',
    session: 'shared-session',
    startMs,
    calls: Array.from({ length: 6 }, (_, index) => ({
      tool: 'search',
      args: { q: 'refund', page: index < 3 ? 1 : 2 },
      result: { results: [] },
      modelMs: 500,
      toolMs: 40,
    })),
  },
  {
    id: 'errors',
    session: 'other-session',
    startMs: startMs + 60_000,
    calls: [
      { tool: 'fetch', args: { url: 'a' }, error: 'connection reset', modelMs: 400, toolMs: 90 },
      { tool: 'fetch', args: { url: 'a' }, error: 'connection reset', modelMs: 400, toolMs: 90 },
      { tool: 'fetch', args: { url: 'a' }, result: 'page', modelMs: 400, toolMs: 90 },
    ],
  },
];
const spans = turns.flatMap(spansOf);

/** Deterministic shuffle, so that a failure can be looked at again. */
function shuffled(items: readonly Span[], seed: number): Span[] {
  const result = [...items];
  let state = seed;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

/** All that a person sees of the turns, after the spans came in these portions. */
async function seen(portions: readonly (readonly Span[])[], clock?: (portion: number) => number) {
  let portion = 0;
  const product = await startProduct(clock === undefined ? {} : { now: () => clock(portion) });
  try {
    for (const spansOfPortion of portions) {
      await product.post(exportRequest(spansOfPortion));
      await product.settle();
      portion += 1;
    }
    const total = await product.get('/api/v1/overview', overview);
    const { items } = await product.get('/api/v1/turns?sort=started_at', turnPage);
    const details = [];
    for (const { turn_id } of items) {
      details.push(await product.get(`/api/v1/turns/${turn_id}`, trajectory));
    }
    return { total, items, details };
  } finally {
    await product.close();
  }
}

describe('what is shown does not depend on how the spans came', () => {
  test('twice, shuffled, one by one, and in two halves an hour apart give the same', async () => {
    const once = await seen([spans]);
    expect(once.items.map((turn) => [turn.calls, turn.max_attempts])).toEqual([
      [6, 3],
      [3, 2],
    ]);
    expect(once.total).toMatchObject({ turns: 2, calls: 9, sessions: 2 });

    expect(await seen([spans, spans, shuffled(spans, 3)])).toEqual(once);
    expect(await seen([shuffled(spans, 1)])).toEqual(once);
    expect(await seen(shuffled(spans, 2).map((span) => [span]))).toEqual(once);

    const mixed = shuffled(spans, 4);
    const half = Math.floor(mixed.length / 2);
    const hourApart = (portion: number): number => Date.now() - (portion === 0 ? 3_600_000 : 0);
    expect(await seen([mixed.slice(0, half), mixed.slice(half)], hourApart)).toEqual(once);
  }, 120_000);
});
