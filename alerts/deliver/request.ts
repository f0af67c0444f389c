import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { Agent } from 'undici';

import { readStatus, type Attempt } from './retry.ts';
import { refuseTarget } from './target.ts';

export interface GuardOptions {
  fetch: typeof fetch;
  /** Private address ranges that may be reached. */
  allowedTargets: readonly (readonly [base: string, prefix: number])[];
  now: () => number;
  /** All addresses of a host name; the system's resolver unless a test says otherwise. */
  resolve?: (hostname: string) => Promise<string[]>;
  timeoutMs?: number;
}

export interface OutgoingRequest {
  url: string;
  /** Default POST. */
  method?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Reads what a receiver says in the body of a 2xx answer; its own text never goes further. */
  readBody?: (text: string) => Attempt;
}

const TIMEOUT_MS = 10_000;
/** More of an answer than this is not read. */
const MOST_ANSWER_BYTES = 65_536;

/**
 * The one way out: addresses are resolved and checked, and the connection goes to those that were checked; no redirect is
 * followed, and an answer is not read beyond a bound. Never throws: what went wrong is in the answer.
 */
export async function request(outgoing: OutgoingRequest, options: GuardOptions): Promise<Attempt> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  if (!URL.canParse(outgoing.url)) return { kind: 'refused', reason: 'the address is no URL' };
  const url = new URL(outgoing.url);
  try {
    const addresses = await resolveTarget(url.hostname, options, signal);
    const refusal = refuseTarget(url, addresses, options.allowedTargets);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    return await send(outgoing, { url, addresses, signal }, options);
  } catch (error) {
    return {
      kind: 'retry',
      reason: reasonOf(error, timeoutMs),
      retryAfterMs: null,
      doubtful: mayHaveArrived(error),
    };
  }
}

/** All addresses of a host name, or of an address itself; rejects when the signal comes first. */
export async function resolveTarget(
  hostname: string,
  { resolve = resolveAll }: Pick<GuardOptions, 'resolve'>,
  signal: AbortSignal,
): Promise<string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [bare];
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([resolve(bare), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function send(
  { method = 'POST', headers, body, readBody }: OutgoingRequest,
  to: { url: URL; addresses: readonly string[]; signal: AbortSignal },
  { fetch, now }: GuardOptions,
): Promise<Attempt> {
  const dispatcher = pinnedTo(to.addresses);
  const init: RequestInit = {
    method,
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'loopscope', ...headers },
    redirect: 'manual',
    signal: to.signal,
  };
  // Assigned apart: the package and the built-in fetch declare one dispatcher twice.
  Object.assign(init, { dispatcher });
  try {
    const response = await fetch(to.url, init);
    const outcome = readStatus(response.status, response.headers.get('retry-after'), now());
    if (outcome.kind !== 'delivered' || readBody === undefined) {
      // Cancelling frees the connection whatever the size of the answer.
      await response.body?.cancel();
      return outcome;
    }
    return readBody(await readBounded(response));
  } finally {
    await dispatcher.destroy();
  }
}

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString('utf8');
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
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** Failures from before anything was sent. */
const SURELY_UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function mayHaveArrived(error: unknown): boolean {
  const code = codeOf(error);
  return code === null
    ? error instanceof Error && error.name === 'TimeoutError'
    : !SURELY_UNSENT.has(code) && !/CERT|TLS|SSL|SELF_SIGNED/.test(code);
}

export function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  return codeOf(error) ?? (error.cause instanceof Error ? error.cause : error).message;
}

function codeOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}
