import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter } from '../columns.ts';

/** Turns per tenth of the distinct-signature ratio: `bin` 0 is [0, 0.1), 9 is [0.9, 1]. Empty bins are absent. */
export const distinctRatioHistogram = defineQuery({
  file: new URL('./distinct_ratio_histogram.sql', import.meta.url),
  params: filter,
  row: z.object({ bin: count, turns: count }),
});
