import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  drawn,
  eventually,
  expectAccessible,
  OBSERVE_SHIFTS,
  PHONE,
  type DemoInBrowser,
  type OpenPage,
} from './browser-page.ts';

const PAGES = [
  '/',
  '/?table=series&table=attempts&table=ratio&table=kinds',
  '/turns',
  '/turns?agent=nobody',
  '/sessions',
  '/tools',
  '/tools/search_orders',
  '/loops',
  '/signatures?q=search',
  '/alerts',
  '/alerts?part=history',
  '/alerts?part=rules',
  '/alerts?part=silences',
  '/alerts?part=receivers',
  '/guard',
  '/settings',
  '/start',
  '/nowhere',
  '/turns/none',
];

/** Above it a reader sees the page jump. */
const MOST_SHIFT = 0.01;

/** Every page and state in both themes, on a desk and on a phone, where nothing moves; nobody else is asked for anything. */
export function accessibilityTests({ open, address }: DemoInBrowser): void {
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    opened = await open('/');
    page = opened.page;
    await page.addInitScript(OBSERVE_SHIFTS);
  });
  afterAll(() => opened?.close());

  /** Without loading the script anew: only what the page shows is looked at. */
  const go = async (path: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
    await drawn(page);
  };

  test.each(PAGES)(
    '%s stands still on a phone and has no accessibility violation',
    async (path) => {
      await page.setViewportSize(PHONE);
      await page.goto(address() + path);
      await drawn(page);
      expect(await page.evaluate<number>('window.shift'), path).toBeLessThan(MOST_SHIFT);
      await expectAccessible(page, path);
    },
  );

  test('a trajectory has none, in any view', async () => {
    await go('/turns?min_attempts=15');
    await page
      .getByRole('link', { name: /max attempts/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Diagnosis' }).waitFor();
    await page.keyboard.press('j');
    await expectAccessible(page, 'steps');
    await page.getByRole('button', { name: 'Call graph' }).click();
    await page.getByText('As table').click();
    await expectAccessible(page, 'call graph');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByRole('heading', { name: 'Compare with' }).waitFor();
    await expectAccessible(page, 'choosing a turn');
    await page
      .getByRole('button', { name: /^turn-/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Calls, aligned' }).waitFor();
    await expectAccessible(page, 'side by side');
    await page.keyboard.press('Escape');
  }, 90_000);

  test('neither has what opens over a page', async () => {
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await expectAccessible(page, 'palette');
    await page.keyboard.press('Escape');
    const isInDialog = 'document.activeElement.closest("dialog") !== null';
    await eventually(() => page.evaluate<boolean>(isInDialog)).toBe(false);
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Words' }).waitFor();
    await expectAccessible(page, 'keys');
    await page.keyboard.press('Escape');
    await go('/alerts?part=rules&edit=turn-max-attempts');
    await page.getByText(/Would have fired/).waitFor({ timeout: REPLAY_MS });
    await expectAccessible(page, 'rule form');
  }, 120_000);

  test('no page reported an error or asked anybody else', () => {
    // A turn that does not exist is one of the pages.
    expect(opened.complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });
}

const REPLAY_MS = 60_000;
