import { fromInstant, toInstant } from '@loopscope/sql';

/** Rows of traces that are read again and again, so that only what came since is read anew. */
export interface HeldRows<Row extends Placed> {
  /** All rows of the traces: those that are held, and those that `read` finds of the others or since. */
  complete(traceIds: readonly string[], read: Read<Row>, asOf: string): Promise<Map<string, Row[]>>;
  /** From now on the rows of these traces are held, as far as there is room; `isWorthIt` false lets them go. */
  keep(traceIds: readonly string[], isWorthIt: boolean): void;
}

interface Placed {
  trace_id: string;
  span_id: string;
}

/** Rows of the traces that the store took at or after `since`. */
export type Read<Row> = (traceIds: string[], since: string) => Promise<Row[]>;

interface Trace<Row> {
  rows: Map<string, Row>;
  /** What the store took before it is among the rows. */
  since: string;
}

interface Limits<Row> {
  /** Of all rows that are held together. */
  maxWeight: number;
  weightOf: (row: Row) => number;
  /** Of two copies of one span, whether the first is to stand for it. */
  isNewer: (row: Row, held: Row) => boolean;
}

/** Before the first span that any store took. */
export const EVER = '1970-01-01 00:00:00.000';
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
  #fresh: { rows: Map<string, Row[]>; since: string } = { rows: new Map(), since: EVER };
  #weight = 0;

  constructor(limits: Limits<Row>) {
    this.#limits = limits;
  }

  async complete(
    traceIds: readonly string[],
    read: Read<Row>,
    asOf: string,
  ): Promise<Map<string, Row[]>> {
    const since = toInstant(Math.max(0, fromInstant(asOf) - OVERLAP_MS));
    const { known = [], unknown = [] } = Object.groupBy(traceIds, (traceId) =>
      this.#held.has(traceId) ? 'known' : 'unknown',
    );
    const from = known.reduce((least, id) => earlier(least, this.#held.get(id)?.since), since);
    const all = await read(unknown, EVER);
    const news = await read(known, from);
    for (const row of news) {
      const trace = this.#held.get(row.trace_id);
      if (trace !== undefined) this.#weight += this.#take(trace, row);
    }
    const rows = Map.groupBy(all, ({ trace_id }) => trace_id);
    this.#fresh = { rows: new Map(rows), since };
    for (const traceId of known) {
      const trace = this.#held.get(traceId);
      if (trace === undefined) continue;
      trace.since = since;
      rows.set(traceId, [...trace.rows.values()]);
    }
    return rows;
  }

  keep(traceIds: readonly string[], isWorthIt: boolean): void {
    for (const traceId of traceIds) {
      const trace = isWorthIt ? (this.#held.get(traceId) ?? this.#holdFresh(traceId)) : null;
      this.#letGo(traceId);
      if (trace === null) continue;
      this.#held.set(traceId, trace);
      this.#weight += this.#weigh(trace);
    }
    for (const traceId of this.#held.keys()) {
      if (this.#weight <= this.#limits.maxWeight) return;
      this.#letGo(traceId);
    }
  }

  #holdFresh(traceId: string): Trace<Row> | null {
    const read = this.#fresh.rows.get(traceId);
    if (read === undefined) return null;
    const trace: Trace<Row> = { rows: new Map(), since: this.#fresh.since };
    for (const row of read) this.#take(trace, row);
    return trace;
  }

  /** By how much that makes the trace heavier. */
  #take({ rows }: Trace<Row>, row: Row): number {
    const { isNewer, weightOf } = this.#limits;
    const before = rows.get(row.span_id);
    if (before !== undefined && !isNewer(row, before)) return 0;
    rows.set(row.span_id, row);
    return weightOf(row) - (before === undefined ? 0 : weightOf(before));
  }

  #letGo(traceId: string): void {
    const trace = this.#held.get(traceId);
    if (trace === undefined) return;
    this.#held.delete(traceId);
    this.#weight -= this.#weigh(trace);
  }

  #weigh({ rows }: Trace<Row>): number {
    let weight = 0;
    for (const row of rows.values()) weight += this.#limits.weightOf(row);
    return weight;
  }
}

function earlier(a: string, b: string | undefined): string {
  return b === undefined || a < b ? a : b;
}
