import { toInstant, type AlertStateRow, type Store } from '@loopscope/sql';
import { alertDeliveryRow, alertStateRow } from '@loopscope/sql/placed-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  alertDetail,
  alertEventPage,
  alertPage,
  deadLetterPage,
  receiver,
  silence,
} from './contract/index.ts';
import { NO_ALERTING } from './alerting.ts';
import { NOW_MS, openTestStore, serve, type Served } from './testing/serve.ts';

const startMs = Date.UTC(2026, 2, 1, 0, 30);
const AT = toInstant(startMs);

const row = (id: string, given: Partial<AlertStateRow> = {}): AlertStateRow =>
  alertStateRow({
    startMs,
    alert_id: id,
    subject: `turn-${id}`,
    turn_id: `turn-${id}`,
    facts: '{"max_attempts":6,"distinct_ratio":null}',
    labels: '{"team":"orders"}',
    ...given,
  });

let store: Store;
let api: Served;
let close: () => Promise<void>;
beforeAll(async () => {
  const opened = await openTestStore();
  store = opened.store;
  await store.insert('alert_states', [
    row('a'),
    row('b', { state: 'resolved', starts: [] }),
    row('c', { muted: '{"kind":"silence","id":"x","comment":"known","by":"ann","until":null}' }),
  ]);
  await store.insert('alert_events', [
    {
      project: 'default',
      alert_id: 'a',
      at: AT,
      rule: 'turn-max-attempts',
      scope: 'turn',
      subject: 'turn-a',
      kind: 'transition',
      from_state: 'inactive',
      to_state: 'firing',
      receiver: '',
      result: 'firing',
      summary: 'it loops',
    },
  ]);
  await store.insert('alert_deliveries', [
    alertDeliveryRow({ startMs, alert_id: 'a', thread: 'a', tries: 2 }),
  ]);
  api = await serve(store, {
    alerting: {
      ...NO_ALERTING,
      receivers: () =>
        Promise.resolve([{ name: 'ops', kind: 'webhook', target: 'https://ops.example' }]),
      redrive: ({ receiver: name, alertId }) =>
        Promise.resolve({ outcome: 'told_again', reason: `${name} ${alertId}` }),
      testReceiver: (name) =>
        Promise.resolve(
          name === 'ops' ? { outcome: 'refused', reason: 'answered 404', duration_ms: 5 } : null,
        ),
    },
  });
  close = async () => {
    await api.close();
    await opened.remove();
  };
});
afterAll(() => close());

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(`${api.address}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
}

describe('alerts', () => {
  it('are listed, narrowed, and paged', async () => {
    const all = alertPage.parse((await api.get('/api/v1/alerts')).json);
    expect(all.items.map((alert) => alert.alert_id)).toEqual(['a', 'b', 'c']);
    expect(all.items[0]).toMatchObject({ facts: { max_attempts: 6, distinct_ratio: null } });
    expect(all.items[1]!.started_at).toBe(null);
    expect(all.items[2]!.muted).toMatchObject({ kind: 'silence', by: 'ann' });
    const firing = alertPage.parse((await api.get('/api/v1/alerts?state=firing&limit=1')).json);
    expect(firing.items.map((alert) => alert.alert_id)).toEqual(['a']);
    const cursor = encodeURIComponent(firing.next_cursor!);
    const next = alertPage.parse(
      (await api.get(`/api/v1/alerts?state=firing&limit=1&cursor=${cursor}`)).json,
    );
    expect(next.items.map((alert) => alert.alert_id)).toEqual(['c']);
    expect((await api.get('/api/v1/alerts?state=burning')).status).toBe(400);
  });

  it('show their history and what each receiver knows of them', async () => {
    const detail = alertDetail.parse((await api.get('/api/v1/alerts/a')).json);
    expect(detail.history.length).toBe(1);
    expect(detail.deliveries).toMatchObject([{ receiver: 'ops', dead: true, told_at: null }]);
    expect((await api.get('/api/v1/alerts/nothing')).status).toBe(404);
    const history = alertEventPage.parse((await api.get('/api/v1/alerts/history')).json);
    expect(history.items).toMatchObject([{ alert_id: 'a', result: 'firing' }]);
  });

  it('are acknowledged for the incident that was seen, and that can be taken back', async () => {
    const given = await send('POST', '/api/v1/alerts/a/acknowledge', { by: 'ann' });
    expect(silence.parse(given.json)).toMatchObject({
      kind: 'acknowledge',
      by: 'ann',
      starts_at: '2026-03-01T00:30:00.000Z',
      active: true,
    });
    expect(((await api.get('/api/v1/silences')).json as unknown[]).length).toBe(1);
    expect((await send('DELETE', '/api/v1/alerts/a/acknowledge')).status).toBe(200);
    expect((await send('POST', '/api/v1/alerts/nothing/acknowledge', {})).status).toBe(404);
  });
});

describe('silences', () => {
  it('are made, listed and ended', async () => {
    const draft = { matcher: { rule: 'turn-*' }, comment: 'known', for_seconds: 3_600 };
    const made = silence.parse((await send('POST', '/api/v1/silences', draft)).json);
    expect(made).toMatchObject({
      active: true,
      expires_at: new Date(NOW_MS + 3_600_000).toISOString(),
    });
    const id = encodeURIComponent(made.silence_id);
    expect((await send('DELETE', `/api/v1/silences/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/api/v1/silences/${id}`)).status).toBe(404);
  });

  it.each([
    [{ matcher: { rule: 'a' }, comment: 'x' }, 'give either expires_at or for_seconds'],
    [{ matcher: {}, comment: 'x', for_seconds: 5 }, 'name at least one of'],
    [{ matcher: { rule: 'a' }, comment: '', for_seconds: 5 }, 'say why'],
    [
      { matcher: { rule: 'a' }, comment: 'x', for_seconds: 5, repeat: 'daily' },
      'needs window_seconds',
    ],
    [
      { matcher: { rule: 'a' }, comment: 'x', expires_at: '2020-01-01T00:00:00Z' },
      'expected a time after',
    ],
  ])('%j is refused: %s', async (draft, message) => {
    const { status, json } = await send('POST', '/api/v1/silences', draft);
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain(message);
  });

  it('are not made by pages of another origin', async () => {
    const draft = { matcher: { rule: 'a' }, comment: 'x', for_seconds: 5 };
    const foreign = { origin: 'https://evil.example' };
    expect((await send('POST', '/api/v1/silences', draft, foreign)).status).toBe(403);
    const own = { origin: api.address };
    expect((await send('POST', '/api/v1/silences', draft, own)).status).toBe(201);
  });
});

describe('receivers', () => {
  it('say how they do, and can be tried', async () => {
    const { json } = await api.get('/api/v1/receivers');
    expect(receiver.array().parse(json)).toMatchObject([
      { name: 'ops', waiting: 1, dead: 1, last_error: 'answered 404', told_at: null },
    ]);
    const letters = deadLetterPage.parse((await api.get('/api/v1/dead-letters')).json);
    expect(letters.items).toMatchObject([{ alert_id: 'a', summary: 'it loops', state: 'firing' }]);
    expect((await send('POST', '/api/v1/receivers/ops/test')).json).toMatchObject({
      outcome: 'refused',
    });
    expect((await send('POST', '/api/v1/receivers/nobody/test')).status).toBe(404);
  });

  it('are told again what they did not take, one alert or all', async () => {
    const path = '/api/v1/dead-letters/redrive';
    const one = await send('POST', path, { receiver: 'ops', alert_id: 'a' });
    expect(one).toEqual({ status: 200, json: { outcome: 'told_again', reason: 'ops a' } });
    const all = await send('POST', path, { receiver: 'ops' });
    expect(all.json).toEqual({ outcome: 'told_again', reason: 'ops ' });
    expect((await send('POST', path, { alert_id: 'a' })).status).toBe(400);
  });
});
