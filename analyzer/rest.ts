import type { Store } from '@loopscope/sql';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Rest {
  /** Resolves after so long, and when the signal is aborted. */
  pause(ms: number): Promise<void>;
  /** The same, but ends after `leastMs` where traces were touched meanwhile, and later as soon as some are. */
  untilTouched(leastMs: number, mostMs: number): Promise<void>;
}

/** What an analyzer does between two looks. Where others may write the store, what is touched is seen by looking only. */
export function createRest({ writes }: Pick<Store, 'writes'>, signal: AbortSignal): Rest {
  const pause = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal }).catch(() => {});
  };
  return {
    pause,
    async untilTouched(leastMs, mostMs) {
      if (writes === undefined) return pause(mostMs);
      const touched = writes.of('touched_traces');
      await pause(leastMs);
      const restMs = mostMs - leastMs;
      if (restMs <= 0 || signal.aborted) return;
      const over = Promise.withResolvers<void>();
      const end = (): void => over.resolve();
      signal.addEventListener('abort', end, { once: true });
      void writes.waitFor('touched_traces', touched, restMs).finally(end);
      await over.promise;
      signal.removeEventListener('abort', end);
    },
  };
}
