import type { SpoolErrorCode } from '../spool/spool-error.ts';
import type { Batch, Occupancy } from '../spool/spool.ts';
import type { IngestRequest, IngestSettings, Verdict } from './ingest.ts';

/** What the thread is started with. */
export interface ThreadData {
  settings: IngestSettings;
  nowMs: number;
}

/** To the thread; each is answered under its number. */
export type ThreadCall =
  | { call: 'receive'; id: number; request: Omit<IngestRequest, 'body'> & { body: Uint8Array } }
  | { call: 'take'; id: number; nowMs: number }
  | { call: 'drop'; id: number; lastId: number }
  | { call: 'ping'; id: number }
  | { call: 'close'; id: number };

/** From the thread, in the order in which things happened there. */
export type ThreadNews =
  | { news: 'open'; occupancy: Occupancy }
  | { news: 'not_open'; code: SpoolErrorCode; message: string }
  | { news: 'verdict'; id: number; verdict: Verdict; occupancy: Occupancy }
  | { news: 'batch'; id: number; batch: Batch | null }
  | { news: 'done'; id: number; occupancy: Occupancy }
  | { news: 'pinged'; id: number; isWell: boolean }
  | { news: 'failed'; id: number; message: string }
  | { news: 'lost'; spans: number }
  | {
      news: 'log';
      level: 'info' | 'warn' | 'error';
      message: string;
      fields: Record<string, unknown>;
    };
