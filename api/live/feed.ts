import type { LiveEvent } from '../contract/index.ts';
import type { Log } from '../options.ts';
import { toEvents, type Changes } from './changes.ts';
import { rewind, type LivePosition } from './position.ts';

/** What a listener is told: events, and where it has come to. */
type Listener = (events: readonly LiveEvent[], position: LivePosition) => void;

export interface Feed {
  /** Tells what comes after `since`; after the present where it is null. Returns the way out. */
  listen(listener: Listener, since: LivePosition | null): () => void;
  close(): void;
}

export interface FeedOptions {
  readPosition: () => Promise<LivePosition>;
  readChanges: (since: LivePosition) => Promise<Changes>;
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

  async function look(): Promise<void> {
    const { changes, position: reached } = await readChanges(rewind(await present(), OVERLAP_US));
    position = Promise.resolve(reached);
    const events = toEvents(changes.filter(({ key }) => !told.has(key)));
    told = new Set(changes.map(({ key }) => key));
    if (events.length > 0) for (const listener of listeners) listener(events, reached);
  }

  async function catchUp(listener: Listener, since: LivePosition): Promise<void> {
    const { changes, position: reached } = await readChanges(since);
    if (changes.length > 0 && listeners.has(listener)) listener(toEvents(changes), reached);
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
      listeners.add(listener);
      present().catch(warn);
      if (since !== null) catchUp(listener, since).catch(warn);
      if (timer === undefined) schedule();
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
