import { z } from 'zod';

import { alertStateRow } from '../alert-rows.ts';
import { defineQuery } from '../query.ts';
import { project } from './columns.ts';

/** Where the alerts stand, the latest moved first; `states` empty: all. */
export const alertStates = defineQuery({
  file: new URL('./alert_states.sql', import.meta.url),
  params: z.object({
    project,
    states: z.array(z.string()),
    limit: z.number().int().min(1),
  }),
  row: alertStateRow,
});
