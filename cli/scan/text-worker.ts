import { parentPort, workerData } from 'node:worker_threads';

import type { TextContext, TextWork } from './scan-text.ts';
import { scanTurns } from './scan-turns.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `createTextScan` starts this file
const context = workerData as TextContext;
parentPort?.on('message', (work: TextWork) => void answer(work));

async function answer({ text, limit, nowMs }: TextWork): Promise<void> {
  const scanned = await scanTurns(text, limit, { ...context, nowMs });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
  parentPort?.postMessage(scanned);
}
