import { BoundedMap } from './bounded-map.ts';
import { readEvents } from './server-events.ts';
import type { StopOrder, StopSource, StopSourceState } from './stop-source.ts';

export interface OutsideStopsOptions {
  /** Where the api answers, such as http://127.0.0.1:4319. */
  url: string;
  apiKey?: string;
  fetch?: typeof fetch;
  /** Between two questions where the stream is not to be had; an order has to arrive within two seconds. */
  pollMs?: number;
}

const DEFAULT_POLL_MS = 1_000;
/** The stream says something at least this often; after that it is taken for dead. */
const SILENCE_MS = 40_000;
const ASK_TIMEOUT_MS = 5_000;
/** The stream is tried again after so many questions. */
const POLLS_PER_STREAM = 10;
const MAX_ORDERS = 10_000;

/**
 * Stops from a Loopscope server: by its stream (`GET /api/v1/stops/live`), and where that is not to be had by asking
 * (`GET /api/v1/stops?standing=true`). It begins with the first guarded call, keeps no process alive, never throws, and where nothing can be reached it
 * knows of no stop.
 */
export function outsideStops(options: OutsideStopsOptions): StopSource {
  return new OutsideStops(options);
}

class OutsideStops implements StopSource {
  readonly #options: OutsideStopsOptions;
  readonly #closed = new AbortController();
  #orders = new BoundedMap<StopOrder>(MAX_ORDERS);
  #state: StopSourceState = 'polling';
  #isRunning = false;

  constructor(options: OutsideStopsOptions) {
    this.#options = options;
  }

  stopOf(sessionId: string): StopOrder | null {
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#listen().catch(() => {
        this.#state = 'unreachable';
      });
    }
    return this.#orders.get(sessionId) ?? null;
  }

  state(): StopSourceState {
    return this.#state;
  }

  close(): void {
    this.#closed.abort();
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#follow();
      } catch {
        // No stream: ask instead.
      }
      for (let poll = 0; poll < POLLS_PER_STREAM && !signal.aborted; poll += 1) {
        this.#state = (await this.#ask()) ? 'polling' : 'unreachable';
        await pause(this.#options.pollMs ?? DEFAULT_POLL_MS, signal);
      }
    }
  }

  /** Until the stream ends. */
  async #follow(): Promise<void> {
    const silence = startPatience(this.#closed.signal, SILENCE_MS);
    try {
      const path = '/api/v1/stops/live';
      const response = await this.#request(path, 'text/event-stream', silence.signal);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.ok || isStream !== true || response.body === null) throw new Error('no stream');
      for await (const { event, data } of readEvents(response.body, silence.renew)) {
        if (event !== 'stops') continue;
        this.#takeOver(isObject(data) ? Reflect.get(data, 'stops') : []);
        this.#state = 'connected';
      }
    } finally {
      silence.end();
    }
  }

  /** Asks for all orders that stand; false where nobody answers. */
  async #ask(): Promise<boolean> {
    const patience = startPatience(this.#closed.signal, ASK_TIMEOUT_MS);
    try {
      const path = '/api/v1/stops?standing=true';
      const response = await this.#request(path, 'application/json', patience.signal);
      if (!response.ok) return false;
      this.#takeOver(await response.json());
      return true;
    } catch {
      return false;
    } finally {
      patience.end();
    }
  }

  /** What is not among them stands no longer. */
  #takeOver(items: unknown): void {
    const orders = new BoundedMap<StopOrder>(MAX_ORDERS);
    for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
      const order = orderOf(item);
      if (order !== null) orders.set(order.sessionId, order);
    }
    this.#orders = orders;
  }

  async #request(path: string, accept: string, signal: AbortSignal): Promise<Response> {
    const { url, apiKey, fetch: ask = fetch } = this.#options;
    const headers: Record<string, string> = { accept };
    if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;
    return ask(new URL(path, url), { headers, signal });
  }
}

function orderOf(item: unknown): StopOrder | null {
  if (!isObject(item)) return null;
  const sessionId = textIn(item, 'session_id');
  if (sessionId === '') return null;
  return { sessionId, requestedBy: textIn(item, 'requested_by'), reason: textIn(item, 'reason') };
}

function textIn(item: object, name: string): string {
  const value: unknown = Reflect.get(item, name);
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface Patience {
  /** Aborts when it is at its end. */
  signal: AbortSignal;
  /** It begins anew. */
  renew: () => void;
  /** Ends it, and lets go of the outer signal, which outlives thousands of these. */
  end: () => void;
}

/** So many ms, or until the outer signal aborts; it keeps no process alive. */
function startPatience(outer: AbortSignal, ms: number): Patience {
  const own = new AbortController();
  const abort = (): void => own.abort();
  const timer = setTimeout(abort, ms).unref();
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: own.signal,
    renew: () => void timer.refresh(),
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
      abort();
    },
  };
}

async function pause(ms: number, outer: AbortSignal): Promise<void> {
  const patience = startPatience(outer, ms);
  await new Promise<void>((resolve) => {
    if (patience.signal.aborted) resolve();
    patience.signal.addEventListener('abort', () => resolve());
  });
  patience.end();
}
