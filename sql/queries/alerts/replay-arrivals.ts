import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count } from '../columns.ts';
import { replayRange } from './replay-range.ts';

/** Arrivals and rejections by second, the latest first; arrivals are kept for three days. */
export const replayArrivals = defineQuery({
  file: new URL('./replay_arrivals.sql', import.meta.url),
  // The store's clock, whatever the rest goes by.
  params: replayRange.omit({ clock: true }),
  row: z.object({ at_ms: count, touches: count, rejected_spans: count }),
});
