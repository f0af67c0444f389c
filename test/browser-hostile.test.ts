import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { launchBrowser } from '@loopscope/web/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ensureChromium } from '../scripts/chromium.ts';
import { drawn, eventually, openContext, openPage, type OpenPage } from './browser-page.ts';
import { exportRequest, spansOf } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

/** Each would run, load or hide something where a page takes text for more than text. */
const CORPUS = [
  '<script>window.__ran=1</script>',
  '<img src=x onerror="window.__ran=1">',
  '"><svg onload=window.__ran=1>',
  "javascript:window.__ran=1//'",
  '<iframe src="https://evil.example/"></iframe>',
  '![x](https://evil.example/pixel.png)',
  '{{constructor.constructor("window.__ran=1")()}}',
  '\u202Egnp.exe\u2066 \u200Bhidden\u0007',
  '=HYPERLINK("https://evil.example","x")',
] as const;
const ALL = CORPUS.join(' ');

/** What the page says as soon as it does. */
async function textOnce(page: Page, pattern: RegExp): Promise<string> {
  const place = page.getByText(pattern).first();
  await place.waitFor();
  return place.innerText();
}

const root = fileURLToPath(new URL('..', import.meta.url));

describe('text from traces', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let first: OpenPage;
  let waiting = '';
  let refused = '';
  let useless = '';
  let received = '';

  beforeAll(async () => {
    // A process of its own: a build takes NODE_ENV for itself.
    spawnSync(process.execPath, ['web/build.ts'], { cwd: root, stdio: 'ignore' });
    product = await startProduct({ webDir: `${root}web/dist` });
    const turn = {
      id: `turn ${CORPUS[1]}`,
      session: `session ${CORPUS[0]}`,
      agent: `agent ${ALL}`,
      version: CORPUS[8],
      model: `model ${ALL}`,
      startMs: Date.now() - 60_000,
      calls: [0, 1, 2, 3].flatMap(() => [
        { tool: `tool ${CORPUS[1]}`, args: { [ALL]: ALL }, result: [], modelMs: 500, toolMs: 50 },
        {
          tool: `failing ${CORPUS[2]}`,
          args: { q: ALL },
          error: ALL,
          errorType: ALL,
          modelMs: 500,
          toolMs: 50,
        },
      ]),
    };
    browser = await launchBrowser(ensureChromium());
    context = await openContext(browser, product.ui);
    first = await openPage(context, product.ui, { path: '/' });
    waiting = await textOnce(first.page, /Waiting for the first span/);
    await fetch(`${product.otlpHttp}/<b>v1</b>`, { method: 'POST', body: '{}' });
    refused = await textOnce(first.page, /latest request that was refused/);
    const [query] = spansOf({ id: 'shop', startMs: Date.now() - 90_000, calls: [] });
    if (query === undefined) throw new Error('a turn without calls has no span');
    await product.post(exportRequest([{ ...query, name: 'SELECT orders', attributes: [] }]));
    useless = await textOnce(first.page, /no tool call, model call or agent/);
    await product.post(exportRequest(spansOf(turn)));
    received = await textOnce(first.page, /Received: [\d,]+ spans|p99 of max attempts is/);
    await product.settle();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  }, 60_000);

  test('the first page waits for the first span, says that it came, and shows it', async () => {
    expect(waiting).toContain('Waiting for the first span');
    expect(received).toMatch(/Received|p99/);
    expect(refused).toContain('no POST /%3Cb%3Ev1%3C/b%3E: OTLP goes to POST /v1/traces');
    expect(useless).toContain('turns are made of these');
    await eventually(() => first.page.getByRole('heading', { level: 1 }).innerText()).toMatch(
      /p99 of max attempts/,
    );
    expect(first.complaints).toEqual([]);
    await first.close();
  }, 60_000);

  const PAGES = [
    '/',
    '/turns',
    '/sessions',
    '/tools',
    '/loops',
    '/signatures',
    '/alerts',
    '/guard',
    '/settings',
    `/signatures?q=${encodeURIComponent(ALL)}`,
    `/turns?agent=${encodeURIComponent(ALL)}`,
    `/tools/${encodeURIComponent(`tool ${CORPUS[1]}`)}`,
    `/sessions/${encodeURIComponent(`session ${CORPUS[0]}`)}`,
  ];

  test('runs on no page, reports nothing and asks nobody', async () => {
    const { page, complaints, close } = await openPage(context, product.ui, { path: '/start' });
    for (const path of PAGES) {
      await page.goto(product.ui + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await drawn(page);
      expect(await page.evaluate('window.__ran'), path).toBeUndefined();
      expect(await page.locator('main iframe, main script, main img').count(), path).toBe(0);
    }
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);

  test('stands in the trajectory as text, and what hides is shown by its code', async () => {
    const { page, complaints, close } = await openPage(context, product.ui, { path: '/turns' });
    await page
      .getByRole('link', { name: /max attempts/ })
      .first()
      .click();
    const steps = page.getByRole('list', { name: 'Steps of the turn' });
    await eventually(() => steps.innerText()).toContain(CORPUS[1]);
    await page.keyboard.press('j');
    await eventually(() => steps.innerText()).toContain('U+202E');
    await page.getByRole('button', { name: 'Call graph' }).click();
    await eventually(() => page.locator('main').innerText()).toContain(CORPUS[1]);
    expect(await page.evaluate('window.__ran')).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  test('runs no formula in an export', async () => {
    const { page, close } = await openPage(context, product.ui, { path: '/turns' });
    await page.getByRole('link', { name: /max attempts/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /^CSV/ }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text).toContain(`"'=HYPERLINK(`);
    expect(text).not.toMatch(/[,\n]"?=/);
    await close();
  }, 60_000);

  test('dropped in a file is text as well', async () => {
    const { page, complaints, close } = await openPage(context, product.ui, { path: '/settings' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const chat = [
      { role: 'user', content: ALL },
      {
        role: 'assistant',
        content: ALL,
        tool_calls: [{ id: 'c', function: { name: ALL, arguments: JSON.stringify({ q: ALL }) } }],
      },
    ];
    // As text: this file is typed for Node.
    await page.evaluate(`{
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(JSON.stringify(chat))}], 'chat.json'));
      const how = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.dispatchEvent(new DragEvent('drop', how));
    }`);
    const steps = page.getByRole('list', { name: 'Steps of the turn' });
    await eventually(() => steps.innerText()).toContain(CORPUS[1]);
    expect(await page.evaluate('window.__ran')).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
