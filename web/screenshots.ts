/**
 * Pictures of every page of a running product, in both themes and three widths:
 * `node web/screenshots.ts http://127.0.0.1:4319 DIRECTORY [--empty URL] [--only PATTERN] [--widths 390,1280] [--schemes dark]`.
 * `--empty` is a second product without spans; a third may hold what `test/strange-fleet.ts` sends. Prints what a page complained about: script errors, content policy,
 * foreign requests, sideways scrolling, layout that moved.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import type { Browser, BrowserContext, Page } from 'playwright-core';

import { launchBrowser } from './chromium.ts';
import { listShots, type Shot } from './screenshot-shots.ts';

const HEIGHT = 900;
const SETTLE_MS = 350;
const DRAWN_WITHIN_MS = 20_000;
/** Above it a page has jumped while it loaded. */
const SHIFT_LIMIT = 0.01;
/** Taller pictures cannot be looked at. */
const TALLEST = 4000;

export interface ScreenshotOptions {
  /** Address of a product without spans; null leaves those pages out. */
  emptyUrl: string | null;
  /** Which pages, by name. */
  only: RegExp;
  widths: readonly number[];
  schemes: readonly ('light' | 'dark')[];
  print: (line: string) => void;
}

/** Writes one picture per page, scheme and width. */
export async function takeScreenshots(
  baseUrl: string,
  directory: string,
  options: ScreenshotOptions,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const shots = (await listShots(baseUrl)).filter(
    ({ name, store }) =>
      options.only.test(name) && (store !== 'empty' || options.emptyUrl !== null),
  );
  const browser = await launchBrowser();
  try {
    const looks = options.schemes.flatMap((colorScheme) =>
      options.widths.map((width) => ({ colorScheme, width })),
    );
    // Side by side: most of the time is waiting.
    await Promise.all(
      looks.map(async ({ colorScheme, width }) => {
        const viewport = { width, height: HEIGHT };
        const context = await browser.newContext({ colorScheme, viewport });
        for (const shot of shots) {
          const file = join(directory, `${shot.name}-${width}-${colorScheme}.png`);
          await take(context, shot, { file, baseUrl, options });
        }
        await context.close();
      }),
    );
  } finally {
    await closeQuietly(browser);
  }
}

interface Taking {
  file: string;
  baseUrl: string;
  options: ScreenshotOptions;
}

async function take(context: BrowserContext, shot: Shot, taking: Taking): Promise<void> {
  const { options, file } = taking;
  const base = shot.store === 'empty' ? (options.emptyUrl ?? '') : taking.baseUrl;
  const page = await context.newPage();
  const print = (line: string): void => options.print(`${file}: ${line}`);
  listen(page, base, print);
  await page.addInitScript(OBSERVE_SHIFTS);
  await page.goto(base + shot.path, { waitUntil: 'load' });
  await waitUntilDrawn(page);
  await reportShift(page, print);
  try {
    await shot.act?.(page);
  } catch (error) {
    print(`could not act: ${String(error).split('\n')[0]}`);
  }
  await page.emulateMedia({ media: shot.media ?? 'screen' });
  await page.waitForTimeout(SETTLE_MS);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const isTall = height > HEIGHT && shot.act === undefined && !shot.isLong;
  await page.screenshot({
    path: file,
    ...(isTall
      ? {
          fullPage: true,
          clip: { x: 0, y: 0, width: pageWidth(page), height: Math.min(height, TALLEST) },
        }
      : {}),
  });
  await reportOverflow(page, print);
  await page.close();
}

/** Has its heading, and nothing stands for what is still to come. */
async function waitUntilDrawn(page: Page): Promise<void> {
  const isDrawn = `document.querySelector('main') !== null &&
    document.querySelector('.mantine-Skeleton-root') === null`;
  const until = Date.now() + DRAWN_WITHIN_MS;
  do {
    await page.waitForTimeout(SETTLE_MS);
  } while (!(await page.evaluate<boolean>(isDrawn)) && Date.now() < until);
  await page.waitForTimeout(SETTLE_MS);
}

const pageWidth = (page: Page): number => page.viewportSize()?.width ?? 0;

const OBSERVE_SHIFTS = `
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.__shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function reportShift(page: Page, print: (line: string) => void): Promise<void> {
  const shift = await page.evaluate<number>('window.__shift');
  if (shift > SHIFT_LIMIT) print(`layout shift ${shift.toFixed(3)}`);
}

function listen(page: Page, baseUrl: string, print: (line: string) => void): void {
  page.on('pageerror', (error) => print(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') print(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOwn = [baseUrl, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!isOwn) print(`foreign request: ${request.url()}`);
  });
}

/** A page wider than its window scrolls sideways; none may. */
async function reportOverflow(page: Page, print: (line: string) => void): Promise<void> {
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (excess > 0) print(`${excess} px too wide`);
}

const closeQuietly = (browser: Browser): Promise<void> => browser.close().catch(() => {});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      empty: { type: 'string' },
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: '390,1280,2560' },
      schemes: { type: 'string', default: 'light,dark' },
    },
  });
  const [baseUrl = 'http://127.0.0.1:4319', directory = 'test-results/screenshots'] = positionals;
  await takeScreenshots(baseUrl, directory, {
    emptyUrl: values.empty ?? null,
    only: new RegExp(values.only),
    widths: values.widths.split(',').map(Number),
    schemes: (['light', 'dark'] as const).filter((name) => values.schemes.includes(name)),
    print: console.log,
  });
}
