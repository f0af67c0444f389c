import { parentPort, workerData } from 'node:worker_threads';

import { createScanBatch, type Batch, type BatchContext } from './scan-batch.ts';

/** Judges the batches that it is sent, one after the other. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool is the only one that starts this file
const scan = createScanBatch(workerData as BatchContext);
parentPort?.on('message', (batch: Batch) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
  parentPort?.postMessage(scan(batch));
});
