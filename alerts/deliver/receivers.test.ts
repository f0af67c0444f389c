import { createHmac } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { Message } from '../message/message.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { AT_MS, message, MESSAGE_BASE_URL as BASE_URL, over } from '../testing/messages.ts';
import { sendMessage, targetOf, type Receiver, type SendOptions } from './receivers.ts';

const options: SendOptions = {
  fetch,
  allowedTargets: [['127.0.0.1', 32]],
  now: () => AT_MS,
  log: () => undefined,
};
const send = (receiver: Receiver, told: Message) => sendMessage(receiver, told, options);

describe('a webhook', () => {
  it('arrives signed by the Standard Webhooks scheme, with the worst alert and all of them', async () => {
    const server = await startHttpServer();
    const key = Buffer.from('a key of some bytes');
    const secret = `whsec_${key.toString('base64')}`;
    const receiver: Receiver = { name: 'ops', kind: 'webhook', url: `${server.url}/hook`, secret };
    expect(await send(receiver, message())).toEqual({ kind: 'delivered' });
    const [posted] = server.posted;
    const timestamp = AT_MS / 1_000;
    const mac = createHmac('sha256', key).update(
      `a-1772323200000-firing.${timestamp}.${posted!.body}`,
    );
    expect(posted!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'a-1772323200000-firing',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${mac.digest('base64')}`,
    });
    expect(JSON.parse(posted!.body)).toMatchObject({
      type: 'alert.firing',
      timestamp: '2026-03-01T00:01:00.000Z',
      data: {
        alert_id: 'a',
        dedup_key: 'a',
        rule: 'turn-max-attempts',
        severity: 'page',
        state: 'firing',
        session_id: 'session-1',
        turn_id: 'turn-a',
        since: '2026-03-01T00:00:00.000Z',
        ended_at: null,
        diagnosis: { kind: 'empty', fix_place: 'tool_result' },
        cost_usd: 0.31,
        cost_per_minute_usd: 0.12,
        labels: { team: 'orders' },
        url: `${BASE_URL}/turns/turn-a?loop=loop-1`,
        links: {
          open_the_trajectory: `${BASE_URL}/turns/turn-a?loop=loop-1`,
          stop_the_session: `${BASE_URL}/sessions/session-1?action=stop`,
          silence_for_an_hour: `${BASE_URL}/alerts?alert=a&action=silence`,
          not_a_loop: `${BASE_URL}/turns/turn-a?loop=loop-1&action=not_a_loop`,
        },
        total: 1,
        alerts: [{ alert_id: 'a' }],
      },
    });
  });

  it('is unsigned without a secret, and says when it is over', async () => {
    const server = await startHttpServer();
    const receiver: Receiver = { name: 'ops', kind: 'webhook', url: server.url, secret: null };
    await send(receiver, over());
    expect(server.posted[0]!.headers['webhook-signature']).toBeUndefined();
    expect(JSON.parse(server.posted[0]!.body)).toMatchObject({
      type: 'alert.resolved',
      data: { state: 'resolved', ended_at: '2026-03-01T00:10:00.000Z' },
    });
  });
});

describe('PagerDuty', () => {
  const pager = (url: string): Receiver => ({
    name: 'pager',
    kind: 'pagerduty',
    url,
    routingKey: 'key-1',
  });

  it('gets a trigger and a resolve under one dedup key', async () => {
    const server = await startHttpServer((response) => response.writeHead(202).end('{}'));
    expect(await send(pager(server.url), message())).toEqual({ kind: 'delivered' });
    await send(pager(server.url), over());
    const [trigger, resolve] = server.posted.map(({ body }) => JSON.parse(body) as object);
    expect(trigger).toMatchObject({
      routing_key: 'key-1',
      dedup_key: 'a',
      event_action: 'trigger',
      payload: {
        severity: 'critical',
        source: 'support',
        class: 'turn-max-attempts',
        component: 'search_orders',
        timestamp: '2026-03-01T00:00:00.000Z',
      },
    });
    expect(resolve).toEqual({ routing_key: 'key-1', dedup_key: 'a', event_action: 'resolve' });
  });

  it('is not told that several alerts are over before the last of them is', async () => {
    const server = await startHttpServer((response) => response.writeHead(202).end());
    expect(await send(pager(server.url), over({ stillFiring: 1 }))).toEqual({ kind: 'delivered' });
    expect(server.posted.length).toBe(0);
  });
});

describe('an Alertmanager', () => {
  it('gets alerts of its v2 API, which end by themselves when nobody sends them again', async () => {
    const server = await startHttpServer((response) => response.writeHead(200).end());
    const receiver: Receiver = {
      name: 'am',
      kind: 'alertmanager',
      url: `${server.url}/`,
      authorization: 'Bearer t',
    };
    await send(receiver, message());
    await send(receiver, over());
    const { path, headers } = server.posted[0]!;
    expect([path, headers.authorization]).toEqual(['/api/v2/alerts', 'Bearer t']);
    const [firing, resolved] = server.posted.map(({ body }) => JSON.parse(body) as object[]);
    expect(firing).toMatchObject([
      {
        labels: {
          alertname: 'turn-max-attempts',
          severity: 'page',
          team: 'orders',
          agent: 'support',
          session: 'session-1',
          alert_id: 'a',
        },
        annotations: {
          title: 'support called search_orders 6 times for the same purpose',
          turn: 'turn-a',
          tool: 'search_orders',
          identity: '3f2a',
          fix: 'Say in the empty result what was looked at.',
          cost_usd: '0.31',
          cost_per_minute_usd: '0.12',
          stop: `${BASE_URL}/sessions/session-1?action=stop`,
          not_a_loop: `${BASE_URL}/turns/turn-a?loop=loop-1&action=not_a_loop`,
        },
        startsAt: '2026-03-01T00:00:00.000Z',
        endsAt: '2026-03-01T00:06:00.000Z',
        generatorURL: `${BASE_URL}/turns/turn-a?loop=loop-1`,
      },
    ]);
    expect(resolved).toMatchObject([{ endsAt: '2026-03-01T00:10:00.000Z' }]);
  });
});

it('the log gets one line: the headline, and where to look', async () => {
  const lines: [string, string, unknown][] = [];
  const logging = {
    ...options,
    log: (level: string, text: string, fields?: unknown) => void lines.push([level, text, fields]),
  };
  await sendMessage({ name: 'log', kind: 'log' }, message(), logging);
  expect(lines).toEqual([
    [
      'warn',
      '[PAGE] support called search_orders 6 times for the same purpose (session session-1, $0.31 so far, $0.12/min)',
      expect.objectContaining({
        event: 'firing',
        fix: expect.stringContaining('Say in the empty result'),
        open: `${BASE_URL}/turns/turn-a?loop=loop-1`,
      }),
    ],
  ]);
  expect(JSON.stringify(lines)).not.toContain(String.raw`\n`);
});

it('a receiver is shown without what is secret in its address', () => {
  const url = 'https://hooks.example/services/T000/B000/secret';
  expect(targetOf({ name: 'chat', kind: 'slack', url })).toBe('https://hooks.example');
});
