import type { Log } from '../options.ts';
import { pagesSince, toEvents, type ReadChanges } from './changes.ts';
import { createLatecomer, type Listener } from './latecomer.ts';
import { furthest, rewind, type LivePosition } from './position.ts';

export interface Feed {
  /** Tells what comes after `since`; after the present where it is null. Returns the way out. */
  listen(listener: Listener, since: LivePosition | null): () => void;
  close(): void;
}

export interface FeedOptions {
  readPosition: () => Promise<LivePosition>;
  readChanges: ReadChanges;
  intervalMs: number;
  log: Log;
}

/** How far each look reaches back over the last one, so that a row that became visible late is not missed. */
const OVERLAP_US = 2_000_000n;

/** Asks the store for news while somebody listens, once for all who do; a change may be told twice, never not. */
export function createFeed({ readPosition, readChanges, intervalMs, log }: FeedOptions): Feed {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let position: Promise<LivePosition> | null = null;
  let told: ReadonlySet<string> = new Set();

  async function present(): Promise<LivePosition> {
    position ??= readPosition();
    try {
      return await position;
    } catch (error) {
      position = null;
      throw error;
    }
  }

  /** Page after page: in two seconds more may be stored than one page holds, and a feed that rewinds would never pass it. */
  async function look(): Promise<void> {
    let reached = await present();
    const since = rewind(reached, OVERLAP_US);
    const seen = new Set<string>();
    for await (const page of pagesSince(since, readChanges, () => listeners.size > 0)) {
      reached = furthest(reached, page.position);
      const events = toEvents(page.changes.filter(({ key }) => !told.has(key)));
      for (const { key } of page.changes) seen.add(key);
      if (events.length > 0) for (const listener of listeners) listener(events, reached);
    }
    position = Promise.resolve(reached);
    told = seen;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch(warn)
        .finally(() => (listeners.size > 0 ? schedule() : stop()));
    }, intervalMs);
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    position = null;
    told = new Set();
  }

  function warn(error: unknown): void {
    log('warn', 'live feed could not read the store', { reason: String(error) });
  }

  return {
    listen(listener, since) {
      const latecomer = since === null ? null : createLatecomer(listener, since);
      const heard = latecomer?.heard ?? listener;
      listeners.add(heard);
      present().catch(warn);
      latecomer?.catchUp(readChanges, () => listeners.has(heard)).catch(warn);
      if (timer === undefined) schedule();
      return () => listeners.delete(heard);
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
