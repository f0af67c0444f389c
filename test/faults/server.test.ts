import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startProduct, type Product } from '../product.ts';
import { startFront, type Front } from '../store-questions.ts';
import { startScriptedFront, type Saying } from './scripted-front.ts';
import { FAIR, startTcpProxy } from './tcp-proxy.ts';
import { CALLS, physical, postTo, shown, spooled, SPANS, turnRequest } from './traffic.ts';

const INSERT = 'query=INSERT';

let folder: string;
let engine: Front;
const closing: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-faults-'));
  engine = await startFront(join(folder, 'engine'));
});
afterEach(async () => {
  for (const part of closing.splice(0)) await part.close();
  await engine.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function productOn(url: string): Promise<Product> {
  const product = await startProduct({ env: { LOOPSCOPE_CLICKHOUSE_URL: url } });
  closing.unshift(product);
  return product;
}

async function proxied() {
  const proxy = await startTcpProxy(engine.url);
  closing.push(proxy);
  return proxy;
}

async function scripted() {
  const front = await startScriptedFront(engine.url);
  closing.push(front);
  return front;
}

/** The collector takes all of them, whatever the server does. */
async function send(product: Product, from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    expect((await postTo(product.otlpHttp, turnRequest(number)))?.status).toBe(200);
  }
}

async function expectAllOnce(product: Product, turns: number): Promise<void> {
  await product.settle();
  expect(await shown(product)).toEqual({ turns, calls: turns * CALLS, attempts: 1 });
  expect(await physical(engine.url, 'spans')).toBe(turns * SPANS);
}

describe('a server on a bad line', () => {
  test('a reply that is lost after the server wrote: written once, and tried one insert at a time', async () => {
    const proxy = await proxied();
    const product = await productOn(proxy.url);
    await send(product, 0, 1);
    await expectAllOnce(product, 1);
    const before = proxy.sent(INSERT);
    proxy.weather = { delayMs: 0, cut: 'replies', only: 'INSERT+INTO+spans' };
    await send(product, 1, 5);
    await expect.poll(() => proxy.cuts(), { timeout: 15_000 }).toBeGreaterThan(3);
    expect(await spooled(product.ui)).toBe(5 * SPANS);
    proxy.weather = FAIR;
    await expectAllOnce(product, 6);
    expect(await physical(engine.url, 'touched_traces')).toBe(6);
    // Nothing but the batch that waits is tried while it waits: no more tries than cuts and what came after.
    expect(proxy.sent(INSERT) - before).toBeLessThan(proxy.cuts() + 30);
  });

  test('an insert that is cut off in the midst of its rows: nothing of it stays, then all of it does', async () => {
    const proxy = await proxied();
    const product = await productOn(proxy.url);
    proxy.weather = { delayMs: 0, cut: { bytes: 5_000 }, only: 'INSERT+INTO+spans' };
    await send(product, 0, 20);
    await expect.poll(() => proxy.cuts(), { timeout: 15_000 }).toBeGreaterThan(2);
    expect(await physical(engine.url, 'spans')).toBe(0);
    proxy.weather = FAIR;
    await expectAllOnce(product, 20);
  });

  test('a slow answer is waited for: one insert is under way, and the sender does not notice', async () => {
    const proxy = await proxied();
    const product = await productOn(proxy.url);
    proxy.weather = { ...FAIR, delayMs: 3_000 };
    const startedMs = performance.now();
    await send(product, 0, 10);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    await expect.poll(() => proxy.sent('INSERT+INTO+spans')).toBeGreaterThan(0);
    expect(proxy.sent('INSERT+INTO+spans')).toBeLessThanOrEqual(2);
    proxy.weather = FAIR;
    await expectAllOnce(product, 10);
  });
});

describe('a server that says no', () => {
  const SAYINGS: [name: string, saying: Saying][] = [
    ['200 with an exception header', { say: '200 with an exception header', code: 241 }],
    ['200 with an exception in the body', { say: '200 with an exception in the body', code: 241 }],
    ['200 cut short', { say: '200 cut short' }],
    ...[
      [252, 'Too many parts (3000). Merges are processing significantly slower than inserts'],
      [242, 'Table is in readonly mode'],
      [241, 'Memory limit (total) exceeded'],
      [202, 'Too many simultaneous queries'],
      [159, 'Timeout exceeded'],
      [60, 'Table default.spans does not exist'],
      [81, 'Database loops does not exist'],
      [516, 'Authentication failed: password is incorrect'],
      [999, 'Keeper: Connection loss'],
      [243, 'Cannot reserve 1.00 MiB, not enough space'],
      [16, 'No such column session_id in table default.session_traces'],
      [12345, 'something that nobody has heard of'],
    ].map(([code, text]): [string, Saying] => [
      `${code} ${text}`,
      { say: 'exception', code: Number(code), text: String(text) },
    ]),
  ];

  test('is asked again for ever, whatever it says: nothing is lost, doubled or put aside', async () => {
    const front = await scripted();
    const product = await productOn(front.url);
    for (const [turn, [name, saying]] of SAYINGS.entries()) {
      front.saying = saying;
      const before = front.said();
      await send(product, turn, 1);
      await expect
        .poll(() => front.said() - before, { timeout: 15_000, message: name })
        .toBeGreaterThanOrEqual(1);
      expect(await spooled(product.ui), name).toBe(SPANS);
      front.saying = { say: 'nothing' };
      await expect.poll(() => spooled(product.ui), { timeout: 15_000, message: name }).toBe(0);
    }
    await expectAllOnce(product, SAYINGS.length);
    expect(await physical(engine.url, 'rejected_spans')).toBe(0);
  }, 180_000);
});
