import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';

import { ensureChromium } from '../scripts/chromium.ts';

export interface OpenPage {
  page: Page;
  /** Script errors, reports of the content policy, requests to anybody else. */
  complaints: string[];
  close: () => Promise<void>;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page of the product at `address`, which notes all that it must not do. */
export async function openPage(
  browser: Browser,
  address: string,
  { path, scheme = 'light' }: { path: string; scheme?: 'light' | 'dark' },
): Promise<OpenPage> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
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
  return { page, complaints, close: () => context.close() };
}

/** Fails with the elements that break WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Waits for what a page comes to show. */
export const eventually = <Value>(read: () => Promise<Value> | Value) =>
  expect.poll(read, { timeout: 20_000 });
