import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { loopRow } from '../../rows/rows.ts';
import { filter, page, sortValue } from '../columns.ts';

/** One page of incidents, the latest first, ties by loop id. */
export const loops = defineQuery({
  file: new URL('./loops.sql', import.meta.url),
  params: z.object({
    ...filter.shape,
    ...page.shape,
    kinds: z.array(z.string()),
    severities: z.array(z.string()),
  }),
  row: loopRow.extend({ sort_value: sortValue }),
});
