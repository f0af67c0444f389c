import { alertStateRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { news, storedUs } from '../columns.ts';

/** What is new among the alerts since `after`, as in `freshTurns`. */
export const freshAlerts = defineQuery({
  file: new URL('./fresh_alerts.sql', import.meta.url),
  params: news,
  row: alertStateRow
    .pick({
      alert_id: true,
      rule: true,
      scope: true,
      subject: true,
      state: true,
      severity: true,
      summary: true,
    })
    .extend({ stored_us: storedUs }),
});
