import { createHmac } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { Message } from '../message/message.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { AT_MS, message, MESSAGE_BASE_URL as BASE_URL, over } from '../testing/messages.ts';
import { firingRow } from '../testing/rows.ts';
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

const LOOK = `${BASE_URL}/turns/turn-a?loop=loop-1`;
const HOSTILE =
  '<!channel> *bold* `code` [click](http://evil.example) & ‮txet\r\nBcc: all@example.com';
/** The same where nothing may end a line or turn the reading direction. */
const HARMLESS =
  '<!channel> *bold* `code` [click](http://evil.example) &  txet Bcc: all@example.com';

describe('Slack', () => {
  interface Block {
    type: string;
    text: { type: string; text: string };
  }
  const blocksOf = (body: string): Block[] => (JSON.parse(body) as { blocks: Block[] }).blocks;

  it('gets blocks within its bounds', async () => {
    const server = await startHttpServer((response) => response.end('ok'));
    const receiver: Receiver = { name: 'chat', kind: 'slack', url: server.url };
    const rows = Array.from({ length: 12 }, (_, index) =>
      firingRow(`a${index}`, { summary: 'x'.repeat(4_000) }),
    );
    expect(await send(receiver, message(rows))).toEqual({ kind: 'delivered' });
    const { body } = server.posted[0]!;
    expect(JSON.parse(body)).toMatchObject({
      text: '[PAGE] support called search_orders 6 times for the same purpose and 11 more',
    });
    const blocks = blocksOf(body);
    expect(blocks.length).toBe(1 + 10 * 2 + 1);
    expect(blocks[0]!.text.text.length).toBeLessThanOrEqual(150);
    for (const { text } of blocks) expect(text.text.length).toBeLessThanOrEqual(3_000);
    expect(blocks.at(-1)!.text.text).toContain('2 more');
  });

  it('shows where, what, since when, the fix, the cost, and what can be done', async () => {
    const server = await startHttpServer();
    await send({ name: 'chat', kind: 'slack', url: server.url }, message());
    const [header, section, links] = blocksOf(server.posted[0]!.body);
    expect(header!.text.text).toBe(
      '[PAGE] support called search_orders 6 times for the same purpose',
    );
    expect(section!.text.text.split('\n')).toEqual([
      'support made 6 tool calls in one turn, 1 of them distinct',
      'Agent support 2.3.1, session session-1, turn turn-a, model model-a, environment production; rule turn-max-attempts',
      'Diagnosis: empty loop. search_orders returned [] 6 times for the same arguments',
      'Repeated: search_orders with identity 3f2a, 6 calls within 55 s, since 2026-02-28 23:59:00 UTC',
      'Fix (tool result): Say in the empty result what was looked at.',
      'Cost so far: $0.31, $0.12 per minute',
      'Fires since 2026-03-01 00:00:00 UTC',
    ]);
    expect(links!.text).toEqual({
      type: 'mrkdwn',
      text: [
        `<${LOOK}|Open the trajectory>`,
        `<${BASE_URL}/sessions/session-1?action=stop|Stop the session>`,
        `<${BASE_URL}/alerts?alert=a&amp;action=silence|Silence for an hour>`,
        `<${LOOK}&amp;action=not_a_loop|Not a loop>`,
      ].join('  ·  '),
    });
  });

  it('reads no markup out of what agents say', async () => {
    const server = await startHttpServer();
    const hostile = firingRow('a', { agent_name: HOSTILE, session_id: HOSTILE, summary: HOSTILE });
    await send({ name: 'chat', kind: 'slack', url: server.url }, message([hostile]));
    const blocks = blocksOf(server.posted[0]!.body);
    expect(JSON.parse(server.posted[0]!.body)).toMatchObject({
      text: expect.stringContaining('&lt;!channel&gt;'),
    });
    for (const { text } of blocks.filter(({ text: { type } }) => type === 'mrkdwn')) {
      expect(text.text).not.toMatch(/channel>|\*bold\*|evil\.example\)/);
    }
    expect(blocks[1]!.text).toMatchObject({
      type: 'plain_text',
      text: expect.stringContaining(`${HARMLESS}\nAgent ${HARMLESS}`),
    });
  });
});

describe('Teams', () => {
  const cardOf = (body: string) =>
    (JSON.parse(body) as { attachments: [{ content: { body: unknown[]; actions: unknown[] } }] })
      .attachments[0].content;

  it('gets an adaptive card, and a failure in the text of a 200 is one', async () => {
    let text = '';
    const server = await startHttpServer((response) => response.end(text));
    const receiver: Receiver = { name: 'teams', kind: 'teams', url: server.url };
    expect(await send(receiver, message())).toEqual({ kind: 'delivered' });
    expect(JSON.parse(server.posted[0]!.body)).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            actions: [{ type: 'Action.OpenUrl', title: 'Open the trajectory' }, {}, {}, {}],
          },
        },
      ],
    });
    text =
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429';
    expect(await send(receiver, message())).toMatchObject({
      kind: 'retry',
      reason: 'answered 429 in its text',
    });
  });

  it('reads no Markdown out of what agents say', async () => {
    const server = await startHttpServer();
    const rows = ['a', 'b'].map((id) =>
      firingRow(id, { agent_name: HOSTILE, summary: HOSTILE, tool: HOSTILE }),
    );
    await send({ name: 'teams', kind: 'teams', url: server.url }, message(rows));
    const { body } = cardOf(server.posted[0]!.body);
    expect(body.length).toBeGreaterThan(8);
    expect(new Set(body.map((block) => (block as { type: string }).type))).toEqual(
      new Set(['RichTextBlock']),
    );
    expect(body[2]).toMatchObject({ inlines: [{ type: 'TextRun', text: HARMLESS }] });
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

  it('gets an event that would be too large without its details', async () => {
    const server = await startHttpServer((response) => response.writeHead(202).end());
    await send(pager(server.url), message([firingRow('a', { summary: 'x'.repeat(600_000) })]));
    const { body } = server.posted[0]!;
    expect(body.length).toBeLessThan(512_000);
    expect(JSON.parse(body)).toMatchObject({
      dedup_key: 'a',
      payload: { custom_details: { total: 1, details: 'left out: the event would be too large' } },
    });
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

it('the log gets the whole message as text', async () => {
  const lines: string[] = [];
  const logging = { ...options, log: (_level: string, text: string) => void lines.push(text) };
  await sendMessage({ name: 'log', kind: 'log' }, message(), logging);
  expect(lines[0]).toContain('[PAGE] support called search_orders 6 times for the same purpose\n');
  expect(lines[0]).toContain('Fix (tool result): Say in the empty result');
});

it('a receiver is shown without what is secret in its address', () => {
  const url = 'https://hooks.example/services/T000/B000/secret';
  expect(targetOf({ name: 'chat', kind: 'slack', url })).toBe('https://hooks.example');
});
