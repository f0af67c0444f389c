import { setTimeout as sleep } from 'node:timers/promises';

import type { Analyzer } from '../options.ts';
import { openThread, type MortalAnalyzer, type ThreadOptions } from './open-thread.ts';

const RESTART_AFTER_MS = 1_000;

export interface KeptOptions extends ThreadOptions {
  open?: (options: ThreadOptions) => MortalAnalyzer;
  restartAfterMs?: number;
}

/**
 * The analyzer in a thread of its own, and again where that thread ends: what it had not finished is still on its list. `drain`
 * rejects where the store does not answer, or the thread ends.
 */
export function startAnalyzerThread(options: KeptOptions): Analyzer {
  const { open = openThread, restartAfterMs = RESTART_AFTER_MS, ...own } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let thread = open(own);

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      const fault = await thread.ended;
      if (signal.aborted) return;
      own.log('error', 'the analyzer thread has ended, starting it again', {
        reason: fault.message,
      });
      await sleep(restartAfterMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) thread = open(own);
    }
  }

  const keeping = keep();
  return {
    drain: () => thread.drain(),
    async close() {
      closing.abort();
      await thread.close();
      await keeping;
    },
  };
}
