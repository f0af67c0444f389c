import {
  exportedCase,
  maxAttemptsHistogram,
  overview,
  toolPage,
  trajectory,
  turnPage,
  type ToolStep,
} from '@loopscope/api/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exportRequest, spansOf, type StatedCall, type StatedTurn } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

const startMs = Date.now() - 3_600_000;
const TURNS = 60;

const call = (tool: string, args: unknown, more: Partial<StatedCall> = {}): StatedCall => ({
  tool,
  args,
  result: { ok: tool },
  modelMs: 100,
  toolMs: 20,
  ...more,
});
const failing = (tool: string, args: unknown, error: string, errorType: string): StatedCall => ({
  tool,
  args,
  error,
  errorType,
  modelMs: 100,
  toolMs: 20,
});

/** Infrastructure that fails now and then: the second attempt works. */
const shipped = (index: number): StatedCall[] => [
  failing('get_shipment', { order: index }, 'upstream returned 503', 'ServiceUnavailable'),
  call('get_shipment', { order: index }),
];
/** A field that the description does not name: no attempt works. */
const booked = (index: number): StatedCall[] =>
  Array.from({ length: 3 }, () =>
    failing('book_room', { room: index }, 'field "guests" is required', 'ValidationError'),
  );
const searched = (index: number): StatedCall[] =>
  Array.from({ length: 6 }, () => call('search_orders', { customer: index }, { result: [] }));

const WORK = [
  (index: number) => [call('get_customer', { id: index }), call('get_order', { id: index })],
  shipped,
  booked,
  searched,
];

/** The first half under version 1, the second under version 2, under which one turn loops more than any before. */
const turns: StatedTurn[] = Array.from({ length: TURNS }, (_, index) => ({
  id: `turn-${index}`,
  version: index < TURNS / 2 ? '1' : '2',
  model: 'gpt-4o',
  startMs: startMs + index * 1_000,
  calls:
    index === TURNS - 1
      ? Array.from({ length: 14 }, () => call('search_orders', { customer: 'x' }, { result: [] }))
      : (WORK[index % WORK.length]?.(index) ?? []),
}));

const isTool = (step: { kind: string }): step is ToolStep => step.kind === 'tool';

describe('the ledger of retries, end to end through OTLP', () => {
  let product: Product;
  const verdictOn = async (tool: string) => {
    const { items } = await product.get('/api/v1/tools', toolPage);
    return items.find((each) => each.tool === tool);
  };
  const turnOf = async (session: string) => {
    const { items } = await product.get(`/api/v1/turns?session=${session}`, turnPage);
    return product.get(`/api/v1/turns/${items[0]?.turn_id}`, trajectory);
  };

  beforeAll(async () => {
    product = await startProduct({
      configText: 'tools:\n  describe_instance: { effect: read }\n',
    });
    await product.post(exportRequest(turns.flatMap(spansOf)));
    await product.settle();
  }, 120_000);
  afterAll(() => product.close());

  test('A10: a loop that came with a version stands in the histogram of that version alone', async () => {
    const most = async (version: string) =>
      (
        await product.get(
          `/api/v1/histograms/max-attempts?version=${version}`,
          maxAttemptsHistogram,
        )
      ).at(-1)?.attempts;
    expect(await most('1')).toBe(6);
    expect(await most('2')).toBe(14);
  });

  test('C6: what retries cost is a share of all tokens and of all money', async () => {
    const { retry } = await product.get('/api/v1/overview', overview);
    // A step reads 1,500 tokens and one more with each step before it, and writes 30.
    const tokensOf = (index: number): number => 1_530 + index;
    const isRetry = (turn: StatedTurn, index: number): boolean =>
      index > 0 && turn.calls[0]?.error !== undefined;
    let all = 0;
    let again = 0;
    let retries = 0;
    for (const turn of turns) {
      for (const index of turn.calls.keys()) {
        all += tokensOf(index);
        if (!isRetry(turn, index)) continue;
        again += tokensOf(index);
        retries += 1;
      }
    }
    expect(retry.retries).toBe(retries);
    expect(retry.token_share).toBeCloseTo(again / all, 6);
    expect(retry.cost_share).toBeCloseTo(again / all, 2);
  });

  test('C8: every retry has its class, tool, attempt and outcome', async () => {
    const ledger = async (session: string) =>
      (await turnOf(session)).steps
        .filter(isTool)
        .map(({ tool, retry, attempt, outcome }) => [tool, retry, attempt, outcome]);
    expect(await ledger('turn-1')).toEqual([
      ['get_shipment', '', 1, 'error'],
      ['get_shipment', 'transport', 1, 'ok'],
    ]);
    expect(await ledger('turn-2')).toEqual([
      ['book_room', '', 1, 'error'],
      ['book_room', 'semantic', 2, 'error'],
      ['book_room', 'semantic', 3, 'error'],
    ]);
  });

  test('C9: flaky and badly specified tools are told apart by the success of their retries', async () => {
    expect(await verdictOn('get_shipment')).toMatchObject({
      verdict: 'flaky',
      retry_rate: 0.5,
      eventual_success_rate: 1,
      transport_share: 1,
    });
    expect(await verdictOn('book_room')).toMatchObject({
      verdict: 'badly_specified',
      retry_rate: 2 / 3,
      eventual_success_rate: 0,
      semantic_share: 1,
    });
    expect(await verdictOn('get_customer')).toMatchObject({ verdict: 'healthy', retries: 0 });
  });

  test('C9: a tool that never fails and is asked the same over and over is not healthy', async () => {
    expect(await verdictOn('search_orders')).toMatchObject({
      verdict: 'badly_specified',
      errors: 0,
      retries: 0,
    });
  });

  test('D12: the trapped case is exported with the step that freed others: stop before resize', async () => {
    const resize = { instance_id: 'i-7', new_machine_type: 'large' };
    const refused = failing('resize_instance', resize, 'invalid state', 'InvalidState');
    const looked = call('describe_instance', { instance_id: 'i-7' });
    const stopped = call('stop_instance', { instance_id: 'i-7' }, { result: { state: 'stopped' } });
    const resized = call('resize_instance', resize, { result: { state: 'resized' } });
    const trapped = [looked, ...Array.from({ length: 40 }, () => refused)];
    const freed = [refused, looked, stopped, looked, resized];
    for (const [id, calls] of Object.entries({ trapped, freed }))
      await product.post(exportRequest(spansOf({ id, startMs, calls })));
    await product.settle();
    const { turn } = await turnOf('trapped');
    const made = await product.get(`/api/v1/turns/${turn.turn_id}/case`, exportedCase);
    expect(made).toMatchObject({ kind: 'validation', from: 41, expected: { turns: 1 } });
    expect(made.case.calls.map(({ tool }) => tool)).toEqual(Array(3).fill('resize_instance'));
    expect(made.expected).toMatchObject({ tool: 'stop_instance', seen: 'other_turns' });
    expect(made.test).toContain('the agent calls stop_instance next');
    const own = await turnOf('freed');
    expect(own.loops).toEqual([]);
  });
});
