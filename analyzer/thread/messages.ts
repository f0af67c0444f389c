import type { LentStore } from '@loopscope/sql';
import type { MessagePort } from 'node:worker_threads';

import type { AnalyzerOptions, Log } from '../options.ts';

/** What the thread is started with: plain data, and where it finds the store. */
export interface ThreadData {
  settings: Omit<AnalyzerOptions, 'store' | 'now' | 'log'>;
  lent: LentStore;
  storePort: MessagePort;
}

/** To the thread; each is answered under its number. */
export interface ThreadCall {
  call: 'drain' | 'close';
  id: number;
}

/** From the thread. `traces`: how many were resolved. */
export type ThreadNews =
  | { news: 'done'; id: number; traces: number }
  | { news: 'failed'; id: number; message: string }
  | { news: 'log'; entry: Parameters<Log> };
