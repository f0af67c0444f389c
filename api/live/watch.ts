import type { Log } from '../options.ts';

/** Something small that is read again and again while somebody wants to know of its changes. */
export interface Watch<Value> {
  /** Tells the present value as soon as it is read, and every other one after it. Returns the way out. */
  listen(listener: (value: Value) => void): () => void;
  /** Reads at once: something is known to have changed. */
  look(): Promise<void>;
  close(): void;
}

export interface WatchOptions<Value> {
  read: () => Promise<Value>;
  intervalMs: number;
  log: Log;
}

export function createWatch<Value>({ read, intervalMs, log }: WatchOptions<Value>): Watch<Value> {
  const listeners = new Map<(value: Value) => void, string | null>();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;

  async function look(): Promise<void> {
    if (listeners.size === 0) return;
    try {
      const value = await read();
      if (failures > 0) log('info', 'a live feed can read the store again');
      failures = 0;
      const text = JSON.stringify(value);
      for (const [listener, told] of listeners) {
        if (told === text) continue;
        listeners.set(listener, text);
        listener(value);
      }
    } catch (error) {
      if (failures === 0)
        log('warn', 'a live feed cannot read the store', { reason: String(error) });
      failures += 1;
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = undefined;
        if (listeners.size > 0) schedule();
      });
    }, intervalMs);
  }

  return {
    listen(listener) {
      listeners.set(listener, null);
      void look();
      if (timer === undefined) schedule();
      return () => listeners.delete(listener);
    },
    look,
    close() {
      listeners.clear();
      clearTimeout(timer);
    },
  };
}
