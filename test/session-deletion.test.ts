import { overview, sessionDeletion, sessionDeletions, turnPage } from '@loopscope/api/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportRequest, spansOf, type Span, type StatedTurn } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;
const turn = (id: string, session: string, startMs: number): StatedTurn => ({
  id,
  session,
  startMs,
  calls: Array.from({ length: 5 }, () => ({
    tool: 'search',
    args: { q: `what ${session} looks for` },
    result: [],
    modelMs: 20,
    toolMs: 10,
  })),
});

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 60_000);
afterAll(() => product.close());

async function send(spans: readonly Span[]): Promise<void> {
  await product.post(exportRequest(spans));
  await product.settle();
}

const call = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${product.ui}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const turnsOf = async (session: string): Promise<string[]> => {
  const { items } = await product.get(`/api/v1/turns?session=${session}`, turnPage);
  return items.map(({ turn_id }) => turn_id);
};

let first: string[] = [];
const anna = spansOf(turn('first turn of anna', 'anna', minutesAgo(30)));
const bert = spansOf(turn('turn of bert', 'bert', minutesAgo(29)));

describe('a session is deleted while its agent is still sending', () => {
  it('is gone from every page as soon as that is answered, with the loops and orders of it', async () => {
    // The agent's own span comes last, as exporters send it.
    await send([...anna.slice(1), ...bert]);
    await call('POST', '/api/v1/sessions/anna/stop', { reason: 'it loops' });
    first = await turnsOf('anna');
    expect(first).toHaveLength(1);
    const response = await call('DELETE', '/api/v1/sessions/anna', { by: 'dpo', reason: 'asked' });
    expect(response.status).toBe(200);
    const done = sessionDeletion.parse(await response.json());
    expect(done).toMatchObject({ state: 'done', turns: 1, spans: anna.length - 1 });
    expect(await turnsOf('anna')).toEqual([]);
    expect((await call('GET', '/api/v1/sessions/anna')).status).toBe(404);
    expect(await (await call('GET', '/api/v1/stops?session=anna')).json()).toEqual([]);
    const all = await product.get('/api/v1/overview', overview);
    expect(all).toMatchObject({ turns: 1, sessions: 1, loops: { total: 1 } });
  });

  it('does not come back with what arrives late', async () => {
    await send(anna);
    expect(await turnsOf('anna')).toEqual([]);
    await send(spansOf(turn('second turn of anna', 'anna', minutesAgo(20))));
    expect(await turnsOf('anna')).toEqual([]);
    expect(await turnsOf('bert')).toHaveLength(1);
  });

  it('may go on afterwards: what begins later is another matter', async () => {
    await send(spansOf(turn('third turn of anna', 'anna', Date.now() + 1_000)));
    expect(await turnsOf('anna')).toHaveLength(1);
  });

  it('is on record: who, when and why', async () => {
    const record = await product.get('/api/v1/deletions', sessionDeletions);
    expect(record).toMatchObject([{ session_id: 'anna', requested_by: 'dpo', reason: 'asked' }]);
    const of = ([id = '']: string[]) =>
      product.get(`/api/v1/deletions?turn=${encodeURIComponent(id)}`, sessionDeletions);
    expect(await of(first)).toEqual(record);
    expect(await of(await turnsOf('anna'))).toEqual([]);
    expect((await call('DELETE', '/api/v1/sessions/nobody')).status).toBe(404);
  });
});
