import { z } from 'zod';

import { alertStateRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Alerts that are not over, and those that moved after `since`; the next page begins after the last id. */
export const openAlerts = defineQuery({
  file: new URL('./open_alerts.sql', import.meta.url),
  params: z.object({ project, since: instant, after: z.string(), limit: z.number().int().min(1) }),
  row: alertStateRow,
});
