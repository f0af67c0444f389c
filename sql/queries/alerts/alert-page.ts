import { z } from 'zod';

import { alertStateRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { page, project, sortValue } from '../columns.ts';

const texts = z.array(z.string());

/** One page of alerts, the latest moved first. An empty list does not narrow. */
export const alertPage = defineQuery({
  file: new URL('./alert_page.sql', import.meta.url),
  params: z.object({
    project,
    ids: texts,
    states: texts,
    rules: texts,
    scopes: texts,
    agents: texts,
    sessions: texts,
    turns: texts,
    ...page.shape,
  }),
  row: alertStateRow.extend({ sort_value: sortValue }),
});
