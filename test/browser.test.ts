import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ensureChromium } from '../scripts/chromium.ts';

/** Waits for what a page comes to show. */
const eventually = <Value>(read: () => Promise<Value> | Value) =>
  expect.poll(read, { timeout: 20_000 });

const root = fileURLToPath(new URL('..', import.meta.url));

/** The demo as a user starts it, on free ports; resolves when it says what to look at. */
async function startDemo(dataDir: string): Promise<{ demo: ChildProcess; address: string }> {
  const demo = spawn(process.execPath, ['cli/loopscope.ts', 'demo'], {
    cwd: root,
    env: {
      ...process.env,
      LOOPSCOPE_DATA_DIR: dataDir,
      LOOPSCOPE_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_GRPC_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let address = '';
  for await (const line of createInterface({ input: demo.stdout })) {
    address ||= /ui=(\S+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('Send your own spans')) break;
  }
  if (address === '') throw new Error('the demo ended without an address');
  demo.stdout.resume();
  return { demo, address };
}

const end = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

describe('the demo in a real browser', () => {
  let demo: ChildProcess;
  let address: string;
  let browser: Browser;
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-browser-'));

  beforeAll(async () => {
    ({ demo, address } = await startDemo(dataDir));
    browser = await chromium.launch({
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
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    expect(await end(demo)).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  /** A page that fails its test on a script error, a CSP report or a request to anywhere else. */
  async function open(path: string, scheme: 'light' | 'dark' = 'light') {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width: 1440, height: 900 },
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) {
        complaints.push(`foreign request: ${request.url()}`);
      }
    });
    await page.goto(path.startsWith('http') ? path : `${address}${path}`);
    return { page, complaints, close: () => context.close() };
  }

  /** What a person sees of the trajectory, without the words that say how long ago. */
  const shownSteps = (page: Page): Promise<string> =>
    page.getByRole('list', { name: 'Steps of the turn' }).innerText();

  test('from the worst bar to the cause, and the copied link opens the same view', async () => {
    const { page, complaints, close } = await open('/');
    await page.getByRole('link', { name: /^15\+: \d+ Turns/ }).click();
    await eventually(() => page.url()).toContain('min_attempts=15');

    await page
      .getByRole('link', { name: /max attempts 40/ })
      .filter({ hasText: '40' })
      .last()
      .click();
    const heading = page.getByRole('heading', { level: 1 });
    await eventually(() => heading.innerText()).toMatch(/40 times/);
    await eventually(() => page.getByRole('region', { name: 'Diagnosis' }).innerText()).toMatch(
      /40 of 40/,
    );

    await eventually(() => shownSteps(page)).toMatch(/×38 between/);
    await page.getByRole('button', { name: 'unfold' }).first().click();
    await eventually(() => shownSteps(page)).not.toMatch(/×38 between/);
    await page.keyboard.press('j');
    await page.keyboard.press('j');

    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const seen = await shownSteps(page);
    const title = await heading.innerText();
    expect(complaints).toEqual([]);
    await close();

    const again = await open(link);
    await eventually(() => again.page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    await eventually(() => shownSteps(again.page)).toBe(seen);
    expect(again.complaints).toEqual([]);
    await again.close();
  }, 120_000);

  const pages = ['/', '/turns', '/sessions', '/tools', '/loops', '/start'];
  test.each(pages.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]))(
    '%s in %s has no accessibility violation and asks nobody else for anything',
    async (path, scheme) => {
      const { page, complaints, close } = await open(path, scheme);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  test('a trajectory has no accessibility violation in either theme', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, close } = await open('/turns?min_attempts=15', scheme);
      await page
        .getByRole('link', { name: /max attempts/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Diagnosis' }).waitFor();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      await close();
    }
  }, 90_000);
});
