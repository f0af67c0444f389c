import { z } from 'zod';

import { sessionStopRow } from '../../rows/guard-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Orders to stop a session, the latest first, with the moment a guard acted; an empty session id means all. */
export const sessionStops = defineQuery({
  file: new URL('./session_stops.sql', import.meta.url),
  params: z.object({
    project,
    session_id: z.string(),
    at: instant,
    standing: z.union([z.literal(0), z.literal(1)]),
    limit: z.number().int().min(1),
  }),
  row: sessionStopRow.extend({ reached_at: instant.nullable() }),
});

/** What guards are to follow at `at`. */
export const standingStops = defineQuery({
  file: new URL('./standing_stops.sql', import.meta.url),
  params: z.object({ project, at: instant }),
  row: sessionStopRow.pick({
    session_id: true,
    stop_id: true,
    requested_at: true,
    requested_by: true,
    reason: true,
    expires_at: true,
  }),
});
