import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { turnPage } from '@loopscope/api/contract';
import { launchBrowser } from '@loopscope/web/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ensureChromium } from '../scripts/chromium.ts';
import { eventually, openContext, openPage } from './browser-page.ts';
import { startProduct, type Product } from './product.ts';
import { hasSharedData, sharedLines } from './shared-data.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const RANGE = 'from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
const LOOPIEST = 3;

describe.skipIf(!hasSharedData)('recorded public runs in a real browser (needs ../shared)', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    spawnSync(process.execPath, ['web/build.ts'], { cwd: root, stdio: 'ignore' });
    product = await startProduct({ webDir: `${root}web/dist` });
    for (const line of sharedLines('trail/otlp.jsonl.gz')) await product.post(line);
    await product.settle();
    browser = await launchBrowser(ensureChromium());
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  }, 60_000);

  test('are shown on every page, and the loopiest turns as trajectories with all their views', async () => {
    const { items } = await product.get(
      `/api/v1/turns?sort=-max_attempts&limit=${LOOPIEST}&${RANGE.replace(/T00:00:00Z/g, 'T00:00:00.000Z')}`,
      turnPage,
    );
    const { page, complaints, close } = await openPage(
      await openContext(browser, product.ui),
      product.ui,
      { path: `/?${RANGE}` },
    );
    const heading = page.getByRole('heading', { level: 1 });
    await eventually(() => heading.innerText()).toMatch(/p99 of max attempts/);
    for (const path of ['/turns', '/sessions', '/tools', '/loops', '/signatures', '/settings']) {
      await page.goto(`${product.ui}${path}?${RANGE}`);
      await heading.waitFor();
      await eventually(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
    }
    for (const { turn_id: id, max_attempts: attempts } of items) {
      await page.goto(`${product.ui}/turns/${encodeURIComponent(id)}`);
      const steps = page.getByRole('list', { name: 'Steps of the turn' });
      await eventually(() => steps.locator('li').count()).toBeGreaterThan(0);
      await page.keyboard.press('j');
      await page.keyboard.press('g');
      await page.getByText('As table').waitFor();
      if (attempts > 1) await page.getByText(/^Stop after/).waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);
});
