import type { Declarations } from '@loopscope/signature';
import type { Limits } from '../limits.ts';

/** What making a row needs beside the span. */
export interface RowContext {
  project: string;
  declarations: Declarations;
  content: 'full' | 'hashes';
  limits: Limits;
  /** Milliseconds since the epoch. */
  nowMs: number;
}
