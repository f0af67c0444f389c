import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project, storedUs } from '../columns.ts';
import { NEWS_BOUNDS } from './rule-bounds.ts';

/** Sessions or turns of which something arrived behind a place in the order of arrival; a page of it. */
export const subjectsSince = defineQuery({
  file: new URL('./subjects_since.sql', import.meta.url),
  bounds: NEWS_BOUNDS,
  params: z.object({
    project,
    scope: z.enum(['session', 'turn']),
    /** The place: microseconds of the store's clock, and within one moment the id; '' stands before all of it. */
    after: storedUs,
    after_id: z.string(),
    limit: z.number().int().min(1),
  }),
  row: z.object({
    id: z.string(),
    /** Of its latest arrival. */
    stored_us: storedUs,
    /** Another text where anything else arrived. */
    arrivals: z.string(),
    /** How many there are behind the place, those of this page among them. */
    waiting: count,
  }),
});
