import type { Prices } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import type { Store } from '@loopscope/sql';

export interface WorkbenchOptions {
  store: Store;
  /** Default `default`. */
  project?: string;
  /** Of the configuration; what people declared since is laid over it. */
  declarations: Declarations;
  prices: Prices;
  now: () => number;
}

/** What every question works with. */
export interface Bench extends WorkbenchOptions {
  project: string;
}
