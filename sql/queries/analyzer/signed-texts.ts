import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project, spanPage } from '../columns.ts';

/** Whole texts of some tools' spans, page by page; sizes are those of the texts as sent, which may have been cut at rest. */
export const signedTexts = defineQuery({
  file: new URL('./signed_texts.sql', import.meta.url),
  params: z.object({
    project,
    trace_ids: z.array(z.string()),
    tools: z.array(z.string()),
    with_results: z.array(z.string()),
    ...spanPage,
  }),
  row: z.object({
    trace_id: z.string(),
    span_id: z.string(),
    args: z.string().nullable(),
    result: z.string().nullable(),
    args_size: count,
    result_size: count,
  }),
});
export type SignedTextRow = z.infer<typeof signedTexts.row>;
