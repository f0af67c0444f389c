import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Log } from '../options.ts';
import { openTestHome, type TestHome } from '../testing/home.ts';
import { agentSpan, toolSpan } from '../testing/spans.ts';
import type { MortalAnalyzer } from './open-thread.ts';
import { startAnalyzerThread } from './start-analyzer-thread.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const settings = { declarations: new Map(), prices: new Map(), now: Date.now };

/** A thread that says when it is opened, and ends when it is told to. */
function mortal(drained: number): MortalAnalyzer & { end: (fault: Error) => void } {
  const { promise, resolve } = Promise.withResolvers<Error>();
  return {
    ended: promise,
    end: resolve,
    drain: async () => drained,
    close: async () => resolve(new Error('closed')),
  };
}

it('a thread that ends is started again, and said to have ended', async () => {
  const threads = [mortal(1), mortal(2)];
  const opened: MortalAnalyzer[] = [];
  const lines: string[] = [];
  const log: Log = (_level, message, fields) =>
    lines.push(`${message}: ${String(fields?.['reason'])}`);
  const again = Promise.withResolvers<void>();
  const analyzer = startAnalyzerThread({
    ...settings,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- never asked: the threads are played
    store: {} as never,
    log,
    restartAfterMs: 1,
    open: () => {
      const thread = threads[opened.length] ?? mortal(0);
      opened.push(thread);
      if (opened.length === 2) again.resolve();
      return thread;
    },
  });
  expect(await analyzer.drain()).toBe(1);
  threads[0]?.end(new Error('out of memory'));
  await again.promise;
  expect(await analyzer.drain()).toBe(2);
  expect(lines).toEqual(['the analyzer thread has ended, starting it again: out of memory']);
  await analyzer.close();
  expect(opened).toHaveLength(2);
});

it('a thread goes by the clock that it is given', async () => {
  await home.arrive('clock', [toolSpan({ id: 'a', at: [0, 5], args: { q: 1 }, result: [] })]);
  const analyzer = startAnalyzerThread({
    ...settings,
    now: () => Date.now() + 30 * 86_400_000,
    store: home.store,
    project: 'clock',
    log: () => {},
  });
  // Touches are kept for days: in a month this one is past.
  expect(await analyzer.drain()).toBe(0);
  await analyzer.close();
});

it('a thread resolves what the same analyzer resolves beside its caller', async () => {
  const spans = [0, 1, 2].map((n) =>
    toolSpan({ id: `a${n}`, parent: '1', at: [n * 10, n * 10 + 5], args: { q: 1 }, result: [] }),
  );
  for (const project of ['beside', 'thread']) {
    await home.arrive(project, [agentSpan({ id: '1', at: [0, 100] }), ...spans]);
  }
  await home.analyze('beside');
  const { store } = home;
  const analyzer = startAnalyzerThread({ ...settings, store, project: 'thread', log: () => {} });
  await analyzer.drain();
  await analyzer.close();
  const rows = await home.rows('thread');
  expect(rows.loops).toMatchObject([{ kind: 'empty' }]);
  expect(rows).toEqual(await home.rows('beside'));
});
