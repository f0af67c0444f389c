/** Live tail of an hour in minutes: what the page keeps while turns come in, and while it is paused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startApi } from '@loopscope/api';
import { migrate, openStore, type Store } from '@loopscope/sql';
import { buildWebIfStale } from '@loopscope/web/build';
import { launchBrowser } from '@loopscope/web/chromium';

import { openTab, usedHeap, type Tab } from './browser.ts';
import type { Limits } from './limits.ts';
import { insertTurns, type FleetSize } from './million.ts';

/** Twenty turns a second for an hour. */
const TURNS = 72_000;
const SECONDS = 120;
const PAUSED_SECONDS = 30;
const PER_SECOND = TURNS / SECONDS;
const SECONDS_PER_SAMPLE = 10;
/** The page's first pages, codes and caches. */
const WARM_UP_SECONDS = 20;
const GROWTH_MB = 2;

export async function benchLive(limits: Limits): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const store = await openStore({ dataDir, retentionDays: 3650 });
  const browser = await launchBrowser();
  await migrate(store);
  const api = await startApi({
    store,
    host: '127.0.0.1',
    port: 0,
    webDir: await buildWebIfStale(),
    apiKeys: [],
    addresses: () => ({ otlp_http: '', otlp_grpc: null }),
    ingestion: () => null,
    version: '0',
    now: Date.now,
    log: (level, message, fields) => level === 'error' && console.error(message, fields),
  });
  try {
    const size = { turns: TURNS * 2, perInsert: PER_SECOND, endMs: Date.now() };
    await insertTurns(store, size, { from: 0, count: PER_SECOND });
    const tab = await openTab(browser);
    await tab.page.goto(`${api.address}/turns?range=30d&live=on&sort=-started_at`);
    await tab.page.locator('tr[data-index="0"] a').first().waitFor();
    let from = PER_SECOND;
    const tail = async (seconds: number): Promise<number[]> => {
      const samples = await feed({ store, tab, size, from, seconds });
      from += seconds * PER_SECOND;
      return samples;
    };
    await tail(WARM_UP_SECONDS);
    const live = await tail(SECONDS);
    holdGrowth(`${TURNS} turns as they come`, live, limits);
    await tab.page.getByRole('button', { name: /pause/i }).click();
    holdGrowth('paused', await tail(PAUSED_SECONDS), limits);
  } finally {
    await browser.close();
    await api.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Feed {
  store: Store;
  tab: Tab;
  size: FleetSize;
  from: number;
  seconds: number;
}

/** Writes turns second by second; returns the page's heap, sampled on the way. */
async function feed({ store, tab, size, from, seconds }: Feed): Promise<number[]> {
  const samples: number[] = [await usedHeap(tab)];
  for (let second = 0; second < seconds; second += 1) {
    const nextMs = performance.now() + 1_000;
    await insertTurns(store, size, { from: from + second * PER_SECOND, count: PER_SECOND });
    if ((second + 1) % SECONDS_PER_SAMPLE === 0) samples.push(await usedHeap(tab));
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  return samples;
}

/** By the straight line through all samples: a single one may catch a refresh half done. */
function holdGrowth(what: string, samples: readonly number[], limits: Limits): void {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  let up = 0;
  let across = 0;
  for (const [at, value] of samples.entries()) {
    up += (at - middle) * (value - mean);
    across += (at - middle) ** 2;
  }
  const growth = ((up / across) * (samples.length - 1)) / 1e6;
  console.log(`  heap, MB: ${samples.map((value) => (value / 1e6).toFixed(1)).join(' ')}`);
  limits.hold(`${what}: growth of the heap`, growth, GROWTH_MB, 'MB');
  limits.hold(`${what}: heap`, mean / 1e6, null, 'MB');
}
