import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openStore } from '@loopscope/sql';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { startProduct, type Product } from '../product.ts';
import { startFront, type Front } from '../store-questions.ts';
import { canMount, mountSmallDisk, type SmallDisk } from './mounted.ts';
import { startScriptedFront, type ScriptedFront } from './scripted-front.ts';
import { CALLS, physical, postTo, shown, spooled, SPANS, turnRequest } from './traffic.ts';

const DISK_MB = 48;

describe.skipIf(!canMount)('a full disk (needs the right to mount)', () => {
  let folder: string;
  let disk: SmallDisk;
  let engine: Front;
  let front: ScriptedFront;
  let product: Product | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loopscope-full-'));
    disk = mountSmallDisk(DISK_MB)!;
  });
  afterEach(async () => {
    await product?.close();
    await front.close();
    await engine.kill();
    disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  });

  async function begin(places: { engine: string; spool: string }): Promise<Product> {
    engine = await startFront(places.engine);
    front = await startScriptedFront(engine.url);
    const env = { LOOPSCOPE_CLICKHOUSE_URL: front.url, LOOPSCOPE_DATA_DIR: places.spool };
    product = await startProduct({ env });
    return product;
  }

  test('of the spool: 503 before anything is acknowledged, and everything that was is stored when there is room', async () => {
    const running = await begin({
      engine: join(folder, 'engine'),
      spool: disk.path,
    });
    front.saying = { say: 'exception', code: 242 };
    disk.fill(2_000_000);
    const taken: number[] = [];
    let refused = 0;
    for (let turn = 0; refused < 20; turn += 1) {
      const answer = await postTo(running.otlpHttp, turnRequest(turn));
      if (answer?.status === 200) taken.push(turn);
      else {
        expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '1']);
        refused += 1;
      }
    }
    expect(taken.length).toBeGreaterThan(20);
    disk.free();
    const more = await postTo(running.otlpHttp, turnRequest(1_000_000));
    expect(more?.status).toBe(200);
    front.saying = { say: 'nothing' };
    await running.settle();
    const turns = taken.length + 1;
    expect(await shown(running)).toEqual({ turns, calls: turns * CALLS, attempts: 1 });
    expect(await physical(engine.url, 'spans')).toBe(turns * SPANS);
  }, 120_000);

  test('of the store: the senders do not notice, and table and materialized views are whole when there is room', async () => {
    const running = await begin({
      engine: join(disk.path, 'engine'),
      spool: join(folder, 'spool'),
    });
    expect((await postTo(running.otlpHttp, turnRequest(0)))?.status).toBe(200);
    await running.settle();
    disk.fill(0);
    const turns = 200;
    for (let turn = 1; turn < turns; turn += 1) {
      expect((await postTo(running.otlpHttp, turnRequest(turn)))?.status).toBe(200);
    }
    await expect.poll(() => spooled(running.ui)).toBe((turns - 1) * SPANS);
    disk.free();
    await running.settle();
    expect(await shown(running)).toEqual({ turns, calls: turns * CALLS, attempts: 1 });
    expect(await physical(engine.url, 'spans')).toBe(turns * SPANS);
    expect(await physical(engine.url, '(SELECT DISTINCT trace_id FROM touched_traces)')).toBe(
      turns,
    );
  }, 120_000);
});

test.skipIf(!canMount)(
  'a disk that is read-only is said to be so (needs the right to mount)',
  async () => {
    const disk = mountSmallDisk(1)!;
    onTestFinished(() => disk.unmount());
    disk.lock();
    const opening = openStore({ dataDir: join(disk.path, 'deep', 'er'), retentionDays: 1 });
    await expect(opening).rejects.toThrow(
      `${join(disk.path, 'deep', 'er')} cannot be opened: nothing may be written in ${disk.path}`,
    );
  },
);
