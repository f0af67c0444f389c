import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';

/** One row: how far the analyzer is behind. */
export const unresolvedTraces = defineQuery({
  file: new URL('./unresolved_traces.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({ traces: count }),
});
