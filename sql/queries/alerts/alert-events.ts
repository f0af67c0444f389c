import { z } from 'zod';

import { alertEventRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** History of one alert, the latest first. */
export const alertEvents = defineQuery({
  file: new URL('./alert_events.sql', import.meta.url),
  params: z.object({ project, alert_id: z.string(), limit: z.number().int().min(1) }),
  row: alertEventRow,
});
