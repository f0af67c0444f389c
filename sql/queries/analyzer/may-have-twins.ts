import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** A row where `twinTraces` of the same traces may have one. */
export const mayHaveTwins = defineQuery({
  file: new URL('./may_have_twins.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({ may_have: z.number() }),
});
