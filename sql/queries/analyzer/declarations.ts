import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { declarationRow } from '../../rows/verdict-rows.ts';
import { count, project } from '../columns.ts';

/** The latest declaration of each tool that people declared, removed ones too. */
export const declarations = defineQuery({
  file: new URL('./declarations.sql', import.meta.url),
  params: z.object({ project }),
  row: declarationRow.omit({ project: true }).extend({ changes: count }),
});
export type StandingDeclaration = z.infer<typeof declarations.row>;
