import { z } from 'zod';

import { silenceRow } from '../../rows/alert-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Silences that have not expired at `at`. */
export const silences = defineQuery({
  file: new URL('./silences.sql', import.meta.url),
  params: z.object({ project, at: instant }),
  row: silenceRow,
});
