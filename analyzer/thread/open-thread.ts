import { lendStore } from '@loopscope/sql';
import { MessageChannel, Worker } from 'node:worker_threads';

import type { Analyzer, AnalyzerOptions } from '../options.ts';
import type { ThreadCall, ThreadData, ThreadNews } from './messages.ts';

/** An analyzer that may end before it is closed. */
export interface MortalAnalyzer extends Analyzer {
  /** Resolves when nothing is answered any more, with the reason. */
  ended: Promise<Error>;
}

export type ThreadOptions = Omit<AnalyzerOptions, 'now'>;

const ENTRY = new URL('./thread.ts', import.meta.url);

export function openThread({ store, log, ...settings }: ThreadOptions): MortalAnalyzer {
  const { port1, port2 } = new MessageChannel();
  const data: ThreadData = { settings, lent: lendStore(store, port1), storePort: port2 };
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
  const request = (call: ThreadCall['call']): Promise<number> => {
    if (fault !== null) return Promise.reject(fault);
    lastId += 1;
    const done = Promise.withResolvers<number>();
    waiting.set(lastId, done);
    const message: ThreadCall = { call, id: lastId };
    worker.postMessage(message, []);
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
