import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startProduct } from '../product.ts';
import { startFront, type Front } from '../store-questions.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { CALLS, physical, postTo, shown, SPANS, turnRequest } from './traffic.ts';

const OUTAGE_MS = 60_000;
/** Of one request to the next. */
const EVERY_MS = 100;

let folder: string;
let engine: Front;
let proxy: TcpProxy;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-outage-'));
  engine = await startFront(join(folder, 'engine'));
  proxy = await startTcpProxy(engine.url);
});
afterEach(async () => {
  await proxy.close();
  await engine.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('a server that is killed for a minute: everything is taken, and stored once when it is back, faster than it came', async () => {
  let aheadMs = 0;
  const product = await startProduct({
    env: { LOOPSCOPE_CLICKHOUSE_URL: proxy.url },
    now: () => Date.now() + aheadMs,
  });
  const readiness = async (): Promise<number> => (await fetch(`${product.ui}/readyz`)).status;
  try {
    expect((await postTo(product.otlpHttp, turnRequest(0)))?.status).toBe(200);
    await product.settle();
    expect(await readiness()).toBe(200);
    await engine.kill();
    const untilMs = Date.now() + OUTAGE_MS;
    let turns = 1;
    for (; Date.now() < untilMs; turns += 1) {
      const sentMs = Date.now();
      const answer = await postTo(product.otlpHttp, turnRequest(turns));
      expect(answer?.status).toBe(200);
      await sleep(Math.max(0, EVERY_MS - (Date.now() - sentMs)));
    }
    expect(await readiness()).toBe(503);
    const waiting = await (await fetch(`${product.ui}/metrics`)).text();
    expect(waiting).toContain(`loopscope_spooled_spans ${(turns - 1) * SPANS}\n`);

    engine = await startFront(join(folder, 'engine'));
    proxy.target = engine.url;
    const all = { turns, calls: turns * CALLS, attempts: 1 };
    await expect.poll(() => shown(product), { timeout: OUTAGE_MS / 3 }).toEqual(all);
    expect(await readiness()).toBe(200);
    expect(await physical(engine.url, 'spans')).toBe(turns * SPANS);
    // Nothing waits any more, so that a clock that runs ahead changes nothing.
    aheadMs = 600_000;
    expect(await readiness()).toBe(200);
  } finally {
    await product.close();
  }
}, 180_000);
