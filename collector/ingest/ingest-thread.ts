import { Worker } from 'node:worker_threads';
import type { SpanRequest } from '../decode/decode-request.ts';
import type { Log } from '../log.ts';
import { SpoolError } from '../spool/spool-error.ts';
import type { Batch, Occupancy } from '../spool/spool.ts';
import type { IngestSettings, Verdict } from './ingest.ts';
import type { ThreadCall, ThreadData, ThreadNews } from './messages.ts';

/** The ingest thread, seen from the servers. */
export interface IngestThread {
  /** Never throws. */
  receive(request: SpanRequest): Promise<Verdict>;
  /** The oldest batch in the spool; null where it is empty. */
  take(): Promise<Batch | null>;
  drop(lastId: number): Promise<void>;
  /** As of the latest answer. */
  occupancy(): Occupancy;
  /** Whether spans can be spooled. Never throws. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** One that may end before it is closed. */
export interface MortalThread extends IngestThread {
  /** Resolves when nothing is answered any more, with the reason. */
  ended: Promise<Error>;
}

export interface IngestThreadOptions {
  settings: IngestSettings;
  now: () => number;
  log: Log;
  /** Spans that were counted as spooled and cannot be read any more. */
  onLost: (spans: number) => void;
}

const ENTRY = new URL('./thread.ts', import.meta.url);

/** Opens the spool in a thread of its own. @throws {SpoolError} */
export async function openThread(options: IngestThreadOptions): Promise<MortalThread> {
  const { settings, now } = options;
  const data: ThreadData = { settings, nowMs: now() };
  const worker = new Worker(ENTRY, { workerData: data, execArgv: [], name: 'loopscope-ingest' });
  const thread = new Thread(worker, options);
  await thread.opened;
  return thread;
}

type Waiting = PromiseWithResolvers<ThreadNews>;

class Thread implements MortalThread {
  readonly opened: Promise<void>;
  readonly ended: Promise<Error>;
  readonly #worker: Worker;
  readonly #options: IngestThreadOptions;
  readonly #opening = Promise.withResolvers<void>();
  readonly #ending = Promise.withResolvers<Error>();
  readonly #waiting = new Map<number, Waiting>();
  #occupancy: Occupancy = { bytes: 0, fresh: 0, oldestMs: null, lastId: 0 };
  #lastCall = 0;
  /** Why nothing is answered any more. */
  #fault: Error | null = null;

  constructor(worker: Worker, options: IngestThreadOptions) {
    this.opened = this.#opening.promise;
    this.ended = this.#ending.promise;
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (news: ThreadNews) => this.#hear(news));
    worker.on('error', (error) =>
      this.#end(error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#end(new Error('the ingest thread has ended')));
  }

  async receive({ signal, encoding, body }: SpanRequest): Promise<Verdict> {
    const bytes = ownedBytes(body);
    const request = { signal, encoding, nowMs: this.#options.now(), body: bytes };
    try {
      const news = await this.#call({ call: 'receive', request }, [bytes.buffer]);
      if (news.news === 'verdict') return news.verdict;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.log('error', 'a request could not be handed to the spool', { reason });
    }
    return { kind: 'unavailable', message: 'the spool does not answer' };
  }

  async take(): Promise<Batch | null> {
    const news = await this.#call({ call: 'take', nowMs: this.#options.now() });
    if (news.news !== 'batch' || news.batch === null) return null;
    const { lines, rejectedLines } = news.batch;
    return { ...news.batch, lines: toBuffer(lines), rejectedLines: toBuffer(rejectedLines) };
  }

  async drop(lastId: number): Promise<void> {
    await this.#call({ call: 'drop', lastId });
  }

  occupancy(): Occupancy {
    return this.#occupancy;
  }

  async ping(): Promise<boolean> {
    const news = await this.#call({ call: 'ping' }).catch(() => null);
    return news?.news === 'pinged' && news.isWell;
  }

  async close(): Promise<void> {
    await this.#call({ call: 'close' }).catch(() => {});
    await this.#worker.terminate();
  }

  #call(call: CallWithoutId, transfer: ArrayBuffer[] = []): Promise<ThreadNews> {
    if (this.#fault !== null) return Promise.reject(this.#fault);
    this.#lastCall += 1;
    const waiting = Promise.withResolvers<ThreadNews>();
    this.#waiting.set(this.#lastCall, waiting);
    this.#worker.postMessage({ ...call, id: this.#lastCall }, transfer);
    return waiting.promise;
  }

  #hear(news: ThreadNews): void {
    if ('occupancy' in news) this.#occupancy = news.occupancy;
    switch (news.news) {
      case 'open':
        this.#opening.resolve();
        return;
      case 'not_open':
        this.#end(new SpoolError(news.code, news.message));
        void this.#worker.terminate();
        return;
      case 'log':
        this.#options.log(news.level, news.message, news.fields);
        return;
      case 'lost':
        this.#options.onLost(news.spans);
        return;
      case 'failed':
        this.#settle(news.id)?.reject(new Error(news.message));
        return;
      case 'verdict':
      case 'batch':
      case 'done':
      case 'pinged':
        this.#settle(news.id)?.resolve(news);
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    this.#opening.reject(fault);
    this.#ending.resolve(fault);
    for (const waiting of this.#waiting.values()) waiting.reject(fault);
    this.#waiting.clear();
  }
}

type CallWithoutId = ThreadCall extends infer Call
  ? Call extends { id: number }
    ? Omit<Call, 'id'>
    : never
  : never;

/** What crossed from the thread came as plain bytes. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The bytes in a buffer that can be given away: one that nobody else has a part of. */
function ownedBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = body;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    return new Uint8Array(buffer);
  return Uint8Array.from(body);
}
