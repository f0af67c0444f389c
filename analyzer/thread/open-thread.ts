import { lendStore } from '@loopscope/sql';
import { MessageChannel, Worker } from 'node:worker_threads';

import type { Analyzer, AnalyzerOptions } from '../options.ts';
import type { ThreadCall, ThreadData, ThreadNews } from './messages.ts';

/** An analyzer that may end before it is closed. */
export interface MortalAnalyzer extends Analyzer {
  /** Resolves when nothing is answered any more, with the reason. */
  ended: Promise<Error>;
}

export type ThreadOptions = Omit<AnalyzerOptions, 'workedMs'>;

/** A clock that is not the system's may be set: how often the thread is told. */
const CLOCK_MS = 1_000;

const ENTRY = new URL('./thread.ts', import.meta.url);

export function openThread({ store, now, log, ...settings }: ThreadOptions): MortalAnalyzer {
  const { port1, port2 } = new MessageChannel();
  const aheadMs = (): number => (now === Date.now ? 0 : now() - Date.now());
  const lent = lendStore(store, port1);
  const data: ThreadData = { settings, aheadMs: aheadMs(), lent, storePort: port2 };
  const worker = new Worker(ENTRY, {
    workerData: data,
    transferList: [port2],
    execArgv: [],
    name: 'loopscope-analyzer',
  });
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  const ending = Promise.withResolvers<Error>();
  let lastId = 0;
  let fault: Error | null = null;
  const end = (reason: Error): void => {
    fault ??= reason;
    clearInterval(ticking);
    port1.close();
    ending.resolve(fault);
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };
  worker.on('message', (news: ThreadNews) => {
    if (news.news === 'log') return log(...news.entry);
    const done = waiting.get(news.id);
    waiting.delete(news.id);
    if (news.news === 'done') done?.resolve(news.traces);
    else done?.reject(new Error(news.message));
  });
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the analyzer thread has ended')));
  const tell = (message: ThreadCall): void => worker.postMessage(message, []);
  const setClock = (): void => tell({ call: 'clock', aheadMs: aheadMs() });
  const ticking = now === Date.now ? undefined : setInterval(setClock, CLOCK_MS).unref();
  const request = (call: 'drain' | 'close'): Promise<number> => {
    if (fault !== null) return Promise.reject(fault);
    lastId += 1;
    const done = Promise.withResolvers<number>();
    waiting.set(lastId, done);
    if (ticking !== undefined) setClock();
    tell({ call, id: lastId });
    return done.promise;
  };
  return {
    ended: ending.promise,
    drain: () => request('drain'),
    async close() {
      await request('close').catch(() => {});
      await worker.terminate();
    },
  };
}
