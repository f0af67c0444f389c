import type { Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type { Store } from '@loopscope/sql';

import type { Shard } from './shard.ts';

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

export interface AnalyzerOptions {
  store: Store;
  declarations: Declarations;
  /** USD per million tokens, before the list's own prices. */
  prices: Prices;
  /** Default `default`. */
  project?: string;
  /** Between two looks at an empty work list. Default 250. */
  intervalMs?: number;
  /** Which part of the sessions is this analyzer's; all of them where not given. */
  shard?: Shard;
  now: () => number;
  /** Milliseconds that have been worked here so far, so that waiting is not taken for work; without it the clock counts. */
  workedMs?: () => number;
  log: Log;
}

export interface Analyzer {
  /** Resolves all that is pending now; answers how many traces. Throws `StoreError` where the store does not answer. */
  drain(): Promise<number>;
  /** Ends the work at hand, then stops. */
  close(): Promise<void>;
}
