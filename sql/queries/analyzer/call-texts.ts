import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, int64, microInstant, project, spanPage } from '../columns.ts';

export const callTextRow = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  /** At most `chars` characters; null where none was sent or none is kept. */
  args: z.string().nullable(),
  result: z.string().nullable(),
  /** Length of the whole result. */
  result_size: count,
  /** Of two deliveries of a span the higher version counts, then the later end. */
  end_ns: int64,
  version: int64,
});
export type CallTextRow = z.infer<typeof callTextRow>;

/** Argument and result texts of the tool spans of some traces, of the named inserts, cut to `chars` characters each, page by page; one that came more than once may stand there more than once. */
export const callTexts = defineQuery({
  file: new URL('./call_texts.sql', import.meta.url),
  params: z.object({
    project,
    trace_ids: z.array(z.string()),
    /** When the store took them, on its clock; all of them where none is named. */
    blocks: z.array(microInstant),
    chars: z.number().int(),
    ...spanPage,
  }),
  row: callTextRow,
});
