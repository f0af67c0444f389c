import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { isRecord, numberOf, textOf } from './json-text.ts';

const compress = promisify(gzip);

/** One resource's spans as JSON text, and where they came from. */
export interface Piece {
  text: string;
  spans: number;
  /** `file:line`. */
  origin: string;
}

export interface Sender {
  /** Takes a piece; waits while the collector is behind. */
  send(piece: Piece): Promise<void>;
  /** Sends what is left. */
  flush(): Promise<void>;
  readonly counts: { sent: number; rejected: number };
}

export interface SenderOptions {
  /** Where the collector listens, such as http://127.0.0.1:4318. */
  url: string;
  /** Empty without one. */
  key: string;
  fetch: typeof fetch;
  /** Hears why the collector did not take something. */
  onRejected: (origin: string, why: string) => void;
  maxBatchBytes?: number;
  maxAttempts?: number;
  waitMs?: (attempt: number) => number;
}

/** The collector does not answer, or answers that it will not take anything from us. */
export class CollectorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CollectorError';
  }
}

/** Sends pieces in gzipped batches, one request at a time while the next batch is being read. */
export function createSender(options: SenderOptions): Sender {
  const { maxBatchBytes = 1024 * 1024 } = options;
  const counts = { sent: 0, rejected: 0 };
  let waiting: Piece[] = [];
  let waitingBytes = 0;
  let inFlight: Promise<void> = Promise.resolve();

  const sendWaiting = async () => {
    const batch = waiting;
    waiting = [];
    waitingBytes = 0;
    await inFlight;
    if (batch.length > 0) inFlight = deliver(batch, options, counts);
    // The next `await inFlight` reports a failure; until then it is not an unhandled one.
    inFlight.catch(() => {});
  };
  return {
    counts,
    async send(piece) {
      waiting.push(piece);
      waitingBytes += piece.text.length;
      if (waitingBytes >= maxBatchBytes) await sendWaiting();
    },
    async flush() {
      await sendWaiting();
      await inFlight;
    },
  };
}

async function deliver(
  batch: readonly Piece[],
  options: SenderOptions,
  counts: Sender['counts'],
): Promise<void> {
  const answer = await post(batch, options, counts.sent > 0);
  const spans = batch.reduce((sum, piece) => sum + piece.spans, 0);
  if (answer.ok) {
    const partial = isRecord(answer.body['partialSuccess']) ? answer.body['partialSuccess'] : {};
    const rejected = rejectedSpans(partial);
    counts.sent += spans - rejected;
    counts.rejected += rejected;
    if (rejected > 0) options.onRejected(originOf(batch), textOf(partial['errorMessage']) ?? '');
    return;
  }
  if (batch.length > 1) {
    const half = Math.ceil(batch.length / 2);
    await deliver(batch.slice(0, half), options, counts);
    await deliver(batch.slice(half), options, counts);
    return;
  }
  counts.rejected += spans;
  options.onRejected(originOf(batch), answer.reason);
}

/** A count travels as a decimal string in OTLP/JSON. */
function rejectedSpans(partial: Record<string, unknown>): number {
  const count = partial['rejectedSpans'];
  return (typeof count === 'string' ? Number.parseInt(count, 10) : numberOf(count)) || 0;
}

function originOf(batch: readonly Piece[]): string {
  const first = batch[0]?.origin ?? '';
  const last = batch.at(-1)?.origin ?? '';
  return first === last ? first : `${first} to ${last}`;
}

interface Answer {
  ok: boolean;
  body: Record<string, unknown>;
  reason: string;
}

/**
 * Waits and repeats while the collector is busy, or away for a moment where it has answered before;
 * throws a CollectorError where it is not to be had.
 */
async function post(
  batch: readonly Piece[],
  options: SenderOptions,
  hasAnswered: boolean,
): Promise<Answer> {
  const { maxAttempts = 30, waitMs = (attempt) => Math.min(10_000, 250 * 2 ** attempt) } = options;
  const text = `{"resourceSpans":[${batch.map((piece) => piece.text).join(',')}]}`;
  const body = await compress(text, { level: 1 });
  for (let attempt = 1; ; attempt += 1) {
    const response = await request(body, options).catch((error: unknown) => {
      if (hasAnswered && attempt < Math.min(5, maxAttempts)) return null;
      throw error;
    });
    if (response === null) {
      await sleep(waitMs(attempt));
      continue;
    }
    if (response.status < 400) return { ok: true, body: await jsonOf(response), reason: '' };
    if (response.status === 401 || response.status === 403) {
      throw new CollectorError(
        `The collector at ${options.url} did not take the key (${response.status}): set LOOPSCOPE_INGEST_KEYS as it has them, or give --key.`,
      );
    }
    if (response.status === 404 || response.status === 405) {
      throw new CollectorError(
        `${options.url} is no collector (${response.status}): ${await reasonOf(response)}`,
      );
    }
    const isBusy = response.status === 429 || response.status >= 502;
    if (!isBusy) return { ok: false, body: {}, reason: await reasonOf(response) };
    if (attempt === maxAttempts) {
      throw new CollectorError(
        `The collector at ${options.url} stayed busy (${response.status}) for ${attempt} attempts.`,
      );
    }
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    await response.body?.cancel();
    await sleep(Number.isFinite(retryAfter) ? retryAfter * 1000 : waitMs(attempt));
  }
}

async function request(body: Buffer<ArrayBuffer>, options: SenderOptions): Promise<Response> {
  try {
    return await options.fetch(`${options.url}/v1/traces`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        ...(options.key === '' ? {} : { authorization: `Bearer ${options.key}` }),
      },
      body,
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new CollectorError(
      `No collector answers at ${options.url} (${code}): start one with \`loopscope start\`, or name another with --to URL.`,
    );
  }
}

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    const said = isRecord(body) ? (isRecord(body['error']) ? body['error'] : body) : {};
    if (typeof said['message'] === 'string') return said['message'];
  } catch {
    // Not JSON: the text itself is the reason.
  }
  return `${response.status} ${text.slice(0, 200)}`.trim();
}
