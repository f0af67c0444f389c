/** A trajectory of 10,000 steps: opened, scrolled from end to end, walked by keys, folded and unfolded. */
import { launchBrowser } from '@loopscope/web/chromium';
import type { Browser, Page } from 'playwright-core';

import { shapeOf, showBareList, type ListShape } from './bare-list.ts';
import { openTab, watchFrames, type Frames, type Tab } from './browser.ts';
import { percentile, type Limits } from './limits.ts';
import { longTurn } from './long-turn.ts';
import { serveProduct } from './served.ts';

const STEPS = 10_000;
const OPEN_MS = 1_000;
const FRAME_MS = 50;
const OPENINGS = 5;
const TRACE_ID = 'c0ffee'.padEnd(32, '0');
/** Wheel turns on the way down, of this many pixels. */
const WHEEL_TURNS = 400;

export async function benchTrajectory(limits: Limits): Promise<void> {
  const product = await serveProduct();
  const browser = await launchBrowser();
  try {
    for (const spans of longTurn(STEPS, Date.now(), TRACE_ID)) await product.send(spans);
    await product.settle();
    const path = await pathOfTurn(product.address);
    await measureAnswer(`${product.address}/api/v1${path}`, limits);
    const openings: number[] = [];
    for (let at = 0; at < OPENINGS; at += 1) {
      const { context, page } = await openTab(browser);
      // The shell stands: what is measured is the way from a link to the steps.
      await page.goto(`${product.address}/turns`);
      await page.locator('tr[data-index="0"] a').first().waitFor();
      openings.push(await openTurn(page));
      await context.close();
    }
    limits.hold(
      'from a click to steps that answer, median',
      percentile(openings, 0.5),
      OPEN_MS,
      'ms',
    );
    limits.hold('the same, worst', Math.max(...openings), null, 'ms');
    const tab = await openTab(browser);
    const { context, page } = tab;
    const startMs = performance.now();
    await page.goto(`${product.address}${path}`);
    await firstStep(page).waitFor();
    limits.hold('opened by its address, nothing cached', performance.now() - startMs, null, 'ms');
    await page.waitForTimeout(1_000);
    const bare = await scrollBareList(browser, await shapeOf(page));
    tellFrames('a bare list of as many elements', bare, limits, { frameMs: null, taskMs: null });
    await walk(tab, limits);
    await context.close();
  } finally {
    await browser.close();
    await product.close();
  }
}

const firstStep = (page: Page) =>
  page.getByRole('list', { name: 'Steps of the turn' }).locator('li[data-index="0"]');

async function pathOfTurn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/turns?sort=-calls&limit=1`);
  const { items } = (await answer.json()) as { items: { turn_id: string; calls: number }[] };
  const [turn] = items;
  if (turn?.calls !== STEPS / 2) throw new Error(`a turn of ${turn?.calls} calls was stored`);
  return `/turns/${encodeURIComponent(turn.turn_id)}`;
}

async function measureAnswer(url: string, limits: Limits): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < OPENINGS; at += 1) {
    const startMs = performance.now();
    bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
    times.push(performance.now() - startMs);
  }
  limits.hold('the answer of the API', bytes / 1e3, null, 'kB');
  limits.hold('the answer of the API, median', percentile(times, 0.5), null, 'ms');
}

const NOTE_CLICK = `addEventListener('click', () => (globalThis.benchStart = performance.now()), { capture: true, once: true })`;

/** Resolves with the milliseconds from the click until the first step is painted and the page has nothing more to do for it. */
const FIRST_STEP = `new Promise((resolve) => {
  const look = () =>
    document.querySelector('ol[aria-label] li[data-index="0"]') === null
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - benchStart), 0));
  look();
})`;

async function openTurn(page: Page): Promise<number> {
  const link = page.locator('tr[data-index="0"] a').first();
  await page.evaluate(NOTE_CLICK);
  await link.click();
  const shownMs = await page.evaluate<number>(FIRST_STEP);
  await firstStep(page).waitFor();
  // Interactive: a key selects a step, and the page shows it.
  await page.keyboard.press('j');
  await page.locator('li[aria-current="true"]').waitFor();
  return shownMs;
}

/** What frames cost on this machine at this hour, whatever is in them. */
async function scrollBareList(browser: Browser, shape: ListShape): Promise<Frames> {
  const tab = await openTab(browser);
  await showBareList(tab.page, shape);
  await tab.page.waitForTimeout(500);
  const frames = await watchFrames(tab, () => scrollDown(tab.page));
  await tab.context.close();
  return frames;
}

async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(500, 600);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, Math.ceil(height / WHEEL_TURNS));
    await page.waitForTimeout(10);
  }
}

const longest = (values: readonly number[]): number => Math.max(0, ...values);

function tellFrames(what: string, { deltas, tasks }: Frames, limits: Limits, most: Most): void {
  limits.hold(`${what}: longest frame`, longest(deltas), most.frameMs, 'ms');
  limits.hold(`${what}: frames at p99`, percentile(deltas, 0.99), null, 'ms');
  limits.hold(`${what}: longest task, processor time`, longest(tasks), most.taskMs, 'ms');
}

interface Most {
  frameMs: number | null;
  taskMs: number | null;
}

async function walk(tab: Tab, limits: Limits): Promise<void> {
  const { page } = tab;
  const most = { frameMs: FRAME_MS, taskMs: FRAME_MS };
  const press = (key: string, times: number, pauseMs: number) => () =>
    pressKeys(page, { key, times, pauseMs });
  const parts = [
    ['scrolled from top to bottom', () => scrollDown(page)],
    ['jumped to the end and back', () => pressInTurn(page, ['End', 'Home', 'End', 'Home'])],
    ['next loop (n)', press('n', 6, 300)],
    ['fold and unfold (u)', press('u', 6, 300)],
    ['next step (j)', press('j', 40, 60)],
  ] as const;
  for (const [what, work] of parts) tellFrames(what, await watchFrames(tab, work), limits, most);
}

interface Presses {
  key: string;
  times: number;
  pauseMs: number;
}

async function pressKeys(page: Page, { key, times, pauseMs }: Presses): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs);
  }
}

async function pressInTurn(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
  }
}
