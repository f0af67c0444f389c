import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { filter, page, sortValue } from '../columns.ts';
import { toolTotalsRow } from './tool-totals-row.ts';

/** One page of tools: those first that repeat a high share of their calls, then the most repeated, ties by name. */
export const tools = defineQuery({
  file: new URL('./tools.sql', import.meta.url),
  params: z.object({ ...filter.shape, ...page.shape, high_share: z.number() }),
  row: toolTotalsRow.extend({ sort_value: sortValue }),
});
