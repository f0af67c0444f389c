import { BASE_MS, callRow, decisionRow, turnRow } from '@loopscope/sql/placed-rows';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  ceilings,
  guardDecisionPage,
  guardSummary,
  stopOrder,
  stopOrders,
  type StandingOrders,
} from './contract/index.ts';
import { loopRow } from './testing/rows.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

/** Another agent, whose guard only records. */
const WATCHED = { agent_name: 'watched' } as const;
const OTHERS = 'agent=support&agent=ops';

let api: Served;

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  const guarded = { guard_mode: 'block' } as const;
  await store.insert('turn_verdicts', [
    turnRow({ turn_id: 'blocked', ...guarded, guard_stops: 2, verdict: 'loop' }),
    turnRow({ turn_id: 'missed', ...guarded, agent_name: 'ops', verdict: 'loop' }),
    turnRow({ turn_id: 'healthy', ...guarded, guard_stops: 1 }),
    turnRow({ turn_id: 'unguarded', verdict: 'loop' }),
    turnRow({ turn_id: 'watched', ...WATCHED, guard_mode: 'observe', guard_stops: 3 }),
  ]);
  await store.insert('loops', [
    loopRow({ loop_id: 'l1', turn_id: 'blocked' }),
    loopRow({ loop_id: 'l2', turn_id: 'missed' }),
    loopRow({ loop_id: 'l3', turn_id: 'unguarded' }),
  ]);
  const observed = {
    ...WATCHED,
    turn_id: 'watched',
    mode: 'observe',
    enforced: 0,
    ceiling_name: '',
  } as const;
  await store.insert('guard_decisions', [
    decisionRow(),
    decisionRow({ span_id: 'span-2', decision: 'refuse', saved_calls: 4 }),
    decisionRow({ span_id: 'span-3', decision: 'note', ceiling_name: '' }),
    decisionRow({ span_id: 'span-4', turn_id: 'healthy', enforced: 0, kind: 'call_ceiling' }),
    decisionRow({ ...observed, span_id: 'span-5' }),
    decisionRow({
      ...observed,
      span_id: 'span-6',
      position: 1,
      kind: 'closed_turn',
      saved_calls: 3,
    }),
  ]);
  await store.insert(
    'tool_calls',
    Array.from({ length: 6 }, (_, at) =>
      callRow({
        turn_id: 'watched',
        span_id: `call-${at}`,
        seq: at + 1,
        attempt: at + 1,
        duration_ms: 100,
        model_ms: 900,
        input_tokens: 10,
        output_tokens: 1,
        cost: 0.5,
      }),
    ),
  );
  api = await serve(store, {
    now: () => BASE_MS + 3_600_000,
    ceilings: [
      { name: 'attempts_per_key', value: 2, raised: null },
      {
        name: 'calls_per_session',
        value: 25,
        raised: { to: 40, reason: 'large', ticket: 'OPS-1', expires: '2026-02-28' },
      },
    ],
  });
  return async () => {
    await api.close();
    await remove();
  };
});

const send = (method: string, path: string, body?: object) =>
  fetch(api.address + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

const nothing = { ms: 0, input_tokens: 0, output_tokens: 0, cost: 0 };

describe('what guards did', () => {
  it('is counted over the guarded turns, with what they let pass and what they stopped for nothing', async () => {
    const answer = guardSummary.parse((await api.get(`/api/v1/guard?${OTHERS}`)).json);
    expect(answer).toEqual({
      turns: 4,
      guarded_turns: 3,
      decisions: 4,
      enforced_stops: 2,
      observed_stops: 1,
      saved_calls: 4,
      loops: 2,
      loops_missed: 1,
      healthy_turns_stopped: 1,
      by_kind: [
        { kind: 'repeated_key', decisions: 3, enforced_stops: 2, observed_stops: 0, turns: 1 },
        { kind: 'call_ceiling', decisions: 1, enforced_stops: 0, observed_stops: 1, turns: 1 },
      ],
      by_tool: [
        { tool: 'create_ticket', decisions: 4, enforced_stops: 2, observed_stops: 1, turns: 2 },
      ],
      saved_by_rule: [
        { rule: 'repeated_key', turns: 1, saved_calls: 4, watched: null },
        {
          rule: 'call_ceiling',
          turns: 1,
          saved_calls: 0,
          watched: { ...nothing, turns: 1, calls: 0, predicted_calls: 0 },
        },
      ],
      by_mode: [{ mode: 'block', turns: 3 }],
      never_fired: [{ agent: 'ops', turns: 1, loops: 1 }],
    });
  });

  it('saved, by rule, what a turn did after the stop that was only recorded, beside what the cap predicts', async () => {
    const answer = guardSummary.parse((await api.get('/api/v1/guard?agent=watched')).json);
    const took = { ms: 3_000, input_tokens: 30, output_tokens: 3, cost: 1.5 };
    expect(answer.saved_by_rule).toEqual([
      {
        rule: 'repeated_key',
        turns: 1,
        saved_calls: 3,
        watched: { turns: 1, calls: 3, predicted_calls: 3, ...took },
      },
    ]);
  });

  it('of turns that nothing matches is nothing', async () => {
    const answer = guardSummary.parse((await api.get('/api/v1/guard?agent=none')).json);
    expect(answer).toMatchObject({ turns: 0, guarded_turns: 0, decisions: 0, by_kind: [] });
  });

  it('is listed decision by decision, page by page', async () => {
    const first = guardDecisionPage.parse(
      (await api.get('/api/v1/guard/decisions?agent=support&limit=3')).json,
    );
    expect(first.items).toHaveLength(3);
    const rest = guardDecisionPage.parse(
      (await api.get(`/api/v1/guard/decisions?agent=support&limit=3&cursor=${first.next_cursor}`))
        .json,
    );
    expect(rest.items).toHaveLength(1);
    expect(rest.next_cursor).toBeNull();
    const spans = [...first.items, ...rest.items].map((item) => item.span_id);
    expect(spans).toEqual(['span-1', 'span-2', 'span-3', 'span-4']);
    expect(first.items[0]).toMatchObject({
      tried: ['{"a":1}'],
      ceiling: { name: 'attempts_per_key', value: 2, state: 'set' },
    });
    expect(first.items[2]?.ceiling).toBeNull();
  });

  it.each([
    ['decision=note', ['span-3']],
    ['kind=call_ceiling', ['span-4']],
    ['turn=healthy', ['span-4']],
  ])('is narrowed by %s', async (query, expected) => {
    const answer = (await api.get(`/api/v1/guard/decisions?${query}`)).json;
    expect(guardDecisionPage.parse(answer).items.map((item) => item.span_id)).toEqual(expected);
  });
});

describe('ceilings', () => {
  it('are told with their raises; one that has run out has fallen back and says so', async () => {
    const answer = ceilings.parse((await api.get('/api/v1/ceilings')).json);
    expect(answer).toMatchObject([
      { name: 'attempts_per_key', value: 2, state: 'set', raised_to: null, reached: 3 },
      { name: 'calls_per_session', value: 25, base: 25, state: 'expired', raised_to: 40 },
    ]);
  });
});

describe('an order to stop a session', () => {
  it('stands once, is listed, and is taken back by name', async () => {
    const path = '/api/v1/sessions/s%2F1/stop';
    const draft = { reason: 'it loops', by: 'ana' };
    const made = await send('POST', path, draft);
    expect(made.status).toBe(201);
    const order = stopOrder.parse(await made.json());
    expect(order).toMatchObject({
      session_id: 's/1',
      requested_by: 'ana',
      reason: 'it loops',
      state: 'standing',
      reached_at: null,
    });
    const again = await send('POST', path, { reason: 'twice' });
    expect(again.status).toBe(200);
    expect(stopOrder.parse(await again.json())).toEqual(order);
    const standing = (await api.get('/api/v1/stops?standing=true')).json;
    expect(stopOrders.parse(standing)).toEqual([order]);
    const back = await send('DELETE', path, { by: 'bo' });
    expect(stopOrder.parse(await back.json())).toMatchObject({
      state: 'withdrawn',
      changed_by: 'bo',
      requested_by: 'ana',
    });
    expect((await api.get('/api/v1/stops?standing=true')).json).toEqual([]);
    const record = stopOrders.parse((await api.get('/api/v1/stops?session=s%2F1')).json);
    expect(record).toMatchObject([{ stop_id: order.stop_id, state: 'withdrawn' }]);
    expect((await send('DELETE', path)).status).toBe(404);
  });

  it.each([
    ['a key that is not known', { until: 'tomorrow' }],
    ['no time at all', { for_seconds: 0 }],
    ['a reason as long as a book', { reason: 'x'.repeat(2_000) }],
  ])('with %s is refused', async (_name, body) => {
    expect((await send('POST', '/api/v1/sessions/s2/stop', body)).status).toBe(400);
  });

  it('is told to whoever listens: what stands at once, then each change', async () => {
    await send('POST', '/api/v1/sessions/live-1/stop');
    const leave = new AbortController();
    const answer = await fetch(`${api.address}/api/v1/stops/live`, { signal: leave.signal });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const heard = ordersOf(answer);
    expect((await heard.next()).value).toEqual(['live-1']);
    await send('POST', '/api/v1/sessions/live-2/stop', { reason: 'r' });
    expect((await heard.next()).value).toEqual(['live-1', 'live-2']);
    await send('DELETE', '/api/v1/sessions/live-1/stop');
    expect((await heard.next()).value).toEqual(['live-2']);
    leave.abort();
  });
});

/** Session ids of each `stops` event. */
async function* ordersOf(answer: Response): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const data = /^event: stops\ndata: (.*)$/.exec(block)?.[1];
      if (data === undefined) continue;
      const { stops } = JSON.parse(data) as StandingOrders;
      yield stops.map((stop) => stop.session_id);
    }
  }
}
