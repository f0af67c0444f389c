import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { declarationRow } from '../../rows/verdict-rows.ts';
import { project } from '../columns.ts';

/** Who declared a tool how, when and why; the latest first. */
export const declarationHistory = defineQuery({
  file: new URL('./declaration_history.sql', import.meta.url),
  params: z.object({ project, tool: z.string(), limit: z.number().int().min(1) }),
  row: declarationRow,
});
