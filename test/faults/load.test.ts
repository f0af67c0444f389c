import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startCollector } from '@loopscope/collector';
import { migrate, openStore } from '@loopscope/sql';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startProduct } from '../product.ts';
import { select } from '../select.ts';
import { postTo, turnRequest } from './traffic.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-load-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('sixteen long questions at once: senders do not wait for them', async () => {
  const store = await openStore({ dataDir: join(folder, 'store'), retentionDays: 3650 });
  await migrate(store);
  const collector = await startCollector({
    store,
    host: '127.0.0.1',
    httpPort: 0,
    dataDir: join(folder, 'spool'),
    declarations: new Map(),
    ingestKeys: [],
    content: 'full',
    now: Date.now,
    log: () => {},
  });
  try {
    let answered = 0;
    const questions = Array.from({ length: 16 }, async (_, index) => {
      await select(store, `SELECT sum(sipHash64(number, ${index})) AS s FROM numbers(20000000)`);
      answered += 1;
    });
    const before: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await postTo(collector.address, turnRequest(turn)))?.status).toBe(200);
      before.push(answered);
    }
    expect(before.at(-1)).toBeLessThan(16);
    await Promise.all(questions);
    expect(await collector.drain(20_000)).toBe(true);
  } finally {
    await collector.close();
    await store.close();
  }
}, 120_000);

test('a key of one door opens no other, and none opens from the address', async () => {
  const env = { LOOPSCOPE_INGEST_KEYS: 'writes-only', LOOPSCOPE_API_KEYS: 'reads-only' };
  const product = await startProduct({ env });
  const status = async (address: string, key: string, method: 'GET' | 'POST'): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = method === 'POST' ? { body: '{"resourceSpans":[]}' } : {};
    return (await fetch(address, { method, headers, ...body })).status;
  };
  try {
    const traces = `${product.otlpHttp}/v1/traces`;
    const turns = `${product.ui}/api/v1/turns`;
    expect(await status(traces, 'writes-only', 'POST')).toBe(200);
    expect(await status(traces, 'reads-only', 'POST')).toBe(401);
    expect(await status(`${traces}?key=writes-only&api_key=writes-only`, 'none', 'POST')).toBe(401);
    expect(await status(turns, 'reads-only', 'GET')).toBe(200);
    expect(await status(turns, 'writes-only', 'GET')).toBe(401);
    expect(await status(`${product.ui}/metrics`, 'writes-only', 'GET')).toBe(401);
  } finally {
    await product.close();
  }
}, 60_000);
