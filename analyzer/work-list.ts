import {
  fromInstant,
  pendingTraces,
  toInstant,
  touchedBlocks,
  tracesOfBlocks,
} from '@loopscope/sql';
import type { Store } from '@loopscope/sql';

/** A trace with spans that nobody has resolved, as the store answered it. */
export interface PendingTrace {
  trace_id: string;
  /** The latest touch, on the store's clock. */
  touched_at: string;
  touches: number;
}

export interface WorkList {
  /** Oldest touch first, without what was set aside and not touched since; `isFull` where more may wait. */
  next(): Promise<{ traces: PendingTrace[]; isFull: boolean }>;
  /** What of the last page is left for later; everything else is done with, unless it is touched again. */
  settle(left: readonly PendingTrace[]): void;
  /** Not ours, or not to be resolved: passed over until it is touched again. */
  setAside(traces: readonly PendingTrace[]): void;
}

interface WorkListOptions {
  store: Store;
  project: string;
  now: () => number;
}

/** Every look costs its questions whatever it finds, so that many traces at once are cheaper than few. */
const PAGE = 2_000;
/** As long as touches are kept. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** Inserts may become visible in another order than they are stamped in, by less than this. */
const OVERLAP_MS = 60_000;
/** Touches of so many traces are counted on, for whoever starts after us. */
const MAX_COUNTED = 200_000;

/** First what an earlier process left, page by page; from then on only what inserts touch that were not seen yet. */
export function createWorkList(options: WorkListOptions): WorkList {
  return new TouchList(options);
}

class TouchList implements WorkList {
  readonly #options: WorkListOptions;
  /** Touched, and nobody has taken them or they were left. */
  readonly #waiting = new Map<string, PendingTrace>();
  readonly #aside = new Map<string, string>();
  /** Inserts since `since` whose traces have been taken in, and how many traces those were. */
  readonly #seen = new Map<string, number>();
  readonly #touches = new Map<string, number>();
  #since: string;
  #isBehind = true;
  /** How often touches had been written when all of them had been taken in. */
  #takenIn: number | undefined;
  #taken: readonly PendingTrace[] = [];

  constructor(options: WorkListOptions) {
    this.#options = options;
    this.#since = toInstant(options.now() - LOOK_BACK_MS);
  }

  async next(): Promise<{ traces: PendingTrace[]; isFull: boolean }> {
    // A round that failed settled nothing.
    this.settle(this.#taken);
    const isMore = this.#isBehind ? await this.#readBacklog() : await this.#readNews();
    const traces = this.#waiting.values().take(PAGE).toArray();
    for (const { trace_id } of traces) this.#waiting.delete(trace_id);
    this.#taken = traces;
    return { traces, isFull: isMore || this.#waiting.size > 0 };
  }

  settle(left: readonly PendingTrace[]): void {
    this.#taken = [];
    for (const trace of left) this.#wait(trace);
  }

  setAside(traces: readonly PendingTrace[]): void {
    for (const { trace_id, touched_at } of traces) this.#aside.set(trace_id, touched_at);
  }

  #wait(trace: PendingTrace): void {
    const { trace_id } = trace;
    const waiting = this.#waiting.get(trace_id);
    if (this.#aside.get(trace_id) === trace.touched_at) return;
    if (waiting === undefined || waiting.touched_at <= trace.touched_at) {
      this.#waiting.set(trace_id, trace);
    }
  }

  /** True where more may wait. */
  async #readBacklog(): Promise<boolean> {
    const { store, project } = this.#options;
    const since = this.#since;
    // Listed before the traces are asked for, so that what comes in between is not taken for seen.
    const blocks = await store.query(touchedBlocks, { project, since });
    const limit = PAGE + this.#aside.size + this.#waiting.size;
    const pending = await store.query(pendingTraces, { project, since, limit });
    for (const trace of pending) {
      this.#wait(trace);
      this.#count(trace.trace_id, trace.touches);
    }
    const [oldest] = pending;
    if (oldest !== undefined) this.#forgetBefore(fromInstant(oldest.touched_at) - OVERLAP_MS);
    if (pending.length === limit) return true;
    this.#isBehind = false;
    for (const { touched_at, traces } of blocks) this.#seen.set(touched_at, traces);
    this.#forget();
    return false;
  }

  async #readNews(): Promise<boolean> {
    const { store, project } = this.#options;
    const written = store.writes?.of('touched_traces');
    if (written !== undefined && written === this.#takenIn) return false;
    this.#followClock();
    const listed = await store.query(touchedBlocks, { project, since: this.#since });
    const fresh = listed.filter(({ touched_at, traces }) => this.#seen.get(touched_at) !== traces);
    const blocks = atMost(PAGE, fresh);
    if (blocks.length > 0) await this.#takeIn(blocks);
    if (blocks.length < fresh.length) return true;
    this.#takenIn = written;
    return false;
  }

  async #takeIn(blocks: readonly Block[]): Promise<void> {
    const { store, project } = this.#options;
    const touched = await store.query(tracesOfBlocks, {
      project,
      blocks: blocks.map(({ touched_at }) => touched_at),
    });
    for (const { trace_id, touched_at, touches } of touched) {
      const all = (this.#touches.get(trace_id) ?? 0) + touches;
      this.#count(trace_id, all);
      this.#wait({ trace_id, touched_at, touches: all });
    }
    for (const { touched_at, traces } of blocks) this.#seen.set(touched_at, traces);
    this.#forget();
  }

  /** Where the clock was put back, inserts are stamped with times that have been looked at already. */
  #followClock(): void {
    const present = toInstant(this.#options.now() - OVERLAP_MS);
    if (present < this.#since) this.#since = present;
  }

  /** A count that was forgotten begins anew: whoever starts after us resolves that trace once more than needed. */
  #count(traceId: string, touches: number): void {
    this.#touches.delete(traceId);
    this.#touches.set(traceId, touches);
    if (this.#touches.size <= MAX_COUNTED) return;
    const oldest = this.#touches.keys().next();
    if (!oldest.done) this.#touches.delete(oldest.value);
  }

  #forget(): void {
    const latest = this.#seen.keys().reduce((last, at) => (at > last ? at : last), this.#since);
    this.#forgetBefore(Math.min(fromInstant(latest), this.#options.now()) - OVERLAP_MS);
  }

  /** No insert that was stamped before will surface any more, or it has been taken in. */
  #forgetBefore(ms: number): void {
    const since = toInstant(ms);
    if (since <= this.#since) return;
    this.#since = since;
    for (const at of this.#seen.keys()) if (at < since) this.#seen.delete(at);
    for (const [traceId, at] of this.#aside) if (at < since) this.#aside.delete(traceId);
  }
}

interface Block {
  touched_at: string;
  traces: number;
}

/** The oldest blocks that hold no more traces than that; at least one. */
function atMost(traces: number, blocks: readonly Block[]): Block[] {
  let sum = 0;
  return blocks.filter((block, at) => {
    sum += block.traces;
    return at === 0 || sum <= traces;
  });
}
