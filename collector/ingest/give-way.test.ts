import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const SCRIPT = `
const { readlinkSync } = require('node:fs');
const { getPriority } = require('node:os');
const { parentPort } = require('node:worker_threads');
import(${JSON.stringify(new URL('./give-way.ts', import.meta.url).href)}).then(({ giveWay }) => {
  const before = getPriority(process.pid);
  giveWay();
  const thread = Number(readlinkSync('/proc/thread-self').split('/')[2]);
  parentPort.postMessage({ before, thread: getPriority(thread), process: getPriority(process.pid) });
});
`;

test.skipIf(process.platform !== 'linux')(
  'a thread that gives way leaves the others of its process as they are (Linux)',
  async () => {
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [] });
    const [{ before, ...after }] = await once(worker, 'message');
    expect(after).toEqual({ thread: Math.max(before, 7), process: before });
    await worker.terminate();
  },
);
