import { z } from 'zod';

import { alertEventRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { instant, page, project, sortValue } from '../columns.ts';

const texts = z.array(z.string());

/** What happened to any alert, the latest first. */
export const alertHistory = defineQuery({
  file: new URL('./alert_history.sql', import.meta.url),
  params: z.object({
    project,
    from: instant,
    to: instant,
    rules: texts,
    receivers: texts,
    kinds: texts,
    ...page.shape,
  }),
  row: alertEventRow.extend({ sort_value: sortValue, event_id: z.string() }),
});
