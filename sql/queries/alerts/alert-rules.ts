import { z } from 'zod';

import { alertRuleRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Rules made in the UI, by name. */
export const alertRules = defineQuery({
  file: new URL('./alert_rules.sql', import.meta.url),
  params: z.object({ project }),
  row: alertRuleRow,
});
