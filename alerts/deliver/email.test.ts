import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';

import { AT_MS, message, over } from '../testing/messages.ts';
import { firingRow } from '../testing/rows.ts';
import { sendMessage, type Receiver, type SendOptions } from './receivers.ts';

const options: SendOptions = {
  fetch,
  allowedTargets: [['127.0.0.1', 32]],
  now: () => AT_MS,
  log: () => undefined,
};
const send = (receiver: Receiver, told: ReturnType<typeof message>) =>
  sendMessage(receiver, told, options);

describe('a mail', () => {
  async function startSmtp(refuse?: { code: number }) {
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('wrong')),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          if (refuse === undefined) mails.push(text);
          done(
            refuse === undefined
              ? null
              : Object.assign(new Error('no'), { responseCode: refuse.code }),
          );
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const receiver: Receiver = {
      name: 'mail',
      kind: 'email',
      host: '127.0.0.1',
      port: address.port,
      secure: false,
      user: 'u',
      password: 'right',
      from: 'loopscope@example.com',
      to: ['ops@example.com'],
    };
    return { mails, receiver };
  }

  it('goes over SMTP, the end as an answer to the beginning', async () => {
    const { mails, receiver } = await startSmtp();
    expect(await send(receiver, message())).toEqual({ kind: 'delivered' });
    await send(receiver, over({ id: 'a-2' }));
    const unfolded = mails.map((mail) => mail.replaceAll('\r\n ', ' '));
    expect(unfolded[0]).toContain(
      'Subject: [PAGE] support called search_orders 6 times for the same purpose (session session-1, $0.31 so far, $0.12/min)\r\n',
    );
    expect(unfolded[0]).toContain('Message-ID: <a-1772323200000-firing@loopscope.invalid>');
    expect(unfolded[1]).toContain('In-Reply-To: <a@loopscope.invalid>');
    expect(unfolded[1]).toContain('Subject: [OVER]');
  });

  it('takes no header and no markup from what agents say', async () => {
    const { mails, receiver } = await startSmtp();
    const hostile = 'x\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>';
    const row = { agent_name: hostile, session_id: hostile, summary: hostile, tool: hostile };
    await send(receiver, message([firingRow('a', row), firingRow('b', row)]));
    const [head = '', ...body] = mails[0]!.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head.replaceAll('\r\n ', ' ')).toMatch(/^Subject: \[PAGE\] x Bcc: all@example\.com/m);
    const text = body.join('\n\n');
    const html = text.slice(text.indexOf('text/html')).replaceAll('=\r\n', '');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('is refused for good by 5xx and for now by 4xx', async () => {
    const forGood = await startSmtp({ code: 554 });
    expect(await send(forGood.receiver, message())).toEqual({
      kind: 'refused',
      reason: 'answered 554',
    });
    const forNow = await startSmtp({ code: 451 });
    expect(await send(forNow.receiver, message())).toMatchObject({ kind: 'retry' });
  });

  it('is not sent to a server at a private address that is not allowed', async () => {
    const { mails, receiver } = await startSmtp();
    const guarded = { ...options, allowedTargets: [] };
    expect(await sendMessage(receiver, message(), guarded)).toMatchObject({ kind: 'refused' });
    expect(mails).toEqual([]);
  });
});
