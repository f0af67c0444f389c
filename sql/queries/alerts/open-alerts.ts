import { z } from 'zod';

import { alertStateRow } from '../../alert-rows.ts';
import { defineQuery } from '../../query.ts';
import { instant, project } from '../columns.ts';

/** Alerts that are not over, and those that moved after `since`; the latest moved first. */
export const openAlerts = defineQuery({
  file: new URL('./open_alerts.sql', import.meta.url),
  params: z.object({ project, since: instant, limit: z.number().int().min(1) }),
  row: alertStateRow,
});
