import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { filter } from '../columns.ts';
import { toolTotalsRow } from './tool-totals-row.ts';

/** One row, or none for a tool that was not called in the matching turns. */
export const tool = defineQuery({
  file: new URL('./tool.sql', import.meta.url),
  params: filter.extend({ tool: z.string() }),
  row: toolTotalsRow,
});
