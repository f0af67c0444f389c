import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { hang, startHttpServer } from '../testing/http-server.ts';
import { request, type GuardOptions } from './request.ts';
import { pauseMs, readStatus, refusedPauseMs } from './retry.ts';

const NOW_MS = 1_700_000_000_000;

const send = (url: string, given: Partial<GuardOptions> = {}) =>
  request(
    { url, headers: {}, body: '{}' },
    { fetch, allowedTargets: [['127.0.0.1', 32]], now: () => NOW_MS, ...given },
  );

/** A key and its certificate, as one text; empty where openssl is not there. */
function selfSigned(): string {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-keyout', '-', '-out', '-', '-days', '1', '-subj', '/CN=127.0.0.1'];
  const { status, stdout } = spawnSync('openssl', ['req', '-x509', ...curve, ...out]);
  return status === 0 ? stdout.toString() : '';
}

describe('an outgoing request', () => {
  it('does not follow a redirect', async () => {
    const server = await startHttpServer((response) =>
      response.writeHead(301, { location: 'http://169.254.169.254/latest' }).end(),
    );
    expect(await send(server.url)).toEqual({ kind: 'refused', reason: 'answered 301' });
    expect(server.posted.length).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])('by %i does not reach a server beside', async (status) => {
    const inner = await startHttpServer();
    const server = await startHttpServer((response) =>
      response.writeHead(status, { location: `${inner.url}/secret` }).end(),
    );
    expect(await send(server.url)).toEqual({ kind: 'refused', reason: `answered ${status}` });
    expect(inner.posted.length).toBe(0);
  });

  it('asks for the addresses of a name once for each try: one that turns private is refused from then on', async () => {
    const { port, posted } = await startHttpServer();
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1'], ['127.0.0.1', '::1']];
    let asked = 0;
    const resolve = async () => answers[asked++]!;
    const tries = [];
    while (asked < answers.length) {
      tries.push(await send(`http://rebinding.invalid:${port}/`, { resolve }));
    }
    expect(tries).toMatchObject([
      { kind: 'delivered' },
      { kind: 'refused', reason: '169.254.169.254 is a metadata address' },
      { kind: 'refused', reason: expect.stringContaining('10.0.0.1 is not a public address') },
      { kind: 'refused', reason: expect.stringContaining('::1 is not a public address') },
    ]);
    expect([asked, posted.length]).toEqual([4, 1]);
  });

  it('is not sent to a private address that is not allowed, nor to metadata even if allowed', async () => {
    const server = await startHttpServer();
    expect(await send(server.url, { allowedTargets: [] })).toMatchObject({ kind: 'refused' });
    const everywhere = { allowedTargets: [['0.0.0.0', 0]] as const };
    expect(await send('http://169.254.169.254/latest', everywhere)).toEqual({
      kind: 'refused',
      reason: '169.254.169.254 is a metadata address',
    });
    expect(server.posted.length).toBe(0);
  });

  it('goes to the address that was checked, not to what the name resolves to later', async () => {
    const { port, posted } = await startHttpServer();
    const resolve = async () => ['127.0.0.1'];
    expect(await send(`http://rebinding.invalid:${port}/`, { resolve })).toEqual({
      kind: 'delivered',
    });
    expect(posted[0]?.headers.host).toBe(`rebinding.invalid:${port}`);
  });

  it('is refused where one of several addresses is private', async () => {
    const resolve = async () => ['93.184.216.34', '10.0.0.1'];
    const answer = await send('https://both.invalid/', { resolve });
    expect(answer).toMatchObject({ kind: 'refused' });
  });

  it('surely did not arrive where nobody listens, and may have where the answer is late', async () => {
    const server = await startHttpServer((response) => hang(response));
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const refused = await send(`http://127.0.0.1:${port}/`);
    expect(refused).toMatchObject({ kind: 'retry', reason: 'ECONNREFUSED', doubtful: false });
    expect(await send(server.url, { timeoutMs: 50 })).toMatchObject({
      kind: 'retry',
      reason: 'no answer within 0.05 s',
      doubtful: true,
    });
  });

  it('does not wait for a name that is never resolved', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await send('https://slow.invalid/', { resolve, timeoutMs: 50 })).toMatchObject({
      kind: 'retry',
      reason: 'no answer within 0.05 s',
    });
  });

  it('is tried again after a TLS error', async () => {
    const { port, posted } = await startHttpServer();
    const answer = await send(`https://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'retry' });
    expect(posted.length).toBe(0);
  });

  const pem = selfSigned();
  it.skipIf(pem === '')(
    'trusts no certificate that nobody vouches for (needs openssl)',
    async () => {
      const server = createTlsServer({ key: pem, cert: pem }, (_request, response) =>
        response.end(),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const answer = await send(`https://127.0.0.1:${port}/`);
      expect(answer).toMatchObject({ kind: 'retry', doubtful: false });
      expect(answer).toMatchObject({ reason: expect.stringMatching(/CERT|SELF_SIGNED/) });
    },
  );

  it('is not put off by an answer that is no UTF-8', async () => {
    const server = await startHttpServer((response) => response.end(Buffer.from([0xff, 0xfe, 0])));
    const answer = await request(
      { url: server.url, headers: {}, body: '{}', readBody: () => ({ kind: 'delivered' }) },
      { fetch, allowedTargets: [['127.0.0.1', 32]], now: () => NOW_MS },
    );
    expect(answer).toEqual({ kind: 'delivered' });
  });

  it('does not read a large answer, and reads a bounded part where its text counts', async () => {
    const server = await startHttpServer((response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(5_000_000, 0xff));
    });
    expect(await send(server.url)).toEqual({ kind: 'delivered' });
    let read = 0;
    const answer = await request(
      {
        url: server.url,
        headers: {},
        body: '',
        readBody: (text) => {
          read = text.length;
          return { kind: 'delivered' };
        },
      },
      { fetch, allowedTargets: [['127.0.0.1', 32]], now: () => NOW_MS },
    );
    expect(answer).toEqual({ kind: 'delivered' });
    expect(read).toBe(65_536);
  });
});

describe('a status', () => {
  it.each([
    [200, null, { kind: 'delivered' }],
    [299, null, { kind: 'delivered' }],
    [301, null, { kind: 'refused', reason: 'answered 301' }],
    [404, null, { kind: 'refused', reason: 'answered 404' }],
    [408, null, { kind: 'retry', reason: 'answered 408', retryAfterMs: null }],
    [429, '7', { kind: 'retry', reason: 'answered 429', retryAfterMs: 7_000 }],
    [
      503,
      'Tue, 14 Nov 2023 22:13:25 GMT',
      { kind: 'retry', reason: 'answered 503', retryAfterMs: 5_000 },
    ],
    [503, 'soon', { kind: 'retry', reason: 'answered 503', retryAfterMs: null }],
    [500, '999999', { kind: 'retry', reason: 'answered 500', retryAfterMs: 3_600_000 }],
  ])('%i with Retry-After %s', (status, retryAfter, expected) => {
    expect(readStatus(status, retryAfter, NOW_MS)).toEqual(expected);
  });

  it('is asked again after doubled pauses up to five minutes, never before Retry-After', () => {
    expect([1, 2, 3, 9, 10, 100].map((tries) => pauseMs(tries, null, 0.5))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ]);
    expect(pauseMs(1, 60_000, 0.5)).toBe(60_000);
    expect(pauseMs(1, null, 0)).toBe(900);
    expect([1, 2, 99].map((tries) => refusedPauseMs(tries, 0.5))).toEqual([
      60_000, 120_000, 3_600_000,
    ]);
  });
});
