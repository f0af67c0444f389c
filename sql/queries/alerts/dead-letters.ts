import { z } from 'zod';

import { alertDeliveryRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { page, project, sortValue } from '../columns.ts';

/** One page of what receivers did not take, the latest try first. */
export const deadLetters = defineQuery({
  file: new URL('./dead_letters.sql', import.meta.url),
  params: z.object({ project, ...page.shape }),
  row: alertDeliveryRow
    .pick({
      alert_id: true,
      receiver: true,
      rule: true,
      trying: true,
      tries: true,
      reason: true,
      updated_at: true,
    })
    .extend({
      summary: z.string(),
      /** Empty where the alert is gone. */
      state: z.string(),
      sort_value: sortValue,
      letter_id: z.string(),
    }),
});
