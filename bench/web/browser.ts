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
  /** Milliseconds of work of each task of the page: waiting for a processor is not in them. */
  tasks: number[];
}

/** Runs in the page. The first delta begins before anything was asked of it. */
const WATCH = `(() => {
  const frames = { deltas: [], isOn: true };
  globalThis.benchFrames = frames;
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
  return benchFrames.deltas;
})()`;

/** What a page's frames are like while `work` goes on. */
export async function watchFrames(tab: Tab, work: () => Promise<void>): Promise<Frames> {
  const stopTracing = await traceTasks(tab);
  await tab.page.evaluate(WATCH);
  await work();
  const deltas = await tab.page.evaluate<number[]>(STOP);
  return { deltas, tasks: await stopTracing() };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time, microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Of all pages' main threads the one with the most to do is the page's own. */
async function traceTasks({ devtools }: Tab): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's own format
    for (const event of value as TraceEvent[]) events.push(event);
  };
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  return async () => {
    const isOver = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await isOver;
    devtools.off('Tracing.dataCollected', collect);
    const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
    const ofPages = [...threads.values()].filter((thread) =>
      thread.some(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain'),
    );
    const tasks = ofPages.map((thread) =>
      thread.flatMap(({ name, tdur }) => (name === TASK ? [(tdur ?? 0) / 1_000] : [])),
    );
    return tasks.toSorted((one, other) => other.length - one.length)[0] ?? [];
  };
}

const TASK = 'ThreadControllerImpl::RunTask';
