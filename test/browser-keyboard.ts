import { alertPage } from '@loopscope/api/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { drawn, eventually, type DemoInBrowser } from './browser-page.ts';

/** What has the focus, by its name, and whether its mark is seen. */
const FOCUS = `(() => {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  return {
    tag: at.tagName,
    name: (at.getAttribute('aria-label') ?? at.textContent).trim(),
    isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    isInView: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
})()`;

interface Focus {
  tag: string;
  name: string;
  isMarked: boolean;
  isInView: boolean;
}

const focusOf = (page: Page): Promise<Focus> => page.evaluate<Focus>(FOCUS);

/** Tabs until something of this name has the focus; each stop on the way is seen. */
async function tabTo(page: Page, name: RegExp, most: number): Promise<void> {
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    expect(focus, 'a stop of the Tab key').toMatchObject({ isMarked: true, isInView: true });
    if (name.test(focus.name)) return;
  }
  expect((await focusOf(page)).name, `${most} presses of Tab`).toMatch(name);
}

/** Both stories without a mouse. */
export function keyboardTests({ open, address }: DemoInBrowser): void {
  describe('by keyboard alone', () => {
    test('paged: the fix is one key away, the calls are read, and the way back is short', async () => {
      const answer = await fetch(`${address()}/api/v1/alerts?limit=200`);
      const { items } = alertPage.parse(await answer.json());
      const { diagnosis } = items.find((one) => one.diagnosis?.kind === 'empty') ?? {};
      const { turn_id: turn = '', loop_id: loop = '' } = diagnosis ?? {};
      const { page, complaints, close } = await open(`/turns/${turn}?loop=${loop}`);
      const heading = page.getByRole('heading', { level: 1 });
      await eventually(() => heading.innerText()).toMatch(/returned \[\] \d+ times/);
      await page.keyboard.press('f');
      await eventually(() => page.getByRole('status').allInnerTexts()).toContainEqual(
        expect.stringContaining('The proposed text is copied.'),
      );
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/matched/);
      await page.keyboard.press('u');
      await page.getByText('fold again').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      const selected = page.locator('li[aria-current="true"]');
      await eventually(() => selected.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await eventually(() => selected.count()).toBe(0);
      // The list of keys takes the focus, keeps it, and gives it back.
      await tabTo(page, /^Skip to the page/, 1);
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Words' }).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
      await page.keyboard.press('Escape');
      await eventually(async () => (await focusOf(page)).name).toMatch(/^Skip to the page/);
      await page.keyboard.press('Enter');
      await eventually(async () => (await focusOf(page)).tag).toBe('MAIN');
      expect(complaints).toEqual([]);
      await close();
    }, 60_000);

    test('Monday: past the header to the turns that loop, into one, and back', async () => {
      const { page, complaints, close } = await open('/');
      await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/rose/);
      await drawn(page);
      await tabTo(page, /^Skip to the page/, 1);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Show the turns that loop on search_orders/, 1);
      await page.keyboard.press('Enter');
      await eventually(() => page.url()).toMatch(/tool=search_orders/);
      // The link went with its page: the focus stands at the new one.
      await eventually(async () => (await focusOf(page)).tag).toBe('MAIN');
      await page
        .getByRole('link', { name: /max attempts/ })
        .first()
        .waitFor();
      await page.keyboard.press('j');
      await eventually(async () => (await focusOf(page)).name).toMatch(/max attempts/);
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { level: 1 });
      await eventually(() => heading.innerText()).toMatch(/search_orders returned \[\] \d+ times/);
      await tabTo(page, /^Copy: the proposed text|^Copy/, 12);
      await page.goBack();
      await eventually(() => page.url()).toMatch(/\/turns\?.*tool=search_orders/);
      await page.goBack();
      await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/rose/);
      expect(complaints).toEqual([]);
      await close();
    }, 60_000);

    test('no page holds the focus, and every stop is seen', async () => {
      for (const path of ['/turns', '/alerts', '/guard']) {
        const { page, close } = await open(path);
        await drawn(page);
        const names: string[] = [];
        for (let at = 0; at < 30; at += 1) {
          await page.keyboard.press('Tab');
          const focus = await focusOf(page);
          if (focus.tag === 'BODY') break;
          expect(focus, `${path}: stop ${at}`).toMatchObject({ isMarked: true, isInView: true });
          names.push(`${focus.tag} ${focus.name}`);
        }
        expect(new Set(names).size, path).toBeGreaterThan(10);
        await close();
      }
    }, 60_000);
  });

  test('a session is deleted from its page, which then says so', async () => {
    const ask = async (path: string): Promise<{ session_id: string; turn_id: string }[]> => {
      const answer = await fetch(`${address()}/api/v1/${path}`);
      return ((await answer.json()) as { items: { session_id: string; turn_id: string }[] }).items;
    };
    const [found] = await ask('sessions?limit=1&sort=calls');
    const session = encodeURIComponent(found?.session_id ?? '');
    const [turn] = await ask(`turns?session=${session}`);
    const reading = await open(`/turns/${encodeURIComponent(turn?.turn_id ?? '')}`);
    await drawn(reading.page);
    const { page, complaints, close } = await open(`/sessions/${session}`);
    const button = page.getByRole('button', { name: 'Delete…' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Delete this session for good?' });
    expect(await dialog.innerText()).toMatch(/1 turn with \d+ calls? will be gone/);
    await page.keyboard.press('Escape');
    await eventually(async () => (await focusOf(page)).name).toBe('Delete…');
    // A refusal stays where it can be read.
    await page.route('**/api/v1/sessions/**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 503,
            contentType: 'application/json',
            body: '{"error":{"code":"store_unreachable","message":"The store does not answer."}}',
          })
        : route.fallback(),
    );
    await button.click();
    await dialog.getByLabel(/Reason/).fill('asked to');
    await dialog.getByRole('button', { name: 'Delete 1 turn' }).click();
    await eventually(() => dialog.innerText()).toContain('The store does not answer.');
    await page.unroute('**/api/v1/sessions/**');
    await dialog.getByRole('button', { name: 'Delete 1 turn' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await eventually(() => heading.innerText()).toBe('This session was deleted.');
    await eventually(() => page.getByRole('main').innerText()).toContain('asked to');
    expect(complaints.filter((one) => !/404|503/.test(one))).toEqual([]);
    // Whoever reads a turn of it is told, and so is whoever follows a link to it later.
    const told = reading.page.getByRole('heading', {
      name: 'The session of this turn was deleted.',
    });
    await told.waitFor({ timeout: 20_000 });
    await reading.page.reload();
    await told.waitFor();
    await reading.page.getByRole('link', { name: /^Session / }).click();
    await eventually(() => reading.page.getByRole('main').innerText()).toContain('asked to');
    await reading.close();
    await close();
  }, 60_000);
}
