import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { arrivalWindow } from './arrival-window.ts';
import { count } from '../columns.ts';
import { RULE_BOUNDS } from './rule-bounds.ts';

/** How ingestion and analyzer do, over a window of arrival. One row. */
export const ingestionFacts = defineQuery({
  file: new URL('./ingestion_facts.sql', import.meta.url),
  bounds: RULE_BOUNDS,
  params: arrivalWindow.pick({ project: true, after: true, until: true }),
  row: z.object({
    rejected_spans: count,
    touches: count,
    /** Null where nothing was ever received. */
    seconds_since_span: z.number().nullable(),
    /** How long the oldest trace of the window waits for the analyzer. */
    analyzer_lag_seconds: z.number(),
  }),
});
