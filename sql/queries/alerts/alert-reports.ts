import { z } from 'zod';

import { alertReportRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** What the evaluator last said of itself, part by part. */
export const alertReports = defineQuery({
  file: new URL('./alert_reports.sql', import.meta.url),
  params: z.object({ project }),
  row: alertReportRow,
});
