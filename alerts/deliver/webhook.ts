import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { Agent } from 'undici';

import type { Notification, Receiver } from './receiver.ts';
import { readStatus, type Attempt } from './retry.ts';
import { signHeaders } from './sign.ts';
import { refuseTarget } from './target.ts';

const TIMEOUT_MS = 10_000;

export interface WebhookOptions {
  fetch: typeof fetch;
  allowedTargets: readonly [string, number][];
  now: () => number;
  /** All addresses of a host name; the system's resolver unless a test says otherwise. */
  resolve?: (hostname: string) => Promise<string[]>;
}

type WebhookReceiver = Extract<Receiver, { kind: 'webhook' }>;

/** One try. Never throws: what went wrong is in the answer, and the receiver's own text is not. */
export async function sendWebhook(
  receiver: WebhookReceiver,
  notification: Notification,
  options: WebhookOptions,
): Promise<Attempt> {
  const url = new URL(receiver.url);
  try {
    const addresses = await (options.resolve ?? resolveAll)(url.hostname.replace(/^\[|\]$/g, ''));
    const refusal = refuseTarget(url, addresses, options.allowedTargets);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    return await post({ url, addresses, receiver, notification }, options);
  } catch (error) {
    return { kind: 'retry', reason: reasonOf(error), retryAfterMs: null };
  }
}

interface Post {
  url: URL;
  addresses: readonly string[];
  receiver: WebhookReceiver;
  notification: Notification;
}

async function post(
  { url, addresses, receiver, notification }: Post,
  { fetch, now }: WebhookOptions,
): Promise<Attempt> {
  const dispatcher = pinnedTo(addresses);
  const timestamp = Math.floor(now() / 1_000);
  const signed = { id: notification.id, timestamp, body: notification.body };
  const request: RequestInit = {
    method: 'POST',
    body: notification.body,
    headers: { 'content-type': 'application/json', ...signHeaders(signed, receiver.secret) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  // Assigned apart: the package and the built-in fetch declare one dispatcher twice.
  Object.assign(request, { dispatcher });
  try {
    const response = await fetch(url, request);
    // The body is nobody's business; cancelling frees the connection whatever its size.
    await response.body?.cancel();
    return readStatus(response.status, response.headers.get('retry-after'), now());
  } finally {
    await dispatcher.destroy();
  }
}

/** Connects to the addresses that were checked, whatever the name resolves to by then. */
function pinnedTo(addresses: readonly string[]): Agent {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Agent({
    connect: {
      lookup: (_hostname, { all }, callback) => {
        const first = pinned[0] ?? { address: '', family: 0 };
        if (all === true) callback(null, pinned);
        else callback(null, first.address, first.family);
      },
    },
  });
}

async function resolveAll(hostname: string): Promise<string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
