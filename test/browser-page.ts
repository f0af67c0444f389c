import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface OpenPage {
  page: Page;
  /** Script errors, reports of the content policy, requests to anybody else. */
  complaints: string[];
  close: () => Promise<void>;
}

/** A product with the demo's data, and a browser beside it. */
export interface DemoInBrowser {
  open: (path: string) => Promise<OpenPage>;
  /** Known once it runs. */
  address: () => string;
}

/** One person's browser: its pages share what was loaded already. */
export async function openContext(browser: Browser, address: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: DESKTOP,
    acceptDownloads: true,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  return context;
}

/** A page of the product at `address`, which notes all that it must not do. */
export async function openPage(
  context: BrowserContext,
  address: string,
  { path }: { path: string },
): Promise<OpenPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = [address, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!isOwn) complaints.push(`foreign request: ${request.url()}`);
  });
  await page.goto(path.startsWith('http') ? path : `${address}${path}`);
  return { page, complaints, close: () => page.close() };
}

const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** A desk of 1280 by 1024 at a zoom of 400 %: what WCAG 1.4.10 asks to be read without scrolling both ways. */
const ZOOMED = { width: 320, height: 256 };
/** Adds up in `window.shift` how far what is in view has moved since the page began, unasked. */
export const OBSERVE_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** Only what is wrong is told, and nothing is fetched for it. */
const AXE_OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
};
/** The rules stay with the page: reading them anew for each look would take longer than the look. */
const LOOK = `{
  if (window.axe === undefined) {${axe.source}}
  axe.run(document, ${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]));
}`;

/**
 * Fails with the elements that break WCAG 2.2 AA: on a desk in the dark theme, on a phone in the light one. A theme changes
 * colours only and a width places only, so that each is seen in full.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, `${where}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await expectNone(page, `${where}, light and narrow`);
  for (const size of [PHONE, ZOOMED]) {
    await page.setViewportSize(size);
    // Charts are drawn anew a moment after.
    await expect
      .poll(() => page.evaluate<number>(EXCESS), {
        message: `${where} at ${size.width} is too wide`,
      })
      .toBe(0);
  }
  await page.setViewportSize(DESKTOP);
}

const EXCESS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

async function expectNone(page: Page, where: string): Promise<void> {
  expect(await page.evaluate<unknown>(LOOK), where).toEqual([]);
}

/** Waits for what a page comes to show. */
export const eventually = <Value>(read: () => Promise<Value> | Value) =>
  expect.poll(read, { timeout: 20_000 });

const DRAWN_WITHIN_MS = 20_000;
const LOOK_MS = 50;

/** Waits until the page shows its data. */
export async function drawn(page: Page): Promise<void> {
  const isDrawn = `document.querySelector('main h1, main [role="alert"], main h2') !== null &&
    document.querySelector('.mantine-Skeleton-root') === null`;
  const until = Date.now() + DRAWN_WITHIN_MS;
  do {
    await page.waitForTimeout(LOOK_MS);
  } while (!(await page.evaluate<boolean>(isDrawn)) && Date.now() < until);
}
