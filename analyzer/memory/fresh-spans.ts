import {
  narrowSpans,
  spanPlaces,
  storedSpans,
  toInstant,
  type InsertedSpans,
  type NarrowSpanRow,
  type Store,
} from '@loopscope/sql';

import { inChunks } from '../in-chunks.ts';

/**
 * Spans as they were inserted lately, so that a trace that is new need not be read back, and nobody is asked what stands of it. A store
 * that others can write as well tells of no inserts: nothing is known here then.
 */
export interface FreshSpans {
  /** Asks which of these traces are held as a whole; until the next look the answers below are about those. */
  look(traceIds: readonly string[]): Promise<void>;
  /** All spans of the trace; undefined where the store has to be asked. */
  rowsOf(traceId: string): NarrowSpanRow[] | undefined;
  /** How many spans the store has of the trace; undefined where that was not asked. */
  sizeOf(traceId: string): number | undefined;
  /** The trace is held as a whole and was never resolved: nothing stands of it. */
  isUnresolved(traceId: string): boolean;
  /** From now on something may stand of these traces, also of those that are not held (yet). */
  noteResolved(traceIds: readonly string[]): void;
  close(): void;
}

interface Home {
  store: Pick<Store, 'query' | 'followSpans'>;
  project: string;
}

/** Of the lines of all traces: as long as they wait to be resolved, and afterwards, when few of them get more. */
interface Room {
  maxBytes: number;
  keptBytes: number;
}

const ROOM: Room = { maxBytes: 64e6, keptBytes: 16e6 };
/** Traces that were resolved before their inserts were told of, most of which never will be. */
const MAX_RESOLVED_EARLY = 50_000;

export function createFreshSpans(home: Home, now: () => number, room = ROOM): FreshSpans {
  return new InsertedTraces(home, now, room);
}

interface Block {
  lines: Buffer;
  atMs: number;
  traceIds: Set<string>;
}

/** Lines that stand together. */
interface Piece {
  block: Block;
  from: number;
  to: number;
}

interface Trace {
  pieces: Piece[];
  spans: number;
  isResolved: boolean;
}

class InsertedTraces implements FreshSpans {
  readonly #home: Home;
  readonly #room: Room;
  readonly #unfollow: (() => void) | undefined;
  readonly #traces = new Map<string, Trace>();
  readonly #whole = new Set<string>();
  readonly #sizes = new Map<string, number>();
  /** Of the whole ones those that no older copies can have been merged into: such a copy may have been resolved long ago. */
  readonly #first = new Set<string>();
  /** A trace is seen with those that it is tied to as soon as its spans can be read, which is before they are told of here. */
  readonly #resolvedEarly = new Set<string>();
  readonly #now: () => number;
  /** In the order in which they came. */
  readonly #blocks = new Set<Block>();
  #bytes = 0;
  /** What the store took after it was told of here, and is held. */
  #sinceMs: number;

  constructor(home: Home, now: () => number, room: Room) {
    this.#home = home;
    this.#now = now;
    this.#room = room;
    this.#unfollow = home.store.followSpans?.((inserted) => this.#hold(inserted));
    this.#sinceMs = now() + 1;
  }

  async look(traceIds: readonly string[]): Promise<void> {
    this.#whole.clear();
    this.#first.clear();
    this.#sizes.clear();
    const { store, project } = this.#home;
    const held = new Map<string, number>();
    for (const traceId of traceIds) {
      const trace = this.#traces.get(traceId);
      if (trace !== undefined) held.set(traceId, trace.spans);
    }
    const stored = await inChunks([...held.keys()], (trace_ids) =>
      store.query(storedSpans, { project, trace_ids }),
    );
    const since = toInstant(this.#sinceMs);
    for (const { trace_id, spans, first_at, is_unmerged } of stored) {
      this.#sizes.set(trace_id, spans);
      // Copies of a span that have been merged are missed, and then the store is asked which of them it kept.
      if (first_at <= since || spans !== held.get(trace_id)) continue;
      this.#whole.add(trace_id);
      if (is_unmerged === 1) this.#first.add(trace_id);
    }
  }

  rowsOf(traceId: string): NarrowSpanRow[] | undefined {
    const trace = this.#heldWhole(traceId);
    if (trace === undefined) return undefined;
    const lines = trace.pieces.map(({ block, from, to }) => block.lines.toString('utf8', from, to));
    return narrowSpans(lines.join('\n'));
  }

  sizeOf(traceId: string): number | undefined {
    return this.#sizes.get(traceId);
  }

  isUnresolved(traceId: string): boolean {
    return this.#first.has(traceId) && this.#heldWhole(traceId)?.isResolved === false;
  }

  noteResolved(traceIds: readonly string[]): void {
    if (this.#unfollow === undefined) return;
    for (const traceId of traceIds) {
      const trace = this.#traces.get(traceId);
      if (trace === undefined) this.#resolvedEarly.add(traceId);
      else trace.isResolved = true;
    }
    if (this.#resolvedEarly.size <= MAX_RESOLVED_EARLY) return;
    // Of what the store took until now nothing is known any more.
    this.#resolvedEarly.clear();
    this.#sinceMs = Math.max(this.#sinceMs, this.#now() + 1);
  }

  close(): void {
    this.#unfollow?.();
  }

  #heldWhole(traceId: string): Trace | undefined {
    return this.#whole.has(traceId) ? this.#traces.get(traceId) : undefined;
  }

  #hold({ lines, atMs }: InsertedSpans): void {
    const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
    const block: Block = { lines: bytes, atMs, traceIds: new Set() };
    const own = JSON.stringify(this.#home.project);
    for (const { project, traceId, from, to } of spanPlaces(bytes)) {
      if (project === own) this.#add(String(JSON.parse(traceId)), { block, from, to });
    }
    this.#blocks.add(block);
    this.#bytes += bytes.length;
    this.#makeRoom();
  }

  #makeRoom(): void {
    const { maxBytes, keptBytes } = this.#room;
    for (const oldest of this.#blocks) {
      if (this.#bytes <= (this.#isResolved(oldest) ? keptBytes : maxBytes)) break;
      this.#letGo(oldest);
    }
  }

  #isResolved({ traceIds }: Block): boolean {
    return traceIds.values().every((traceId) => this.#traces.get(traceId)?.isResolved !== false);
  }

  #add(traceId: string, piece: Piece): void {
    const { block, from, to } = piece;
    block.traceIds.add(traceId);
    let trace = this.#traces.get(traceId);
    if (trace === undefined) {
      trace = { pieces: [], spans: 0, isResolved: this.#resolvedEarly.delete(traceId) };
      this.#traces.set(traceId, trace);
    }
    trace.spans += 1;
    const last = trace.pieces.at(-1);
    // One line break lies between neighbours.
    if (last?.block === block && last.to + 1 === from) last.to = to;
    else trace.pieces.push(piece);
  }

  /** A trace that was in it is no longer known as a whole, and what comes of it later is only a part. */
  #letGo(block: Block): void {
    this.#blocks.delete(block);
    this.#bytes -= block.lines.length;
    this.#sinceMs = Math.max(this.#sinceMs, block.atMs + 1);
    for (const traceId of block.traceIds) {
      this.#traces.delete(traceId);
      this.#whole.delete(traceId);
    }
  }
}
