import type { Workbench } from '@loopscope/analyzer';
import type { Store } from '@loopscope/sql';

import type { CeilingSetting } from './ceilings.ts';
import type { Alerting } from './alerting.ts';
import type { Ingestion } from './contract/index.ts';
import type { Scan } from './scanning.ts';

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
  /** Whether what comes in can be kept; absent where no collector runs in this process. */
  takesSpans?: () => Promise<boolean>;
  /** What only the alerts' own code knows; absent where no rules are configured to run. */
  alerting?: Alerting;
  /** Absent: none are set. */
  ceilings?: readonly CeilingSetting[];
  /** What the settings page tells; absent: nothing. */
  settings?: { retentionDays: number; content: 'full' | 'hashes'; ingestKeys: number };
  /** What judges stored calls anew; without it those questions are answered `not_here`. */
  workbench?: Workbench;
  /** What judges recorded runs that are handed over; without it they are answered `not_here`. */
  scan?: Scan;
  version: string;
  now: () => number;
  log: Log;
}

export interface Api {
  /** `http://host:port` as bound. */
  address: string;
  close(): Promise<void>;
}
