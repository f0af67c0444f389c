import { attemptKey } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';

import type { Loop } from './loop.ts';
import { priceOf } from './costs/prices.ts';
import { detectLoops } from './run.ts';
import { savings } from './costs/savings.ts';
import { Conversation } from './testing/conversation.ts';
import { oneOf, saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

const only = (run: Conversation): Loop => {
  const loops = run.loops();
  expect(loops).toHaveLength(1);
  return loops[0] as Loop;
};

/** The evidence of a claim, as how many of how many. */
const holds = (loop: Loop, claim: string): [number, number] => {
  const found = loop.test.evidence.find((each) => each.claim === claim);
  expect(found, claim).toBeDefined();
  return [found?.holds ?? 0, found?.of ?? 0];
};

const TICKETS = new Map([
  ['create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' as const }],
]);
const SUMMARIES = oneOf(
  'Customer has not received refund for returned boots',
  'Refund not received for returned boots - customer following up',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
);

const tickets = (count: number): Conversation => {
  const run = new Conversation(TICKETS);
  for (let nth = 0; nth < count; nth += 1) {
    const args = { customer_id: 'c_40912', order_id: '88214', summary: SUMMARIES(nth) };
    run.call('create_ticket', args, 'timeout: no answer within 30 s', { ...FAILED, ms: 30_000 });
  }
  return run;
};
const keysOf = ({ calls }: Conversation): string[] =>
  calls.map((call) => attemptKey(call.tool, call.identity, call.errorClass));

const SEARCH = { customer_id: 'cus_8123', status: 'refunded' };
/** Forty model calls and forty tool calls of 92 ms in 96 s. */
const searches = (count: number): Conversation =>
  saidInTurn(count, [
    'search_orders',
    SEARCH,
    '[]',
    { ms: 92, modelMs: (96_000 - 40 * 92) / 40, tokens: 2_500, cost: 0.31 / 40 },
  ]);

describe('A3: fourteen tickets', () => {
  test('a cap of two stops at three tickets and saves eleven times 30 s, linear in the attempts prevented', () => {
    const run = tickets(14);
    const saved = savings(run.calls, keysOf(run));
    expect(saved.find(({ cap }) => cap === 2)).toMatchObject({
      calls: 11,
      ms: 330_000,
      sideEffects: 11,
    });
    for (const { cap, calls, ms } of saved) {
      expect([cap, calls, ms]).toEqual([cap, 13 - cap, (13 - cap) * 30_000]);
    }
  });

  test('the three that are printed have three texts and one identity, and are one loop', () => {
    const run = tickets(3);
    expect(new Set(run.calls.map(({ signature }) => signature)).size).toBe(3);
    expect(new Set(keysOf(run)).size).toBe(1);
    expect(only(run)).toMatchObject({ kind: 'transport', cost: { sideEffects: 2 } });
  });
});

describe('A7: loops that never fail', () => {
  test('eleven reworded searches with empty lists are one loop', () => {
    const run = saidInTurn(11, [
      'search_orders',
      (n) => ({
        query: `${oneOf('boots refund', 'refund for boots', 'boots return refund status', 'refund boots')(n)} ${'!'.repeat(n)}`,
      }),
      '[]',
    ]);
    expect(only(run)).toMatchObject({ kind: 'empty', severity: 'alert', calls: { length: 11 } });
  });

  test('eleven that each find other orders are none', () => {
    const run = saidInTurn(11, [
      'search_orders',
      (n) => ({ query: `boots ${n}` }),
      (n) => [{ id: n }],
    ]);
    expect(run.loops()).toEqual([]);
  });
});

describe('B2, B3, B11: the four signatures behind one step limit', () => {
  const identical = searches(40);
  const guessed = saidInTurn(6, [
    'search_orders',
    (n) => ({ ...SEARCH, status: oneOf('in transit', 'transit', 'shipping')(n) + '.'.repeat(n) }),
    "status is not one of ['open','shipped','delivered','refunded','cancelled']",
    FAILED,
  ]);
  const flaky = saidInTurn(4, [
    'get_shipment',
    { order_id: '4471' },
    oneOf('upstream returned 503', 'connection reset by peer'),
    { ...FAILED, ms: 3_000 },
  ]);
  const finished = new Conversation().call('refund_order', { order_id: '88214' }, 'booked', WRITE);
  for (const view of ['summary', 'items', 'payments', 'history', 'notes', 'audit'])
    finished.call('get_order', { order_id: '88214', view }, { view, fine: view }, READ);

  test('have four kinds, each with the place of its fix', () => {
    const told = [identical, guessed, flaky, finished].map((run) => {
      const { kind, fix } = only(run);
      return [kind, fix.place];
    });
    expect(told).toEqual([
      ['empty', 'tool_result'],
      ['validation', 'schema'],
      ['transport', 'executor_retry'],
      ['reverify', 'exit_condition'],
    ]);
  });

  test('are told apart by properties of the trajectory', () => {
    const loop = only(identical);
    expect(holds(loop, 'arguments equal')).toEqual([40, 40]);
    expect(holds(loop, 'results equal')).toEqual([40, 40]);
    expect(holds(loop, 'errors')).toEqual([0, 40]);
    expect(holds(only(guessed), 'errors')).toEqual([6, 6]);
    expect(holds(only(guessed), 'error texts the same')).toEqual([6, 6]);
    expect(holds(only(guessed), 'arguments equal')).toEqual([1, 6]);
    expect(holds(only(flaky), 'passing faults')).toEqual([4, 4]);
    expect(holds(only(finished), 'looks after the work was done')).toEqual([6, 7]);
  });

  test('equality is not claimed for the second and the fourth', () => {
    for (const run of [guessed, finished]) {
      expect(only(run).test.excludes).toContain('exact');
      expect(new Set(run.calls.map(({ identity }) => identity)).size).toBe(run.calls.length);
    }
  });
});

describe('B12, B13: the price of forty searches', () => {
  test('96 s and $0.31 become three steps, 93 of 100 parts of both saved', () => {
    const run = searches(40);
    const loop = only(run);
    expect(loop.cost.ms + 2_400).toBeCloseTo(96_000, 6);
    expect(loop.cost.usd + 0.31 / 40).toBeCloseTo(0.31, 10);
    const saved = savings(run.calls, keysOf(run)).find(({ cap }) => cap === 2);
    expect(saved?.calls).toBe(37);
    expect(96_000 - (saved?.ms ?? 0)).toBeCloseTo(3 * 2_400, 6);
    expect(saved?.usd).toBeCloseTo((0.31 * 37) / 40, 10);
  });

  test('a price comes from tokens, by the table or by what overrides it', () => {
    const tokens = { input: 100_000, output: 4_000, cachedInput: 0 };
    const own = new Map([['some-model', { input: 2.5, output: 15 }]]);
    expect(priceOf('some-model', tokens, own)).toBeCloseTo(0.31, 10);
    expect(priceOf('gpt-4o', tokens, new Map())).toBeCloseTo(0.29, 10);
  });

  test('the proposed result says what was looked at, what exists instead, and that it will not change', () => {
    const text = only(searches(40)).fix.proposedText ?? '';
    const proposed: unknown = JSON.parse(text);
    expect(proposed).toMatchObject({ matched: 0, query: SEARCH });
    expect(text).toContain('[Say here what exists instead.]');
    expect(text).toContain('Repeating this query returns the same result.');
  });
});

describe('B10: tools that vary with time', () => {
  test('are exempt by name, with owner, reason and expiry, and no other tool is', () => {
    const exempt = { owner: 'ops', reason: 'polls a queue', expires: '2027-06-30' };
    const declarations = new Map([['queue_depth', { exempt }]]);
    const run = new Conversation();
    for (let nth = 0; nth < 9; nth += 1)
      run.call('queue_depth', {}, { left: 4 }, READ).call('backlog', {}, { open: 4 }, READ);
    const found = detectLoops(run.calls, { declarations, nowMs: Date.parse('2027-01-01') });
    expect(found.flatMap(({ tools }) => tools)).toEqual(['backlog']);
    const late = detectLoops(run.calls, { declarations, nowMs: Date.parse('2027-07-02') });
    expect(late.flatMap(({ tools }) => tools)).toContain('queue_depth');
  });
});

describe('confirming that it is a loop', () => {
  test('D1: within five steps without news; paging, batches and a few retries are none', () => {
    expect(saidInTurn(5, ['read', { p: 1 }, 'text of the plan', READ]).alerts()).toEqual(['exact']);
    const honest = [
      saidInTurn(9, ['list', (n) => ({ page: n }), (n) => [{ id: n }], READ]),
      saidInTurn(9, ['process', (n) => ({ record: n }), 'done', WRITE]),
      saidInTurn(2, ['get', { u: 1 }, '503 Service Unavailable', FAILED]).call(
        'get',
        { u: 1 },
        'page',
      ),
    ];
    for (const run of honest) expect(run.loops()).toEqual([]);
  });

  test('D2: a stall, an oscillation and an error storm are told apart', () => {
    const stall = saidInTurn(5, ['read', { p: 1 }, 'text of the plan', READ]);
    const swing = (period: number): Conversation =>
      saidInTurn(period * 4, [
        'get',
        (n) => ({ id: n % period }),
        (n) => `state of ${n % period}: idle`,
        READ,
      ]);
    const storm = saidInTurn(5, ['resize', { id: 1 }, { error: 'invalid state' }]);
    expect([stall, swing(2), swing(3), storm].map((run) => run.alerts())).toEqual([
      ['exact'],
      ['cycle'],
      ['cycle'],
      ['validation'],
    ]);
  });

  test('D9: a time stamp or counter that varies in the arguments hides no loop once it is declared volatile', () => {
    const declarations = new Map([
      ['probe', { volatile: ['at', 'retry'], effect: 'read' as const }],
    ]);
    const swing = (run: Conversation): Conversation => {
      for (let nth = 0; nth < 6; nth += 1)
        run.call(
          'probe',
          { of: nth % 2, at: 1_714_640_000 + nth, retry: nth },
          `probe ${nth % 2} is idle`,
        );
      return run;
    };
    expect(swing(new Conversation(declarations)).alerts()).toEqual(['cycle']);
    expect(swing(new Conversation()).alerts()).toEqual([]);
  });

  test('D13: forty resizes with "invalid state" are an error storm, known at the third, and three calls do', () => {
    const resize = { instance_id: 'i-0abc', new_machine_type: 'large' };
    const run = saidInTurn(40, ['resize_instance', resize, { error: 'invalid state' }]);
    const loop = only(run);
    expect(loop).toMatchObject({ kind: 'validation', severity: 'alert', calls: { length: 40 } });
    expect(loop.fix.proposedText).toContain('requires the instance to be stopped first');
    expect(detectLoops(run.calls.slice(0, 3), { declarations: new Map() })).toHaveLength(1);
    const fixed = new Conversation()
      .call('resize_instance', resize, { error: 'requires the instance to be stopped first' })
      .call('stop_instance', { instance_id: 'i-0abc' }, { state: 'stopped' })
      .call('resize_instance', resize, { state: 'resized' });
    expect(fixed.loops()).toEqual([]);
  });
});
