import { fromInstant, toInstant } from '@loopscope/sql';

import { shareTexts } from './common-texts.ts';

/** Rows of traces that are read again and again, so that only what came since is read anew. */
export interface HeldRows<Row extends Placed> {
  /** All rows of the traces: those that are held, and those that `read` finds of the others or of the inserts since. */
  complete(
    traceIds: readonly string[],
    read: Read<Row>,
    arrivals: Arrivals,
  ): Promise<Map<string, Row[]>>;
  /** From now on the rows of these traces are held, as far as there is room; `isWorthIt` false lets them go. */
  keep(traceIds: readonly string[], isWorthIt: boolean): void;
}

interface Placed {
  trace_id: string;
  span_id: string;
}

/** Rows of the traces that came with the named inserts; all of them where none is named. */
export type Read<Row> = (traceIds: string[], blocks: string[]) => Promise<Row[]>;

/** What has come of some traces, insert by insert. */
export interface Arrivals {
  /** The latest touch that was seen before anything is read. */
  asOf: string;
  since(traceIds: readonly string[], since: string): Promise<readonly Arrival[]>;
}

export interface Arrival {
  trace_id: string;
  /** The time that all of an insert bears. */
  stored_at: string;
  spans: number;
}

interface Trace<Row> {
  rows: Map<string, Row>;
  /** Texts that its rows have in common: equal ones are one, which takes its room once and is compared by its address. */
  texts: Map<string, string>;
  weight: number;
  /** Inserts before it are among the rows. */
  since: string;
  /** Inserts at or after it that are among the rows, and how many spans each had then. */
  seen: Map<string, number>;
}

interface Limits<Row> {
  /** Of all rows that are held together. */
  maxWeight: number;
  weightOf: (row: Row) => number;
  /** Of two copies of one span, whether the first is to stand for it. */
  isNewer: (row: Row, held: Row) => boolean;
  /** Columns that many rows of a trace have in common. */
  common: readonly (keyof Row)[];
}

/** Inserts may become visible in another order than they are stamped in, by less than this. */
const OVERLAP_MS = 60_000;

export function createHeldRows<Row extends Placed>(limits: Limits<Row>): HeldRows<Row> {
  return new TraceRows(limits);
}

class TraceRows<Row extends Placed> implements HeldRows<Row> {
  readonly #limits: Limits<Row>;
  /** The one that was kept last comes last. */
  readonly #held = new Map<string, Trace<Row>>();
  /** Read by the latest look, and not decided on yet. */
  #fresh: { rows: Map<string, Row[]>; since: string } = { rows: new Map(), since: '' };
  #weight = 0;

  constructor(limits: Limits<Row>) {
    this.#limits = limits;
  }

  async complete(
    traceIds: readonly string[],
    read: Read<Row>,
    arrivals: Arrivals,
  ): Promise<Map<string, Row[]>> {
    const since = toInstant(Math.max(0, fromInstant(arrivals.asOf) - OVERLAP_MS));
    const { known = [], unknown = [] } = Object.groupBy(traceIds, (traceId) =>
      this.#held.has(traceId) ? 'known' : 'unknown',
    );
    const all = unknown.length === 0 ? [] : await read(unknown, []);
    if (known.length > 0) await this.#readSince(known, read, { arrivals, since });
    const rows = Map.groupBy(all, ({ trace_id }) => trace_id);
    this.#fresh = { rows: new Map(rows), since };
    for (const traceId of known) {
      const trace = this.#held.get(traceId);
      if (trace !== undefined) rows.set(traceId, [...trace.rows.values()]);
    }
    return rows;
  }

  async #readSince(
    known: readonly string[],
    read: Read<Row>,
    { arrivals, since }: { arrivals: Arrivals; since: string },
  ): Promise<void> {
    const from = known.reduce((least, id) => earlier(least, this.#held.get(id)?.since), since);
    const fresh = (await arrivals.since(known, from)).filter(({ trace_id, stored_at, spans }) => {
      const trace = this.#held.get(trace_id);
      return trace !== undefined && stored_at >= trace.since && trace.seen.get(stored_at) !== spans;
    });
    const traceIds = [...new Set(fresh.map(({ trace_id }) => trace_id))];
    const blocks = [...new Set(fresh.map(({ stored_at }) => stored_at))];
    const news = blocks.length === 0 ? [] : await read(traceIds, blocks);
    for (const row of news) {
      const trace = this.#held.get(row.trace_id);
      if (trace !== undefined) this.#take(trace, row);
    }
    for (const { trace_id, stored_at, spans } of fresh)
      this.#held.get(trace_id)?.seen.set(stored_at, spans);
    for (const traceId of known) this.#forgetBefore(traceId, since);
  }

  #forgetBefore(traceId: string, since: string): void {
    const trace = this.#held.get(traceId);
    if (trace === undefined) return;
    trace.since = since;
    for (const at of trace.seen.keys()) if (at < since) trace.seen.delete(at);
  }

  keep(traceIds: readonly string[], isWorthIt: boolean): void {
    for (const traceId of traceIds) {
      const trace = isWorthIt ? (this.#held.get(traceId) ?? this.#holdFresh(traceId)) : null;
      this.#letGo(traceId);
      if (trace === null) continue;
      this.#held.set(traceId, trace);
      this.#weight += trace.weight;
    }
    for (const traceId of this.#held.keys()) {
      if (this.#weight <= this.#limits.maxWeight) return;
      this.#letGo(traceId);
    }
  }

  #holdFresh(traceId: string): Trace<Row> | null {
    const read = this.#fresh.rows.get(traceId);
    if (read === undefined) return null;
    const { since } = this.#fresh;
    const trace: Trace<Row> = {
      rows: new Map(),
      texts: new Map(),
      weight: 0,
      since,
      seen: new Map(),
    };
    for (const row of read) this.#take(trace, row);
    return trace;
  }

  #take(trace: Trace<Row>, row: Row): void {
    const { isNewer, weightOf, common } = this.#limits;
    const { rows, texts } = trace;
    const before = rows.get(row.span_id);
    if (before !== undefined && !isNewer(row, before)) return;
    shareTexts(row, common, texts);
    rows.set(row.span_id, row);
    const more = weightOf(row) - (before === undefined ? 0 : weightOf(before));
    trace.weight += more;
    if (this.#held.get(row.trace_id) === trace) this.#weight += more;
  }

  #letGo(traceId: string): void {
    const trace = this.#held.get(traceId);
    if (trace === undefined) return;
    this.#held.delete(traceId);
    this.#weight -= trace.weight;
  }
}

function earlier(a: string, b: string | undefined): string {
  return b === undefined || a < b ? a : b;
}
