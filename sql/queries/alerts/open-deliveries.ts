import { z } from 'zod';

import { alertDeliveryRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Who heard that something fires and not yet that it is over, who is being told, and what moved after `since`; the next page begins after the last. */
export const openDeliveries = defineQuery({
  file: new URL('./open_deliveries.sql', import.meta.url),
  params: z.object({
    project,
    since: instant,
    after: z.string(),
    after_receiver: z.string(),
    limit: z.number().int().min(1),
  }),
  row: alertDeliveryRow,
});
