import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { Scan, Scanned } from '@loopscope/api';

import type { BatchContext } from './scan-batch.ts';

export type TextContext = Omit<BatchContext, 'nowMs'>;

/** One text for the thread. */
export interface TextWork {
  text: string;
  limit: number;
  nowMs: number;
}

/** A thread that nobody has asked for so long is ended. */
const IDLE_MS = 60_000;

/** Judges texts one after the other in a thread of their own, so that a large one holds nobody up. */
export function createTextScan(context: TextContext, now: () => number): Scan {
  let last: Promise<unknown> = Promise.resolve();
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    void thread?.worker.terminate();
    thread = null;
  };
  const judge = async (work: TextWork): Promise<Scanned> => {
    clearTimeout(idle);
    thread ??= startThread(context);
    try {
      return await ask(thread, work);
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, IDLE_MS).unref();
    }
  };
  return (text, limit) => {
    const judged = last.then(() => judge({ text, limit, nowMs: now() }));
    // The next one waits for its end, however it ends.
    last = judged.catch(() => {});
    return judged;
  };
}

interface Thread {
  worker: Worker;
  /** Rejects when the thread is no more. */
  ended: Promise<never>;
}

function startThread(workerData: TextContext): Thread {
  const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { workerData });
  // It keeps no process alive.
  worker.unref();
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the thread ended before it answered');
  });
  // Where nobody waits, its end is nobody's failure.
  ended.catch(() => {});
  return { worker, ended };
}

async function ask({ worker, ended }: Thread, work: TextWork): Promise<Scanned> {
  const answers: Promise<Scanned[]> = once(worker, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
  worker.postMessage(work);
  const [scanned] = await Promise.race([answers, ended]);
  if (scanned === undefined) throw new Error('the thread answered nothing');
  return scanned;
}
