/** A trajectory of 10,000 steps: opened, scrolled from end to end, walked by keys, folded and unfolded. */
import { launchBrowser } from '@loopscope/web/chromium';
import type { Page } from 'playwright-core';

import { openTab, watchFrames, type Frames } from './browser.ts';
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
    const { context, page } = await openTab(browser);
    const startMs = performance.now();
    await page.goto(`${product.address}${path}`);
    await firstStep(page).waitFor();
    limits.hold('opened by its address, nothing cached', performance.now() - startMs, null, 'ms');
    await page.waitForTimeout(1_000);
    await walk(page, limits);
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

async function walk(page: Page, limits: Limits): Promise<void> {
  const hold = (what: string, frames: Frames): void => {
    limits.hold(`${what}: longest frame`, Math.max(0, ...frames.deltas), FRAME_MS, 'ms');
    limits.hold(`${what}: frames at p99`, percentile(frames.deltas, 0.99), null, 'ms');
    limits.hold(`${what}: tasks over 50 ms`, frames.longTasks.length, 0, '');
  };
  await page.mouse.move(500, 600);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  hold(
    'scrolled from top to bottom',
    await watchFrames(page, async () => {
      for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
        await page.mouse.wheel(0, Math.ceil(height / WHEEL_TURNS));
        await page.waitForTimeout(10);
      }
    }),
  );
  hold(
    'jumped to the end and back',
    await watchFrames(page, async () => {
      for (const key of ['End', 'Home', 'End', 'Home']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(400);
      }
    }),
  );
  const press = (key: string, times: number, pauseMs: number) => () =>
    pressKeys(page, { key, times, pauseMs });
  hold('next loop (n)', await watchFrames(page, press('n', 6, 300)));
  hold('fold and unfold (u)', await watchFrames(page, press('u', 6, 300)));
  hold('next step (j)', await watchFrames(page, press('j', 40, 60)));
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
