import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project, storedUs } from '../columns.ts';

/** The latest arrivals of what alerts are made of, and the store's own clock; microseconds as digits. One row. */
export const alertNews = defineQuery({
  file: new URL('./alert_news.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({
    turns: storedUs,
    silences: storedUs,
    rules: storedUs,
    orders: storedUs,
    now_us: storedUs,
  }),
});
