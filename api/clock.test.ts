import type { Store } from '@loopscope/sql';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { silence } from './contract/index.ts';
import { NOW_MS, openTestStore, serve, type Served } from './testing/serve.ts';

let nowMs = NOW_MS;
let api: Served;
let store: Store;
beforeAll(async () => {
  const opened = await openTestStore();
  store = opened.store;
  api = await serve(store, { now: () => nowMs });
  return async () => {
    await api.close();
    await opened.remove();
  };
});
afterEach(() => {
  nowMs = NOW_MS;
});

const ask = (method: string, path: string, body: object = {}) =>
  fetch(`${api.address}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a clock that was set back', () => {
  it('keeps nobody from ending a silence', async () => {
    const draft = { matcher: { rule: 'r' }, comment: 'known', for_seconds: 86_400 };
    const { silence_id: id } = silence.parse(await (await ask('POST', '/silences', draft)).json());
    nowMs -= 60_000;
    expect((await ask('DELETE', `/silences/${id}`)).status).toBe(200);
    expect((await api.get('/api/v1/silences')).json).toEqual([]);
  });

  it('keeps nobody from taking back a stop', async () => {
    expect((await ask('POST', '/sessions/s/stop')).status).toBe(201);
    nowMs -= 60_000;
    expect((await ask('DELETE', '/sessions/s/stop')).status).toBe(200);
    expect((await api.get('/api/v1/stops?standing=true')).json).toEqual([]);
  });
});
