/** The first load of the Overview with nothing cached: what it weighs, when its largest part stands, what moves. */
import { launchBrowser } from '@loopscope/web/chromium';
import type { Browser } from 'playwright-core';

import { openTab } from './browser.ts';
import { startDemo } from './demo.ts';
import { percentile, type Limits } from './limits.ts';

const LOADS = 7;
const LARGEST_PAINT_MS = 1_500;
const SCRIPT_KB = 300;

interface Asset {
  name: string;
  type: string;
  bytes: number;
  encoding: string;
  headers: Record<string, string>;
}

interface Load {
  assets: Asset[];
  largestPaintMs: number;
  shift: number;
  /** What moved, from where to where. */
  moved: string[];
}

export async function benchLoad(limits: Limits): Promise<void> {
  const demo = await startDemo();
  const browser = await launchBrowser();
  try {
    const loads: Load[] = [];
    for (let at = 0; at < LOADS; at += 1) loads.push(await loadOverview(browser, demo.address));
    const assets = loads[0]?.assets ?? [];
    printAssets(assets);
    const scripts = assets.filter(({ type }) => type === 'Script');
    limits.hold('compressed script of the first load', kilobytes(scripts), SCRIPT_KB, 'kB');
    const gzipped = await Promise.all(scripts.map(({ name }) => gzipSize(demo.address, name)));
    const gzipKb = gzipped.reduce((sum, size) => sum + size, 0) / 1e3;
    limits.hold('the same for a browser that takes gzip only', gzipKb, null, 'kB');
    const unmarked = scripts.filter(
      (asset) => asset.name.startsWith('/assets/') && !isWellCached(asset),
    );
    limits.hold('scripts without br, ETag, Vary or immutable', unmarked.length, 0, '');
    const paints = loads.map((load) => load.largestPaintMs);
    limits.hold(
      'largest contentful paint, median',
      percentile(paints, 0.5),
      LARGEST_PAINT_MS,
      'ms',
    );
    limits.hold('largest contentful paint, worst', Math.max(...paints), null, 'ms');
    for (const moved of new Set(loads.flatMap((load) => load.moved)))
      console.log(`  moved: ${moved}`);
    limits.hold('layout shift, worst', Math.max(...loads.map((load) => load.shift)), 0, '');
  } finally {
    await browser.close();
    await demo.close();
  }
}

/** Runs in the page before anything of it. */
const OBSERVE = `
  globalThis.benchLoad = { largestPaintMs: 0, shift: 0, moved: [] };
  const observe = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (benchLoad.largestPaintMs = startTime));
  observe('layout-shift', ({ value, sources }) => {
    benchLoad.shift += value;
    benchLoad.moved.push(...sources.map(({ node, previousRect: from, currentRect: to }) =>
      [node?.nodeName, node?.className, node?.textContent?.slice(0, 40), from.x, from.y, from.width, from.height, '->', to.x, to.y, to.width, to.height].join(' ')));
  });
`;

async function loadOverview(browser: Browser, address: string): Promise<Load> {
  const tab = await openTab(browser);
  const { page, devtools } = tab;
  const assets = new Map<string, Asset>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const encoding = headers['content-encoding'] ?? '';
    const name = new URL(response.url).pathname;
    assets.set(requestId, { name, type, bytes: 0, encoding, headers });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const asset = assets.get(requestId);
    if (asset !== undefined) asset.bytes = encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.addInitScript({ content: OBSERVE });
  await page.goto(`${address}/`, { waitUntil: 'load' });
  await page.locator('svg.recharts-surface').first().waitFor();
  await page.waitForTimeout(1_000);
  const seen = await page.evaluate<Omit<Load, 'assets'>>('benchLoad');
  await tab.context.close();
  return { assets: [...assets.values()], ...seen };
}

function printAssets(assets: readonly Asset[]): void {
  const shown = assets.filter(({ type }) => ['Script', 'Stylesheet', 'Document'].includes(type));
  for (const { name, bytes, encoding } of shown.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${name.padEnd(58)} ${(bytes / 1e3).toFixed(1).padStart(11)} kB  ${encoding}`);
  }
}

const kilobytes = (assets: readonly Asset[]): number =>
  assets.reduce((sum, { bytes }) => sum + bytes, 0) / 1e3;

/** Small files are not worth compressing. */
const SMALLEST_COMPRESSED = 1_024;

function isWellCached({ headers }: Asset): boolean {
  const isSmall = Number(headers['content-length']) < SMALLEST_COMPRESSED;
  const isCompressed = isSmall || headers['content-encoding'] === 'br';
  const varies = isSmall || /accept-encoding/i.test(headers['vary'] ?? '');
  const isKept = /immutable/.test(headers['cache-control'] ?? '');
  return isCompressed && varies && isKept && headers['etag'] !== undefined;
}

async function gzipSize(address: string, path: string): Promise<number> {
  const response = await fetch(`${address}${path}`, { headers: { 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length') ?? 0);
}
