import { z } from 'zod';

import { alertOrderRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Orders to the evaluator: those of the ids, or where there are none all that are open. */
export const alertOrders = defineQuery({
  file: new URL('./alert_orders.sql', import.meta.url),
  params: z.object({ project, ids: z.array(z.string()) }),
  row: alertOrderRow,
});
