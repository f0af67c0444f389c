import {
  backtest,
  comparison,
  declarationResult,
  declarations,
  exemptions,
  exportedCase,
  fleetSavings,
  loop,
  loopPage,
  newLoops,
  toolDetail,
  trajectory,
  turnPage,
} from '@loopscope/api/contract';
import { callsOfCase, declarationsOfCase, detectLoops, type LoopCase } from '@loopscope/loops';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

import { exportRequest, spansOf, type StatedCall, type StatedTurn } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

const startMs = Date.now() - 3_600_000;

/** The three tickets of the incident report: one customer, one order, three wordings, each timed out after 30 s. */
const ticket = (order: string, summary: string): StatedCall => ({
  tool: 'create_ticket',
  args: { customer_id: `c_${order}`, order_id: order, summary },
  error: 'Request timed out after 30000 ms',
  errorType: 'TimeoutError',
  modelMs: 0,
  toolMs: 30_000,
});
const turn = (id: string, version: string, calls: StatedCall[]): StatedTurn => ({
  id,
  version,
  startMs: startMs + Number(id.replaceAll(/\D/g, '')) * 1_000,
  calls,
});
const pair = (order: string) => [ticket(order, 'no refund'), ticket(order, 'refund is missing')];
const searches = Array.from({ length: 6 }, (): StatedCall => ({
  tool: 'search_orders',
  args: { customer_id: 'cus_8123', status: 'refunded' },
  result: [],
  modelMs: 500,
  toolMs: 92,
}));

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const turns = [
    ...[1, 2, 3].map((n) => turn(`tickets-${n}`, '2.0.0', pair(`8821${n}`))),
    turn('searches-4', '2.0.0', searches),
    ...[5, 6, 7].map((n) => turn(`fine-${n}`, '1.0.0', [{ ...ticket(`9${n}`, 'x'), toolMs: 40 }])),
  ];
  await product.post(exportRequest(turns.flatMap(spansOf)));
  await product.settle();
}, 60_000);
afterAll(() => product.close());

async function send<Schema extends z.ZodType>(
  method: 'POST' | 'DELETE',
  path: string,
  { body, schema }: { body?: unknown; schema: Schema },
): Promise<z.infer<Schema>> {
  const response = await fetch(`${product.ui}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return schema.parse(await response.json());
}

/** The path of the only turn of a session. */
async function pathOf(session: string): Promise<string> {
  const { items } = await product.get(`/api/v1/turns?session=${session}`, turnPage);
  return `/api/v1/turns/${encodeURIComponent(items[0]?.turn_id ?? '')}`;
}

const attemptsOf = async (id: string) =>
  (await product.get(await pathOf(id), trajectory)).turn.max_attempts;
const searchLoop = async () => {
  const { items } = await product.get('/api/v1/loops?limit=100', loopPage);
  return items.find(({ tool }) => tool === 'search_orders');
};

describe('an identity that the traffic suggests', () => {
  const tools = {
    create_ticket: { identity: ['customer_id', 'order_id'], effect: 'write' },
  } as const;

  test('is tried on stored turns before anyone switches it on', async () => {
    const result = await send('POST', '/api/v1/backtest', { body: { tools }, schema: backtest });
    expect(result).toMatchObject({ turns: 7, affected_turns: 3, removed: [], kept: 1 });
    expect(result.added.map(({ tool, calls }) => `${tool} ${calls}`)).toEqual(
      Array(3).fill('create_ticket 2'),
    );
    expect(await attemptsOf('tickets-1')).toBe(1);
  });

  test('is shown with the tool, accepted, applied to stored turns, recorded and taken back', async () => {
    const { identity } = await product.get('/api/v1/tools/create_ticket', toolDetail);
    expect(identity).toMatchObject({
      declared: null,
      suggestion: { identity: ['customer_id', 'order_id'], varying: ['summary'] },
    });
    const body = {
      tool: 'create_ticket',
      declaration: tools.create_ticket,
      by: 'ada',
      reason: 'free text hides the loop',
    };
    const accepted = await send('POST', '/api/v1/declarations', {
      body,
      schema: declarationResult,
    });
    expect(accepted.traces).toBe(6);
    await product.settle();
    expect(await attemptsOf('tickets-1')).toBe(2);
    expect(await product.get('/api/v1/declarations', declarations)).toMatchObject([
      { tool: 'create_ticket', source: 'stored', changed: { by: 'ada', changes: 1 } },
    ]);
    const { identity: now } = await product.get('/api/v1/tools/create_ticket', toolDetail);
    expect(now).toMatchObject({ declared: ['customer_id', 'order_id'], suggestion: null });

    const fresh = await product.get('/api/v1/loops/new-since?version=2.0.0', newLoops);
    expect(fresh.map(({ shape }) => shape)).toContain('create_ticket(customer_id, order_id)');
    const compared = await product.get(
      '/api/v1/compare?version=2.0.0&before_version=1.0.0',
      comparison,
    );
    expect([compared.before.turns, compared.after.turns]).toEqual([3, 4]);
    expect(compared.loops.map(({ state }) => state)).toEqual(['new', 'new']);
    expect(compared.test).toMatchObject({ method: 'exact', superiority: 1 });

    const path = '/api/v1/declarations/create_ticket?by=bob&reason=too+wide';
    await send('DELETE', path, { schema: declarationResult });
    await product.settle();
    expect(await attemptsOf('tickets-1')).toBe(1);
  });
});

describe('an incident of which people say that it is none', () => {
  test('is remembered for its like, becomes a proposal, and an exemption with an end', async () => {
    const before = await searchLoop();
    const body = { verdict: 'not_a_loop', reason: 'it polls', by: 'ada' };
    const told = await send('POST', `/api/v1/loops/${before?.loop_id}/feedback`, {
      body,
      schema: loop,
    });
    expect(told.feedback).toMatchObject({
      verdict: 'not_a_loop',
      by: 'ada',
      is_own: true,
      said: 1,
    });
    expect((await searchLoop())?.feedback).toMatchObject({ reason: 'it polls' });
    const proposed = await product.get('/api/v1/exemptions', exemptions);
    expect(proposed.proposals).toMatchObject([
      { tool: 'search_orders', reasons: ['it polls'], incidents: [{ not_a_loop: 1, loop: 0 }] },
    ]);

    const draft = { tool: 'search_orders', owner: 'ops', reason: 'it polls', by: 'ada' };
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    await expect(
      send('POST', '/api/v1/exemptions', {
        body: { ...draft, expires: '2020-01-01' },
        schema: loop,
      }),
    ).rejects.toThrow('expires: expected today or a later day');
    const exempt = { ...draft, expires: day(Date.now() + 86_400_000) };
    await send('POST', '/api/v1/exemptions', { body: exempt, schema: declarationResult });
    await product.settle();
    expect(await searchLoop()).toBeUndefined();
    const { items, proposals } = await product.get('/api/v1/exemptions', exemptions);
    expect(items).toMatchObject([{ tool: 'search_orders', owner: 'ops', state: 'active' }]);
    expect(proposals).toEqual([]);

    const path = '/api/v1/exemptions/search_orders?by=ada&reason=over';
    await send('DELETE', path, { schema: declarationResult });
    await product.settle();
    expect((await searchLoop())?.feedback).toMatchObject({ verdict: 'not_a_loop', is_own: true });
  });
});

describe('what stands behind the figures', () => {
  test('fleet savings are the sum of what each turn would have saved', async () => {
    const fleet = await product.get('/api/v1/savings', fleetSavings);
    const { savings } = await product.get(await pathOf('searches-4'), trajectory);
    expect(fleet.caps.map(({ calls }) => calls)).toEqual(savings.map(({ calls }) => calls));
    expect(fleet).toMatchObject({
      turns: 7,
      caps: [
        { cap: 1, turns_cut: 1, healthy_turns_cut: 0 },
        { cap: 2, calls: 3 },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    });
  });

  test('a loop goes to the eval suite as its shortest sequence, and is still found there', async () => {
    const found = await product.get(`${await pathOf('searches-4')}/case`, exportedCase);
    expect(found).toMatchObject({
      kind: 'empty',
      from: 6,
      expected: { tool: null, seen: 'advice' },
    });
    expect(found.case.calls).toHaveLength(3);
    const loopCase: LoopCase = JSON.parse(JSON.stringify(found.case));
    const loops = detectLoops(callsOfCase(loopCase), {
      declarations: declarationsOfCase(loopCase),
    });
    expect(loops).toMatchObject([{ kind: 'empty', severity: 'alert', calls: loopCase.loop }]);
    const text = await (
      await fetch(`${product.ui}${await pathOf('searches-4')}/case?format=vitest`)
    ).text();
    expect(text).toBe(found.test);
    expect(text).toContain("from 'vitest'");
    const none = await fetch(`${product.ui}${await pathOf('fine-5')}/case`);
    expect(none.status).toBe(404);
  });
});
