import { StoreError, type Store } from '@loopscope/sql';
import { BASE_MS, callRow, turnRow } from '@loopscope/sql/placed-rows';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

import { foundSteps, stepTexts, trajectory } from './contract/index.ts';
import { spanRow } from './testing/rows.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

let store: Store;
let api: Served;

const IDS = { turn_id: 'tickets', trace_id: 'trace-tickets', session_id: 'session-tickets' };
const TICKETS = Array.from({ length: 14 }, (_, seq) => {
  const startMs = BASE_MS + seq * 1_000;
  const common = { trace_id: IDS.trace_id, startMs };
  return {
    call: callRow({
      ...IDS,
      span_id: `ticket-${seq}`,
      seq,
      step: seq,
      startMs,
      tool: 'create_ticket',
    }),
    tool: spanRow({
      ...common,
      span_id: `ticket-${seq}`,
      name: 'execute_tool create_ticket',
      args: `{"customer_id":"c_40912","n":${seq}}`,
      args_known: 1,
      args_size: 6_000,
      error_message: 'timed out after 30 s',
    }),
    model: spanRow({ ...common, span_id: `model-${seq}`, kind: 'model', name: 'chat model-a' }),
  };
});

beforeAll(async () => {
  const opened = await openTestStore();
  const { remove } = opened;
  store = opened.store;
  await store.insert(
    'spans',
    TICKETS.flatMap(({ tool, model }) => [model, tool]),
  );
  await store.insert(
    'tool_calls',
    TICKETS.map(({ call }) => call),
  );
  await store.insert('turn_verdicts', [
    turnRow({
      ...IDS,
      trace_ids: [IDS.trace_id],
      startMs: BASE_MS,
      duration_ms: 20_000,
      calls: 14,
    }),
  ]);
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

describe('texts of a turn', () => {
  it('in brief says which texts are cut, and how long they are', async () => {
    const { json } = await api.get('/api/v1/turns/tickets?texts=brief');
    const { steps } = trajectory.parse(json);
    expect(steps.filter(({ kind }) => kind === 'tool').map(({ cut }) => cut)).toEqual(
      Array.from({ length: 14 }, () => ({ args: 6_000 })),
    );
    expect(steps.filter(({ kind }) => kind !== 'tool').some(({ cut }) => cut)).toBe(false);
    const whole = await api.get('/api/v1/turns/tickets');
    expect(trajectory.parse(whole.json).steps.some(({ cut }) => cut)).toBe(false);
  });

  it('gives texts of the steps that are asked for, as long as they are wanted', async () => {
    const ask = async (search: string) =>
      stepTexts.parse((await api.get(`/api/v1/turns/tickets/texts?${search}`)).json);
    const [one, two, ...others] = await ask('span=ticket-3&span=model-4&longest=15');
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      span_id: 'ticket-3',
      call_seq: 3,
      args: '{"customer_id":',
      cut: { args: 6_000 },
    });
    expect(two).toMatchObject({ span_id: 'model-4', call_seq: null, args: null });
    expect(await ask('span=ticket-3')).toMatchObject([{ args: '{"customer_id":"c_40912","n":3}' }]);
    expect((await api.get('/api/v1/turns/tickets/texts')).status).toBe(400);
  });

  it('finds words in what was sent, answered and said', async () => {
    const ask = async (words: string) =>
      foundSteps.parse(
        (await api.get(`/api/v1/turns/tickets/find?q=${encodeURIComponent(words)}`)).json,
      ).items;
    expect(await ask('"N":3}')).toEqual([
      {
        span_id: 'ticket-3',
        call_seq: 3,
        place: 'args',
        excerpt: '{"customer_id":"c_40912","n":3}',
      },
    ]);
    expect(await ask('Timed OUT')).toHaveLength(14);
    expect((await ask('CREATE_ticket'))[0]).toMatchObject({ place: 'name' });
    expect(await ask('%')).toEqual([]);
  });
});

describe('a request whose caller has gone', () => {
  it('ends what it asked of the store, logs nothing, and leaves the others alone', async () => {
    const anything = z.record(z.string(), z.unknown());
    const sql = 'SELECT sum(sipHash64(number)) AS s FROM numbers(1000000000000)';
    const endless = { name: 'endless', sql, params: anything, row: anything };
    const ended = Promise.withResolvers<unknown>();
    const slow: Store = {
      ...store,
      async query(query, params, signal) {
        if (query.name !== 'facets') return store.query(query, params, signal);
        try {
          await store.query(endless, {}, signal);
        } catch (error) {
          ended.resolve(error);
          throw error;
        }
        return [];
      },
    };
    const served = await serve(slow);
    onTestFinished(served.close);
    const leave = new AbortController();
    const url = `${served.address}/api/v1/facets`;
    const left = fetch(url, { signal: leave.signal }).catch((error: unknown) => error);
    setTimeout(() => leave.abort(), 200);
    await left;
    const error = await ended.promise;
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: 'cancelled' });
    expect((await served.get('/api/v1/overview')).status).toBe(200);
    expect(served.logged).toEqual([]);
  });
});
