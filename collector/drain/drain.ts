import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@loopscope/sql';
import type { Counters } from '../counters.ts';
import type { IngestThread } from '../ingest/ingest-thread.ts';
import type { Log } from '../log.ts';
import type { Batch } from '../spool/spool.ts';
import { insertBatch } from './insert-batch.ts';

export interface DrainOptions {
  ingest: Pick<IngestThread, 'take' | 'drop' | 'occupancy'>;
  store: Pick<Store, 'insertLines'>;
  counters: Counters;
  now: () => number;
  log: Log;
  /** At least so long from one insert to the next, so that each has many rows. */
  intervalMs?: number;
}

export interface Drain {
  /** There is something in the spool. */
  wake(): void;
  /** Resolves when all that is in the spool now is in the store; false where `signal` came first. */
  flush(signal?: AbortSignal): Promise<boolean>;
  /** How long the rows of the latest batch had waited for the store; 0 where none has come yet. */
  lagMs(): number;
  /** Leaves what is in the spool to the next start. */
  close(): Promise<void>;
}

/** Between two inserts: large blocks cost the store less to merge, but where few spans come a block is small either way. */
const INTERVAL_MS = { few: 200, many: 600 };
/** Spans a second that are many: by their rate, since a batch of a short interval is small whatever the rate. */
const MANY = 1_000;
const SHORTEST_BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 5_000;
/** A line of log for the first failure, and then for every so many. */
const LOG_EVERY = 12;

/** Takes batch by batch from the spool into the store, and drops each only when the store has it. Never gives up. */
export function startDrain(options: DrainOptions): Drain {
  return new SpoolDrain(options);
}

class SpoolDrain implements Drain {
  readonly #options: DrainOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #news = Promise.withResolvers<void>();
  /** All chunks up to this one are in the store. */
  #droppedId = 0;
  #flushers: { upTo: number; done: PromiseWithResolvers<boolean> }[] = [];
  #hurry = new AbortController();
  #failures = 0;
  #lagMs = 0;
  #perSecond = 0;
  #tookMs = 0;

  constructor(options: DrainOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  wake(): void {
    this.#news.resolve();
  }

  async flush(signal?: AbortSignal): Promise<boolean> {
    const { lastId, bytes } = this.#options.ingest.occupancy();
    if (bytes === 0 || this.#stop.signal.aborted) return bytes === 0;
    const done = Promise.withResolvers<boolean>();
    const flusher = { upTo: lastId, done };
    this.#flushers.push(flusher);
    const giveUp = (): void => done.resolve(false);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted === true) giveUp();
    this.wake();
    this.#hurry.abort();
    try {
      return await done.promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.#flushers = this.#flushers.filter((other) => other !== flusher);
    }
  }

  lagMs(): number {
    return this.#lagMs;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#news = Promise.withResolvers();
      const startedMs = performance.now();
      const isDone = await this.#step();
      if (isDone === 'failed') await this.#backOff();
      else if (isDone === 'empty') await this.#news.promise;
      else await this.#pause(startedMs);
    }
    for (const { done } of this.#flushers) done.resolve(false);
  }

  /** One batch: into the store, then out of the spool. */
  async #step(): Promise<'moved' | 'empty' | 'failed'> {
    const { ingest, counters, log } = this.#options;
    try {
      const batch = await ingest.take();
      if (batch === null) {
        this.#reach(ingest.occupancy().lastId);
        return 'empty';
      }
      const { oldestMs } = ingest.occupancy();
      this.#noteRate(batch.spans);
      const refused = await insertBatch(batch, this.#options);
      await ingest.drop(batch.lastId);
      counters.settle(fateOf(batch, refused));
      this.#lagMs = oldestMs === null ? 0 : Math.max(0, this.#options.now() - oldestMs);
      if (this.#failures > 0) log('info', 'the store takes spans again');
      this.#failures = 0;
      this.#reach(batch.lastId);
      return 'moved';
    } catch (error) {
      if (this.#failures % LOG_EVERY === 0 && !this.#stop.signal.aborted) {
        log('warn', 'spans stay in the spool: they cannot be stored yet, will go on trying', {
          reason: error instanceof Error ? error.message : String(error),
          spooled: counters.counts().spooled,
        });
      }
      this.#failures += 1;
      return 'failed';
    }
  }

  /** They came since the batch before was taken. */
  #noteRate(spans: number): void {
    const atMs = performance.now();
    this.#perSecond = (spans / Math.max(1, atMs - this.#tookMs)) * 1_000;
    this.#tookMs = atMs;
  }

  #reach(id: number): void {
    this.#droppedId = Math.max(this.#droppedId, id);
    for (const { upTo, done } of this.#flushers) if (upTo <= this.#droppedId) done.resolve(true);
  }

  /** Lets more rows come together, unless some have waited as long already or somebody waits. */
  async #pause(startedMs: number): Promise<void> {
    const usual = this.#perSecond < MANY ? INTERVAL_MS.few : INTERVAL_MS.many;
    const { intervalMs = usual, ingest, now } = this.#options;
    const { oldestMs } = ingest.occupancy();
    // After an outage more waits than one batch takes.
    if (oldestMs !== null && now() - oldestMs >= intervalMs) return;
    const restMs = intervalMs - (performance.now() - startedMs);
    if (restMs > 0 && this.#flushers.length === 0) await this.#sleep(restMs);
  }

  async #backOff(): Promise<void> {
    const ms = SHORTEST_BACK_OFF_MS * 2 ** Math.min(this.#failures, 10);
    await this.#sleep(Math.min(ms, LONGEST_BACK_OFF_MS));
  }

  /** Cut short by a flush and by closing. */
  async #sleep(ms: number): Promise<void> {
    this.#hurry = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, this.#hurry.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

/** Spans known before they came were counted as duplicates then. */
function fateOf({ fresh, damaged }: Batch, refused: number): { stored: number; rejected: number } {
  const lost = damaged.reduce((sum, chunk) => sum + chunk.fresh, 0);
  const refusedFresh = Math.min(refused, fresh);
  return { stored: fresh - refusedFresh, rejected: refusedFresh + lost };
}
