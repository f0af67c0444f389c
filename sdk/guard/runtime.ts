import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock, chance and time, which come from outside. */
export interface Runtime {
  /** Wall clock, for the expiry of raises; it may jump. */
  nowMs(): number;
  /** Never goes back. */
  monotonicMs(): number;
  random(): number;
  /** Rejects where the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  newId(): string;
}

export const NODE_RUNTIME: Runtime = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  },
  newId: () => randomUUID(),
};
