/**
 * Pictures of every page of a running product: `node web/screenshots.ts http://127.0.0.1:4319 DIRECTORY`.
 * Both themes, three widths. Prints what a page complained about: script errors, content policy, foreign requests.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { turnPage } from '@loopscope/api/contract';
import { chromium, type Browser, type Page } from 'playwright-core';

const WIDTHS: readonly number[] = [390, 1440, 2560];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 1000;
const SETTLE_MS = 400;
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Shot {
  name: string;
  path: string;
}

/** Every page, and the trajectories of the turns with the most attempts. */
async function listShots(baseUrl: string): Promise<Shot[]> {
  const answer = await fetch(`${baseUrl}/api/v1/turns?limit=8&sort=-max_attempts`);
  const { items } = turnPage.parse(await answer.json());
  const turns = items.map(({ turn_id: id, max_attempts_tool: tool }, at) => ({
    name: `turn-${at}-${tool.replace(/\W/g, '_')}`,
    path: `/turns/${encodeURIComponent(id)}`,
  }));
  const tool = items[0]?.max_attempts_tool;
  const session = items[0]?.session_id;
  return [
    { name: 'overview', path: '/' },
    { name: 'overview-tables', path: '/?table=series&table=attempts&table=ratio&table=kinds' },
    { name: 'turns', path: '/turns' },
    { name: 'turns-filtered', path: '/turns?min_attempts=6&sort=-cost' },
    { name: 'sessions', path: '/sessions' },
    { name: 'tools', path: '/tools' },
    { name: 'loops', path: '/loops' },
    { name: 'start', path: '/start' },
    { name: 'no-page', path: '/nowhere' },
    { name: 'no-turn', path: '/turns/none' },
    ...(tool === undefined ? [] : [{ name: 'tool', path: `/tools/${encodeURIComponent(tool)}` }]),
    ...(session === undefined
      ? []
      : [{ name: 'session', path: `/sessions/${encodeURIComponent(session)}` }]),
    ...turns,
    ...turns
      .slice(0, 2)
      .map(({ name, path }) => ({ name: `${name}-selected`, path: `${path}?step=4` })),
  ];
}

/** Writes one picture per page, scheme and width; `only` keeps the pages whose name holds it. */
export async function takeScreenshots(
  baseUrl: string,
  directory: string,
  { only = '', widths = WIDTHS, print = console.log } = {},
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const shots = (await listShots(baseUrl)).filter(({ name }) => name.includes(only));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  });
  try {
    for (const colorScheme of SCHEMES) {
      for (const width of widths) {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: HEIGHT },
        });
        const page = await context.newPage();
        listen(page, baseUrl, print);
        for (const { name, path } of shots) {
          await page.goto(baseUrl + path, { waitUntil: 'networkidle' });
          await page.waitForTimeout(SETTLE_MS);
          await page.screenshot({ path: join(directory, `${name}-${width}-${colorScheme}.png`) });
          await reportOverflow(page, `${name} at ${width}`, print);
        }
        await context.close();
      }
    }
  } finally {
    await closeQuietly(browser);
  }
}

function listen(page: Page, baseUrl: string, print: (line: string) => void): void {
  page.on('pageerror', (error) => print(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') print(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(baseUrl) || request.url().startsWith('data:');
    if (!isOwn) print(`foreign request: ${request.url()}`);
  });
}

/** A page wider than its window scrolls sideways; none may. */
async function reportOverflow(
  page: Page,
  where: string,
  print: (line: string) => void,
): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (excess > 0) print(`${where}: ${excess} px too wide`);
}

const closeQuietly = (browser: Browser): Promise<void> => browser.close().catch(() => {});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [baseUrl = 'http://127.0.0.1:4319', directory = 'test-results/screenshots', only = ''] =
    process.argv.slice(2);
  await takeScreenshots(baseUrl, directory, { only });
}
