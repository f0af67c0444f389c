import type { Store } from '@loopscope/sql';

import type { Ingestion, Rule } from './contract/index.ts';

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

export interface ApiOptions {
  store: Store;
  host: string;
  /** 0 picks a free one. */
  port: number;
  project?: string;
  /** Folder of the built web; null where it is not built. */
  webDir: string | null;
  /** Empty: no key is asked for, and only loopback host names are answered. */
  apiKeys: readonly string[];
  addresses: () => { otlp_http: string; otlp_grpc: string | null };
  /** Null where no collector runs in this process. */
  ingestion: () => Ingestion | null;
  rules?: () => Rule[];
  version: string;
  now: () => number;
  log: Log;
}

export interface Api {
  /** `http://host:port` as bound. */
  address: string;
  close(): Promise<void>;
}
