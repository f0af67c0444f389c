import { z } from 'zod';

import { alertDeliveryRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** What each receiver knows of one alert. */
export const alertDeliveriesOf = defineQuery({
  file: new URL('./alert_deliveries_of.sql', import.meta.url),
  params: z.object({ project, alert_id: z.string() }),
  row: alertDeliveryRow,
});
