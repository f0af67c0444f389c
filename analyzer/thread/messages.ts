import type { LentStore } from '@loopscope/sql';
import type { MessagePort } from 'node:worker_threads';

import type { AnalyzerOptions, Log } from '../options.ts';

/** What the thread is started with: plain data, and where it finds the store. */
export interface ThreadData {
  settings: Omit<AnalyzerOptions, 'store' | 'now' | 'workedMs' | 'log'>;
  /** By how much the caller's clock is ahead of the system's. */
  aheadMs: number;
  lent: LentStore;
  storePort: MessagePort;
}

/** To the thread; all but the clock are answered under their number. */
export type ThreadCall =
  | { call: 'drain' | 'close'; id: number }
  | { call: 'clock'; aheadMs: number };

/** From the thread. `traces`: how many were resolved. */
export type ThreadNews =
  | { news: 'done'; id: number; traces: number }
  | { news: 'failed'; id: number; message: string }
  | { news: 'log'; entry: Parameters<Log> };
