import {
  distinctRatioHistogram,
  maxAttemptsHistogram,
  overview,
  trajectory,
  turnPage,
} from '@loopscope/api/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exportRequest, spansOf, type StatedCall, type StatedTurn } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

const HEALTHY_TURNS = 10_000;
const startMs = Date.now() - 3_600_000;

/** The first three calls as the incident report prints them; the model rewords the summary each time. */
const SUMMARIES = [
  'Customer reports missing refund for returned boots',
  'Refund not received for returned boots, order 88214',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
];

const tickets: StatedCall[] = Array.from({ length: 14 }, (_, index) => ({
  tool: 'create_ticket',
  args: {
    customer_id: 'c_40912',
    order_id: '88214',
    summary: SUMMARIES[index] ?? `Refund still missing, follow-up ${index} on order 88214`,
  },
  error: 'Request timed out after 30000 ms',
  errorType: 'TimeoutError',
  modelMs: 0,
  toolMs: 30_000,
}));

const searches: StatedCall[] = Array.from({ length: 40 }, () => ({
  tool: 'search_orders',
  args: { customer_id: 'cus_8123', status: 'refunded' },
  result: [],
  modelMs: (96_000 - 40 * 92) / 40,
  toolMs: 92,
}));

/** A validation error that is fixed, then a timeout: two different problems with one ticket. */
const fixedThenTimeout: StatedCall[] = [
  {
    tool: 'create_ticket',
    args: { customer_id: 'c_7', order_id: '9' },
    error: 'Invalid arguments: component_id is required',
    errorType: 'ValidationError',
    modelMs: 900,
    toolMs: 20,
  },
  {
    tool: 'create_ticket',
    args: { customer_id: 'c_7', order_id: '9', component_id: 'web' },
    error: 'Request timed out after 30000 ms',
    errorType: 'TimeoutError',
    modelMs: 900,
    toolMs: 30_000,
  },
];

const healthy = (index: number): StatedTurn => ({
  id: `healthy-${index}`,
  startMs: startMs + index,
  calls: [
    {
      tool: 'get_customer',
      args: { id: `c_${index}` },
      result: { id: index },
      modelMs: 5,
      toolMs: 3,
    },
    {
      tool: 'get_order',
      args: { id: `o_${index}` },
      result: { order: index },
      modelMs: 5,
      toolMs: 3,
    },
  ],
});

describe('the incidents of the source documents, end to end through OTLP', () => {
  let product: Product;
  const worst = async () => (await product.get('/api/v1/turns?sort=-max_attempts', turnPage)).items;
  const turnOf = async (session: string) => {
    const { items } = await product.get(`/api/v1/turns?session=${session}`, turnPage);
    expect(items).toHaveLength(1);
    return product.get(`/api/v1/turns/${items[0]?.turn_id}`, trajectory);
  };

  beforeAll(async () => {
    product = await startProduct({
      configText:
        'tools:\n  create_ticket: { identity: [customer_id, order_id], effect: write }\n  search_orders: { effect: read }\n',
    });
    const batch = 1000;
    for (let first = 0; first < HEALTHY_TURNS; first += batch) {
      const turns = Array.from({ length: batch }, (_, index) => healthy(first + index));
      await product.post(exportRequest(turns.flatMap(spansOf)));
    }
    const incidents: StatedTurn[] = [
      { id: 'tickets', startMs, calls: tickets },
      { id: 'searches', startMs, calls: searches },
      { id: 'two-problems', startMs, calls: fixedThenTimeout },
    ];
    for (const turn of incidents) await product.post(exportRequest(spansOf(turn)));
    await product.settle();
  }, 240_000);

  afterAll(() => product.close());

  test('A1: three reworded tickets have three signatures and one identity', async () => {
    const { steps } = await turnOf('tickets');
    const calls = steps.filter((step) => step.kind === 'tool').slice(0, 3);
    expect(new Set(calls.map((call) => call.signature)).size).toBe(3);
    expect(new Set(calls.map((call) => call.identity)).size).toBe(1);
    expect(calls[0]?.identity_fields).toEqual(['customer_id', 'order_id']);
  });

  test('A2: a fixed validation error and then a timeout are two keys, fourteen timeouts are one', async () => {
    const two = (await turnOf('two-problems')).steps.filter((step) => step.kind === 'tool');
    expect(two.map(({ attempt, error_class }) => [attempt, error_class])).toEqual([
      [1, 'validation'],
      [1, 'timeout'],
    ]);
    const fourteen = (await turnOf('tickets')).steps.filter((step) => step.kind === 'tool');
    expect(fourteen.map((call) => call.attempt)).toEqual(tickets.map((_, index) => index + 1));
  });

  test('A3: a cap of two stops at three tickets, eleven calls and 5 min 30 s earlier', async () => {
    const { savings } = await turnOf('tickets');
    expect(savings.find(({ cap }) => cap === 2)).toMatchObject({
      calls: 11,
      ms: 330_000,
      side_effects: 11,
    });
  });

  test('A9, A11: one turn at fourteen among ten thousand healthy ones stays fourteen, and p99 stays one', async () => {
    const total = await product.get('/api/v1/overview', overview);
    expect(total.turns).toBe(HEALTHY_TURNS + 3);
    expect(total.calls).toBe(HEALTHY_TURNS * 2 + 14 + 40 + 2);
    expect(total.max_attempts).toEqual({ p50: 1, p95: 1, p99: 1, max: 40 });
    expect((await worst()).slice(0, 2).map((turn) => turn.max_attempts)).toEqual([40, 14]);
    const bins = await product.get('/api/v1/histograms/max-attempts', maxAttemptsHistogram);
    expect(bins).toEqual([
      { attempts: 1, turns: HEALTHY_TURNS + 1 },
      { attempts: 14, turns: 1 },
      { attempts: 40, turns: 1 },
    ]);
  });

  test('B1: forty identical calls are one distinct signature in eighty steps', async () => {
    const { turn, steps, loops } = await turnOf('searches');
    expect(turn).toMatchObject({
      calls: 40,
      model_calls: 40,
      distinct_signatures: 1,
      max_attempts: 40,
    });
    expect(turn.distinct_ratio).toBeCloseTo(1 / 40);
    expect(steps.filter((step) => step.kind !== 'agent')).toHaveLength(80);
    expect(
      loops.map(({ kind, severity, calls, fix }) => [kind, severity, calls.length, fix.place]),
    ).toEqual([['empty', 'alert', 40, 'tool_result']]);
    const ratios = await product.get('/api/v1/histograms/distinct-ratio', distinctRatioHistogram);
    expect(ratios.find((bin) => bin.from === 0)?.turns).toBe(1);
    expect(ratios.find((bin) => bin.to === 1)?.turns).toBe(HEALTHY_TURNS + 2);
  });

  test('B5: forty calls of 92 ms in 96 s leave about 92 s of model time', async () => {
    const { turn } = await turnOf('searches');
    expect(turn.duration_ms).toBeCloseTo(96_000, 0);
    expect(turn.tool_ms).toBeCloseTo(40 * 92, 0);
    expect(turn.model_ms).toBeCloseTo(96_000 - 40 * 92, 0);
  });

  test('B6: the order of keys makes no difference to a signature', async () => {
    const call = (args: unknown): StatedCall => ({
      tool: 'add',
      args,
      result: 3,
      modelMs: 1,
      toolMs: 1,
    });
    const calls = [call({ a: 1, b: 2 }), call({ b: 2, a: 1 })];
    await product.post(exportRequest(spansOf({ id: 'key-order', startMs, calls })));
    await product.settle();
    const { turn } = await turnOf('key-order');
    expect(turn).toMatchObject({ calls: 2, distinct_signatures: 1, max_attempts: 2 });
  });

  test('the fourteen tickets are a transport loop whose retry belongs in the executor', async () => {
    const { turn, loops } = await turnOf('tickets');
    expect(turn).toMatchObject({
      verdict: 'loop',
      max_attempts: 14,
      max_attempts_tool: 'create_ticket',
    });
    expect(loops).toHaveLength(1);
    expect(loops[0]).toMatchObject({
      kind: 'transport',
      severity: 'alert',
      fix: { place: 'executor_retry' },
    });
    expect(loops[0]?.cost.side_effects).toBe(13);
    expect(loops[0]?.summary).not.toMatch(/failed/);
  });
});
