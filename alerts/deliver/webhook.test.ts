import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';

import { afterEach, describe, expect, it } from 'vitest';

import type { Notification } from './receiver.ts';
import { pauseMs, readStatus } from './retry.ts';
import { sendWebhook } from './webhook.ts';

const notification: Notification = {
  id: 'a1-1700000000000-firing',
  event: 'alert.firing',
  text: 'support repeats itself',
  body: '{"type":"alert.firing"}',
};
const NOW_MS = 1_700_000_000_000;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => handle(request, response, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/hook`;
}

interface Given {
  allowed?: [string, number][];
  secret?: string;
  resolve?: () => Promise<string[]>;
}

const send = (url: string, { allowed = [['127.0.0.1', 32]], secret, resolve }: Given = {}) =>
  sendWebhook({ name: 'ops', kind: 'webhook', url, secret: secret ?? null }, notification, {
    fetch,
    allowedTargets: allowed,
    now: () => NOW_MS,
    ...(resolve === undefined ? {} : { resolve }),
  });

describe('a webhook', () => {
  it('arrives signed by the Standard Webhooks scheme', async () => {
    let seen: IncomingMessage | undefined;
    let received = '';
    const url = await listen((request, response, body) => {
      seen = request;
      received = body;
      response.writeHead(204).end();
    });
    const key = Buffer.from('a key of some bytes');
    expect(await send(url, { secret: `whsec_${key.toString('base64')}` })).toEqual({
      kind: 'delivered',
    });
    const mac = createHmac('sha256', key).update(`${notification.id}.1700000000.${received}`);
    expect(received).toBe(notification.body);
    expect(seen?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': notification.id,
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${mac.digest('base64')}`,
    });
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const url = await listen((_request, response) => {
      requests += 1;
      response.writeHead(301, { location: 'http://169.254.169.254/latest' }).end();
    });
    expect(await send(url)).toEqual({ kind: 'refused', reason: 'answered 301' });
    expect(requests).toBe(1);
  });

  it('is not sent to a private address that is not allowed', async () => {
    let requests = 0;
    const url = await listen((_request, response) => {
      requests += 1;
      response.end();
    });
    expect(await send(url, { allowed: [] })).toMatchObject({ kind: 'refused' });
    expect(requests).toBe(0);
  });

  it('goes to the address that was checked, not to what the name resolves to later', async () => {
    const url = new URL(await listen((_request, response) => response.end()));
    url.hostname = 'rebinding.invalid';
    const resolve = async () => ['127.0.0.1'];
    expect(await send(url.href, { resolve })).toEqual({ kind: 'delivered' });
  });

  it('is tried again where nobody listens', async () => {
    const url = await listen((_request, response) => response.end());
    server?.close();
    await once(server as Server, 'close');
    expect(await send(url)).toEqual({ kind: 'retry', reason: 'ECONNREFUSED', retryAfterMs: null });
  });

  it('does not read a large answer', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200);
      response.write(Buffer.alloc(5_000_000, 0xff));
      response.end();
    });
    expect(await send(url)).toEqual({ kind: 'delivered' });
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
  });
});
