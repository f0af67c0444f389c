import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openStore, type Store } from '@loopscope/sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startProduct, type Product } from '../product.ts';
import { countOf } from '../select.ts';
import { startFront, type Front } from '../store-questions.ts';
import { CALLS, postTo, shown, spooled, SPANS, turnRequest } from './traffic.ts';

let folder: string;
let engine: Front;
let product: Product;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-drift-'));
  engine = await startFront(join(folder, 'engine'));
  product = await startProduct({ env: { LOOPSCOPE_CLICKHOUSE_URL: engine.url } });
  store = await openStore({ dataDir: '', url: engine.url, retentionDays: 3650, readers: 1 });
});
afterEach(async () => {
  await product.close();
  await store.close();
  await engine.kill();
  rmSync(folder, { recursive: true, force: true });
});

const TURNS = 5;

describe('a schema that somebody changed under the collector', () => {
  const DRIFTS: [name: string, breaking: string, mending: string][] = [
    [
      'the target of a materialized view lacks a column',
      'ALTER TABLE session_traces DROP COLUMN last_at',
      "ALTER TABLE session_traces ADD COLUMN last_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) AFTER first_at",
    ],
    [
      'the table lacks a column',
      'ALTER TABLE spans DROP COLUMN position',
      'ALTER TABLE spans ADD COLUMN position UInt32 AFTER marks',
    ],
    ['the table is away', 'RENAME TABLE spans TO elsewhere', 'RENAME TABLE elsewhere TO spans'],
    [
      'the table takes no more parts',
      'ALTER TABLE spans MODIFY SETTING parts_to_throw_insert = 1, parts_to_delay_insert = 1',
      'ALTER TABLE spans RESET SETTING parts_to_throw_insert, parts_to_delay_insert',
    ],
  ];

  test.each(DRIFTS)(
    '%s: nothing is given up, and when it is mended table and views have everything once',
    async (_name, breaking, mending) => {
      expect((await postTo(product.otlpHttp, turnRequest(0)))?.status).toBe(200);
      await product.settle();
      await store.define(breaking);
      for (let turn = 1; turn < TURNS; turn += 1) {
        expect((await postTo(product.otlpHttp, turnRequest(turn)))?.status).toBe(200);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await store.define(mending);
      await product.settle();
      await expect
        .poll(() => shown(product))
        .toEqual({ turns: TURNS, calls: TURNS * CALLS, attempts: 1 });
      expect(await countOf(store, 'spans')).toBe(TURNS * SPANS);
      expect(await countOf(store, '(SELECT DISTINCT trace_id FROM touched_traces)')).toBe(TURNS);
      expect(await countOf(store, '(SELECT DISTINCT session_id FROM session_traces)')).toBe(TURNS);
      expect(await countOf(store, 'rejected_spans')).toBe(0);
      expect(await spooled(product.ui)).toBe(0);
    },
    60_000,
  );
});
