import { writeFileSync } from 'node:fs';
import type { SpanRequest } from '../decode/decode-request.ts';
import type { Log } from '../log.ts';
import { createPipeline, type PipelineSettings, type Processed } from '../pipeline.ts';
import { openSpoolAt, replaceDamaged, type Damage, type OpenedSpool } from '../spool/open-spool.ts';
import { joinLines } from '../spool/chunk.ts';
import { isCorrupt } from '../spool/spool-error.ts';
import type { Arrival, Batch, Fate, Occupancy, Spool } from '../spool/spool.ts';
import { createGroupCommit } from './group-commit.ts';

/** Plain data: it crosses to a thread of its own. */
export interface IngestSettings extends PipelineSettings {
  spoolPath: string;
  spoolBytes: number;
}

export interface IngestRequest extends SpanRequest {
  /** When it came, ms since the epoch. */
  nowMs: number;
}

/** Counted at the first delivery only. */
type Aside = Pick<Processed, 'unusedRecords' | 'oldSpans'>;

/** What is to be said to the sender, and what became of its spans. */
export type Verdict =
  | ({ kind: 'taken'; fate: Fate; rejected: number; message: string } & Aside)
  | { kind: 'bad_data' | 'unavailable'; message: string };

export interface Ingest {
  /** Never throws. */
  receive(request: IngestRequest): Promise<Verdict>;
  take(nowMs: number): Batch | null;
  drop(lastId: number): void;
  occupancy(): Occupancy;
  /** Whether spans can be spooled. Never throws. */
  ping(): boolean;
  close(): void;
}

export interface IngestEvents {
  log: Log;
  /** Part of the spool is lost; `lost` spans were counted as spooled. */
  onLost: (lost: number) => void;
}

/** From the bytes of a request to rows in the spool, and out of it again. Throws a `SpoolError` where it cannot be opened. */
export function openIngest(settings: IngestSettings, events: IngestEvents, nowMs: number): Ingest {
  return new SpoolingIngest(settings, events, nowMs);
}

class SpoolingIngest implements Ingest {
  readonly #settings: IngestSettings;
  readonly #events: IngestEvents;
  readonly #pipeline: ReturnType<typeof createPipeline>;
  readonly #commits = createGroupCommit((arrivals) => this.#commit(arrivals));
  #spool: Spool;
  #nowMs: number;
  #isWell = true;

  constructor(settings: IngestSettings, events: IngestEvents, nowMs: number) {
    this.#settings = settings;
    this.#events = events;
    this.#nowMs = nowMs;
    this.#pipeline = createPipeline(settings);
    const opened = openSpoolAt(this.#place(), nowMs);
    this.#spool = opened.spool;
    if (opened.damage !== null) this.#tell(opened.damage, 0);
  }

  async receive(request: IngestRequest): Promise<Verdict> {
    this.#nowMs = request.nowMs;
    try {
      const body = this.#pipeline.nameOf(request);
      const known = this.#spool.known(body);
      if (known !== undefined) {
        const fate = { fresh: 0, duplicate: known.spans, rejected: 0 };
        const { rejected, message } = known;
        return { kind: 'taken', fate, rejected, message, unusedRecords: 0, oldSpans: 0 };
      }
      if (this.#spool.isFull()) return NO_ROOM;
      const processed = this.#pipeline.process(request, body);
      if (typeof processed === 'string') return { kind: 'bad_data', message: processed };
      const { arrival, ...aside } = processed;
      const fate = isEmpty(arrival) ? NOTHING : await this.#commits.add(arrival);
      if (fate === null) return NO_ROOM;
      const { message, rejectedLines } = arrival;
      return { kind: 'taken', fate, rejected: rejectedLines.length, message, ...aside };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#events.log('error', 'spans could not be spooled, their sender was asked to try again', {
        reason: message,
      });
      return { kind: 'unavailable', message: 'spans cannot be written to the disk at the moment' };
    }
  }

  take(nowMs: number): Batch | null {
    this.#nowMs = nowMs;
    const batch = this.#unlessDamaged(() => this.#spool.take());
    if (batch === null || batch.damaged.length === 0) return batch;
    const chunks = batch.damaged.map((chunk) => {
      const file = `${this.#settings.spoolPath}.damaged-chunk-${chunk.id}`;
      writeFileSync(file, chunk.bytes);
      return { ...chunk, file };
    });
    this.#events.log('error', 'spans in the spool are damaged; their bytes were put aside', {
      spans: chunks.reduce((sum, { spans }) => sum + spans, 0),
      files: chunks.map(({ file }) => file),
    });
    const mourning = this.#pipeline.mourn(chunks, nowMs).map((line) => Buffer.from(line));
    return { ...batch, rejectedLines: joinLines([batch.rejectedLines, ...mourning]) };
  }

  drop(lastId: number): void {
    this.#unlessDamaged(() => this.#spool.drop(lastId));
  }

  occupancy(): Occupancy {
    return this.#spool.occupancy();
  }

  ping(): boolean {
    const wasWell = this.#isWell;
    try {
      this.#spool.ping();
      this.#isWell = true;
    } catch (error) {
      this.#isWell = false;
      const reason = error instanceof Error ? error.message : String(error);
      if (wasWell) this.#events.log('error', 'spans cannot be spooled', { reason });
    }
    return this.#isWell;
  }

  close(): void {
    this.#spool.close();
  }

  #commit(arrivals: readonly Arrival[]): (Fate | null)[] {
    return this.#unlessDamaged(() => this.#spool.commit(arrivals));
  }

  /** A file that turns out to be damaged is replaced, and the work is done on the new one. */
  #unlessDamaged<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      const { fresh } = this.#spool.occupancy();
      this.#spool.close();
      this.#replace(fresh);
      return work();
    }
  }

  #replace(freshBefore: number): void {
    const { spool, damage }: OpenedSpool = replaceDamaged(this.#place(), this.#nowMs);
    this.#spool = spool;
    if (damage !== null) this.#tell(damage, freshBefore - spool.occupancy().fresh);
  }

  #tell({ aside, rescued }: Damage, lost: number): void {
    this.#events.log(
      'error',
      'the spool was damaged; what could be read of it goes on, what was found is kept beside',
      {
        file: aside,
        rescued_spans: rescued,
        lost_spans: lost,
      },
    );
    if (lost > 0) this.#events.onLost(lost);
  }

  #place() {
    const { spoolPath, spoolBytes } = this.#settings;
    return { path: spoolPath, maxBytes: spoolBytes };
  }
}

const NOTHING: Fate = { fresh: 0, duplicate: 0, rejected: 0 };
const NO_ROOM: Verdict = { kind: 'unavailable', message: 'the spool is full' };

function isEmpty({ lines, rejectedLines }: Arrival): boolean {
  return lines.length === 0 && rejectedLines.length === 0;
}
