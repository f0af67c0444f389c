import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanRequest } from '../decode/decode-request.ts';
import type { Batch, Occupancy } from '../spool/spool.ts';
import type { Verdict } from './ingest.ts';
import {
  openThread,
  type IngestThread,
  type IngestThreadOptions,
  type MortalThread,
} from './ingest-thread.ts';

export interface IngestOptions extends IngestThreadOptions {
  /** The spool was opened again after its thread had ended; it holds so many spans. */
  onReopened: (fresh: number) => void;
  open?: (options: IngestThreadOptions) => Promise<MortalThread>;
  reopenAfterMs?: number;
}

const REOPEN_AFTER_MS = 1_000;

/**
 * Opens the spool in a thread of its own, and again where that thread ends: until then senders are asked to come again.
 * @throws {SpoolError}
 */
export async function startIngest(options: IngestOptions): Promise<IngestThread> {
  const { open = openThread } = options;
  return new LastingIngest(await open(options), options);
}

class LastingIngest implements IngestThread {
  readonly #options: IngestOptions;
  readonly #closing = new AbortController();
  #thread: MortalThread;
  #keeping: Promise<void>;

  constructor(thread: MortalThread, options: IngestOptions) {
    this.#options = options;
    this.#thread = thread;
    this.#keeping = this.#keep();
  }

  receive(request: SpanRequest): Promise<Verdict> {
    return this.#thread.receive(request);
  }

  take(): Promise<Batch | null> {
    return this.#thread.take();
  }

  drop(lastId: number): Promise<void> {
    return this.#thread.drop(lastId);
  }

  occupancy(): Occupancy {
    return this.#thread.occupancy();
  }

  ping(): Promise<boolean> {
    return this.#thread.ping();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread.close();
    await this.#keeping;
  }

  async #keep(): Promise<void> {
    const { open = openThread, log, onReopened, reopenAfterMs = REOPEN_AFTER_MS } = this.#options;
    const { signal } = this.#closing;
    let fault = await this.#thread.ended;
    while (!signal.aborted) {
      log('error', 'the ingest thread has ended, opening the spool again', {
        reason: fault.message,
      });
      await sleep(reopenAfterMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        this.#thread = await open(this.#options);
        onReopened(this.#thread.occupancy().fresh);
        fault = await this.#thread.ended;
      } catch (error) {
        fault = error instanceof Error ? error : new Error(String(error));
      }
    }
  }
}
