/** A real Chromium and what its pages do with frames and memory. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export interface Tab {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
}

/** A tab without anything cached, as wide as a laptop's. */
export async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Bytes that are still used after everything else was thrown away. */
export async function usedHeap({ devtools }: Tab): Promise<number> {
  // The second run frees what the first one's finalisers let go of.
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

export interface Frames {
  /** Milliseconds from one frame to the next. */
  deltas: number[];
  /** Milliseconds of tasks that held the page up for more than 50. */
  longTasks: number[];
}

/** Runs in the page. The first delta begins before anything was asked of it. */
const WATCH = `(() => {
  const frames = { deltas: [], longTasks: [], isOn: true };
  globalThis.benchFrames = frames;
  new PerformanceObserver((list) => {
    if (frames.isOn) frames.longTasks.push(...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: 'longtask' });
  let before = 0;
  const onFrame = () => {
    const now = performance.now();
    if (before > 0) frames.deltas.push(now - before);
    before = now;
    if (frames.isOn) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})()`;
const STOP = `(() => {
  benchFrames.isOn = false;
  return { deltas: benchFrames.deltas, longTasks: benchFrames.longTasks };
})()`;

/** What a page's frames are like while `work` goes on. */
export async function watchFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(WATCH);
  await work();
  return page.evaluate<Frames>(STOP);
}
