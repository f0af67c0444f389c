import {
  crcOf,
  createScratch,
  cutIntoChunks,
  isWhole,
  joinLines,
  prepareChunkStatements,
  toStoredChunk,
  type Chunk,
  type ChunkStatements,
  type StoredChunk,
} from './chunk.ts';
import { createCommitGroup, type CommitGroup } from './commit-group.ts';
import { createKnownRequests, type KnownRequests, type Receipt } from './known-requests.ts';
import { createKnownSpans, type KnownSpans } from './known-spans.ts';
import { isFull, SpoolError } from './spool-error.ts';
import type { SpoolFile } from './spool-file.ts';

/** What one request leaves: rows as they will be inserted, one JSON text each. */
export interface Arrival {
  /** Names the request by its content. */
  body: string;
  atMs: number;
  lines: readonly string[];
  /** One for each line, see `spanKey`. */
  spanKeys: readonly number[];
  /** Rows of `rejected_spans`. */
  rejectedLines: readonly string[];
  /** What the sender is told. */
  message: string;
}

/** What became of an arrival. `fresh + duplicate + rejected` is how many spans the request had. */
export interface Fate {
  fresh: number;
  duplicate: number;
  rejected: number;
}

/** Rows that are inserted and deleted together. The same ones under the same token, however often it takes. */
export interface Batch {
  token: string;
  /** Of the last chunk: all up to it go with the batch. */
  lastId: number;
  spans: number;
  /** Spans that were not known when they came; the others were counted as duplicates then. */
  fresh: number;
  /** JSON texts, one a line. */
  lines: Buffer;
  rejectedLines: Buffer;
  /** Chunks whose bytes are not those that were written. */
  damaged: DamagedChunk[];
}

export interface DamagedChunk {
  id: number;
  spans: number;
  fresh: number;
  bytes: Buffer;
}

export interface Occupancy {
  /** Bytes of rows. */
  bytes: number;
  fresh: number;
  /** When the oldest row came; null where there is none. */
  oldestMs: number | null;
  /** Of the chunk that came last; what is dropped has ids up to the one given. */
  lastId: number;
}

export interface Spool {
  known(body: string): Receipt | undefined;
  isFull(): boolean;
  /**
   * What became of each, safely on the disk; null where the bound leaves no room for it. Nothing is kept where it throws.
   * @throws {SpoolError} `disk_full`, `spool_gone`, or whatever SQLite throws.
   */
  commit(arrivals: readonly Arrival[]): (Fate | null)[];
  /** The oldest batch; nothing joins it afterwards. Null where the spool is empty. */
  take(): Batch | null;
  /** The batch is at its place. */
  drop(lastId: number): void;
  occupancy(): Occupancy;
  /** Throws what the next commit would throw, as far as that can be known. */
  ping(): void;
  close(): void;
}

export interface SpoolOptions {
  file: SpoolFile;
  maxBytes: number;
  /** A batch is closed when it has as many, or when it is taken. */
  maxBatchRows?: number;
  maxBatchBytes?: number;
  /** A file larger than this is made small again when it is empty. */
  shrinkAboveBytes?: number;
}

const MAX_BATCH_ROWS = 10_000;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const SHRINK_ABOVE_BYTES = 256 * 1024 * 1024;
const MAX_KNOWN_REQUESTS = 10_000;
const KNOWN_SPANS = 2 ** 19;

/** Accepted rows on their way to the store. */
export function openSpool(options: SpoolOptions): Spool {
  return new SqliteSpool(options);
}

class SqliteSpool implements Spool {
  readonly #file: SpoolFile;
  readonly #maxBytes: number;
  readonly #shrinkAboveBytes: number;
  readonly #batchLimit: { rows: number; bytes: number };
  readonly #requests: KnownRequests;
  readonly #spans: KnownSpans = createKnownSpans(KNOWN_SPANS);
  readonly #statements: ChunkStatements;
  readonly #scratch = createScratch();
  /** The batch that chunks join now, and what is in it. */
  #open = { batch: 1, rows: 0, bytes: 0 };
  #hasFailed = false;
  #held: Occupancy = { bytes: 0, fresh: 0, oldestMs: null, lastId: 0 };

  constructor({ file, maxBytes, maxBatchRows, maxBatchBytes, shrinkAboveBytes }: SpoolOptions) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#shrinkAboveBytes = shrinkAboveBytes ?? SHRINK_ABOVE_BYTES;
    this.#batchLimit = {
      rows: maxBatchRows ?? MAX_BATCH_ROWS,
      bytes: maxBatchBytes ?? MAX_BATCH_BYTES,
    };
    this.#statements = prepareChunkStatements(file.database);
    const known = { requests: MAX_KNOWN_REQUESTS, spans: KNOWN_SPANS };
    this.#requests = createKnownRequests(file.database, known, (key) => this.#spans.add(key));
    this.#readTotals();
  }

  known(body: string): Receipt | undefined {
    return this.#requests.find(body);
  }

  isFull(): boolean {
    return this.#held.bytes >= this.#maxBytes;
  }

  commit(arrivals: readonly Arrival[]): (Fate | null)[] {
    this.#file.mustBeInPlace();
    const before = { open: this.#open, held: this.#held };
    const group = createCommitGroup(this.#requests, this.#spans);
    try {
      this.#file.database.exec('BEGIN IMMEDIATE');
      const fates = arrivals.map((arrival) => this.#add(arrival, group));
      this.#requests.trim();
      this.#file.database.exec('COMMIT');
      group.keep();
      this.#hasFailed = false;
      return fates;
    } catch (error) {
      this.#hasFailed = true;
      this.#open = before.open;
      this.#held = before.held;
      // SQLite may have rolled back by itself.
      if (this.#file.database.isTransaction) this.#file.database.exec('ROLLBACK');
      if (!isFull(error)) throw error;
      throw new SpoolError('disk_full', 'the disk of the spool is full', { cause: error });
    }
  }

  #add(arrival: Arrival, group: CommitGroup): Fate | null {
    const rejected = arrival.rejectedLines.length;
    const all = arrival.lines.length + rejected;
    if (group.hasRequest(arrival.body)) return { fresh: 0, duplicate: all, rejected: 0 };
    const chunks = cutIntoChunks(arrival, this.#batchLimit, this.#scratch);
    const bytes = chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
    if (this.#held.bytes + bytes > this.#maxBytes) return null;
    let fresh = 0;
    for (const chunk of chunks) fresh += this.#addChunk(chunk, arrival.atMs, group);
    const receipt = { spans: all, rejected, message: arrival.message };
    this.#requests.write(arrival.body, receipt, arrival.spanKeys);
    group.addRequest(arrival.body, receipt);
    return { fresh, duplicate: arrival.lines.length - fresh, rejected };
  }

  #addChunk(chunk: Chunk, atMs: number, group: CommitGroup): number {
    const { spans, lines, rejectedLines } = chunk;
    const bytes = bytesOf(chunk);
    const fresh = chunk.spanKeys.reduce((sum, key) => sum + (group.isFresh(key) ? 1 : 0), 0);
    const batch = this.#join(spans, bytes);
    const { lastInsertRowid } = this.#statements.insert.run(
      batch,
      Math.trunc(atMs),
      spans,
      fresh,
      bytes,
      crcOf(chunk),
      lines,
      rejectedLines,
    );
    this.#held = {
      bytes: this.#held.bytes + bytes,
      fresh: this.#held.fresh + fresh,
      oldestMs: this.#held.oldestMs ?? atMs,
      lastId: Number(lastInsertRowid),
    };
    return fresh;
  }

  /** The number of the batch that takes so much more. */
  #join(rows: number, bytes: number): number {
    const { rows: maxRows, bytes: maxBytes } = this.#batchLimit;
    const isTooMuch = this.#open.rows + rows > maxRows || this.#open.bytes + bytes > maxBytes;
    if (this.#open.bytes > 0 && isTooMuch) this.#openNext();
    const { batch } = this.#open;
    this.#open = { batch, rows: this.#open.rows + rows, bytes: this.#open.bytes + bytes };
    return batch;
  }

  take(): Batch | null {
    const parts: StoredChunk[] = [];
    for (const row of this.#statements.read.iterate()) {
      const part = toStoredChunk(row);
      if (parts.length > 0 && part.batch !== parts[0]?.batch) break;
      parts.push(part);
    }
    const last = parts.at(-1);
    if (last === undefined) return null;
    if (last.batch === this.#open.batch) this.#openNext();
    const { whole = [], damaged = [] } = Object.groupBy(parts, (part) =>
      isWhole(part) ? 'whole' : 'damaged',
    );
    return {
      token: `${this.#file.installId}/${last.batch}`,
      lastId: last.id,
      spans: sumOf(whole, 'spans'),
      fresh: sumOf(whole, 'fresh'),
      lines: joinLines(whole.map(({ lines }) => lines)),
      rejectedLines: joinLines(whole.map(({ rejectedLines }) => rejectedLines)),
      damaged: damaged.map(({ id, spans, fresh, lines, rejectedLines }) => {
        return { id, spans, fresh, bytes: joinLines([lines, rejectedLines]) };
      }),
    };
  }

  drop(lastId: number): void {
    const gone = this.#statements.sums.get(lastId);
    this.#statements.remove.run(lastId);
    this.#held = {
      bytes: this.#held.bytes - Number(gone?.['bytes'] ?? 0),
      fresh: this.#held.fresh - Number(gone?.['fresh'] ?? 0),
      oldestMs: this.#oldestMs(),
      lastId: this.#held.lastId,
    };
    if (this.#held.oldestMs === null) this.#shrink();
  }

  occupancy(): Occupancy {
    return this.#held;
  }

  ping(): void {
    this.#file.mustBeInPlace();
    // What is asked every few seconds writes only where writing failed: nobody may send while it is said not to work.
    if (this.#hasFailed) this.#file.tryToWrite();
    this.#hasFailed = false;
  }

  close(): void {
    this.#file.database.close();
  }

  #openNext(): void {
    this.#open = { batch: this.#open.batch + 1, rows: 0, bytes: 0 };
  }

  /** After a long outage the file is as large as it ever was; what is left in it is small. */
  #shrink(): void {
    const pages = Number(this.#file.database.prepare('PRAGMA page_count').get()?.['page_count']);
    const size = Number(this.#file.database.prepare('PRAGMA page_size').get()?.['page_size']);
    if (pages * size > this.#shrinkAboveBytes) this.#file.database.exec('VACUUM');
  }

  /** What an earlier process left; nothing joins its last batch, which may have been tried already. */
  #readTotals(): void {
    const all = this.#statements.sums.get(Number.MAX_SAFE_INTEGER);
    const last = this.#statements.lastBatch.get();
    const lastId = Number(last?.['ever'] ?? 0);
    this.#held = {
      bytes: Number(all?.['bytes'] ?? 0),
      fresh: Number(all?.['fresh'] ?? 0),
      oldestMs: this.#oldestMs(),
      lastId,
    };
    // Counted on from where ids ever were: a number that comes again would be taken for a repeated insert.
    this.#open.batch = Math.max(Number(last?.['batch'] ?? 0), lastId) + 1;
  }

  #oldestMs(): number | null {
    const oldest = this.#statements.oldest.get();
    return oldest === undefined ? null : Number(oldest['received_ms']);
  }
}

function bytesOf({ lines, rejectedLines }: Chunk): number {
  return lines.length + rejectedLines.length;
}

function sumOf(chunks: readonly StoredChunk[], name: 'spans' | 'fresh'): number {
  return chunks.reduce((sum, chunk) => sum + chunk[name], 0);
}
