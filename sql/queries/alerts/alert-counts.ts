import { z } from 'zod';

import { alertState } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';

/** How many alerts of each rule stand where. */
export const alertCounts = defineQuery({
  file: new URL('./alert_counts.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({
    rule: z.string(),
    severity: z.string(),
    state: alertState,
    is_muted: count,
    alerts: count,
  }),
});
