import { describe, expect, it } from 'vitest';

import type { Message } from '../message/message.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { AT_MS, message, MESSAGE_BASE_URL as BASE_URL } from '../testing/messages.ts';
import { firingRow } from '../testing/rows.ts';
import { sendMessage, type Receiver, type SendOptions } from './receivers.ts';

const options: SendOptions = {
  fetch,
  allowedTargets: [['127.0.0.1', 32]],
  now: () => AT_MS,
  log: () => undefined,
};
const send = (receiver: Receiver, told: Message) => sendMessage(receiver, told, options);

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
      text: '[PAGE] support called search_orders 6 times for the same purpose and 11 more (session session-1, $0.31 so far, $0.12/min)',
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
      '[PAGE] support called search_orders 6 times for the same purpose (session session-1, $0.31 so far, $0.12/min)',
    );
    expect(section!.text.text.split('\n')).toEqual([
      'support made 6 tool calls in one turn, 1 of them distinct',
      'Agent support 2.3.1, session session-1, turn turn-a, model model-a, environment production; rule turn-max-attempts',
      'Diagnosis: empty loop. search_orders returned [] 6 times for the same arguments',
      'Repeated: search_orders with identity 3f2a, 6 calls within 55 s, since 2026-02-28 23:59:00 UTC',
      'Fix (tool result): Say in the empty result what was looked at.',
      'Cost: $0.31 so far, $0.12 per minute',
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
