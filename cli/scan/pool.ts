import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { createScanBatch, type Batch, type BatchContext, type BatchResult } from './scan-batch.ts';

/** Judges batches side by side; results come in any order. */
export interface Pool {
  scan(batch: Batch): Promise<BatchResult>;
  close(): Promise<void>;
}

/** With no threads the work is done here. */
export function createPool(threads: number, context: BatchContext): Pool {
  if (threads === 0) {
    const scan = createScanBatch(context);
    return { scan: (batch) => Promise.resolve(scan(batch)), close: () => Promise.resolve() };
  }
  const url = new URL('./scan-worker.ts', import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(url, { workerData: context }));
  const free = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];
  const take = (): Promise<Worker> => {
    const worker = free.pop();
    return worker === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(worker);
  };
  return {
    async scan(batch) {
      const worker = await take();
      try {
        return await ask(worker, batch);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(worker);
        else next(worker);
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function ask(worker: Worker, batch: Batch): Promise<BatchResult> {
  const answered: Promise<BatchResult[]> = once(worker, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
  worker.postMessage(batch);
  const [result] = await answered;
  if (result === undefined) throw new Error('a thread answered nothing');
  return result;
}
