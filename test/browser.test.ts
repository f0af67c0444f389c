import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { launchBrowser } from '@loopscope/web/chromium';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ensureChromium } from '../scripts/chromium.ts';
import { accessibilityTests } from './browser-accessibility.ts';
import { eventually, openContext, openPage } from './browser-page.ts';
import { keyboardTests } from './browser-keyboard.ts';
import { ruleTests } from './browser-rules.ts';
import { storyTests } from './browser-stories.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The demo as a user starts it, on free ports; resolves when it says what to look at. Its day is enough: new turns would have
 * every open page ask anew. */
async function startDemo(dataDir: string): Promise<{ demo: ChildProcess; address: string }> {
  const demo = spawn(process.execPath, ['cli/loopscope.ts', 'demo', '--no-live'], {
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
  let context: BrowserContext;
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-browser-'));

  beforeAll(async () => {
    ({ demo, address } = await startDemo(dataDir));
    browser = await launchBrowser(ensureChromium());
    context = await openContext(browser, address);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    expect(await end(demo)).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  const open = (path: string) => openPage(context, address, { path });
  const demoInBrowser = { open, address: () => address };

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

    // Somebody else's browser: nothing of the first view is kept there.
    const other = await openContext(browser, address);
    const again = await openPage(other, address, { path: link });
    await eventually(() => again.page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    await eventually(() => shownSteps(again.page)).toBe(seen);
    expect(again.complaints).toEqual([]);
    await other.close();
  }, 120_000);

  test('from the palette to a tool, its intents, and the turns that tried one', async () => {
    const { page, complaints, close } = await open('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Go to/ }).fill('create_ticket');
    await page.getByRole('option', { name: /create_ticket\s*Tool/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'create_ticket' }).waitFor();
    await page.getByRole('link', { name: 'What was tried with it' }).click();
    await page
      .getByRole('link', { name: /max attempts 14/ })
      .first()
      .click();
    await eventually(() => page.url()).toMatch(/\/turns\?.*identity=/);
    await page.getByRole('link', { name: /max attempts 14/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  test('turns are narrowed by a facet and leave as CSV', async () => {
    const { page, complaints, close } = await open('/turns');
    await page.getByRole('checkbox', { name: /^transport/ }).check();
    await eventually(() => page.url()).toContain('loop=transport');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /^CSV/ }).click();
    const text = await readDownload(await download);
    expect(text.split('\r\n')[0]).toContain('turn_id,session_id');
    expect(text).toContain('transport');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  test('the call graph counts what came after what', async () => {
    const { page, close } = await open('/turns?loop=cycle');
    await page
      .getByRole('link', { name: /max attempts/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Diagnosis' }).waitFor();
    await page.keyboard.press('g');
    await eventually(() => page.url()).toContain('view=graph');
    await page.getByText('As table').click();
    await eventually(() => page.getByRole('table').first().innerText()).toMatch(/After\s+comes/);
    await close();
  }, 60_000);

  test('a page whose server is gone says so, and goes on when it answers', async () => {
    const { page, close } = await open('/turns');
    await page.getByRole('heading', { level: 1, name: 'Turns' }).waitFor();
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'The API does not answer.' }).waitFor();
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
    await page.unroute('**/*');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await close();
  }, 60_000);

  storyTests(demoInBrowser);
  keyboardTests(demoInBrowser);
  ruleTests(demoInBrowser);
  accessibilityTests(demoInBrowser);
});

async function readDownload(download: Download): Promise<string> {
  const stream = await download.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
