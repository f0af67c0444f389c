import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { spanRow } from '../../rows/rows.ts';
import { microInstant, project } from '../columns.ts';

export const narrowSpanRow = spanRow.omit({
  args: true,
  result: true,
  attributes: true,
  events: true,
  status_message: true,
});
/** A span without its texts; `messages` is empty unless the span is a model's. */
export type NarrowSpanRow = z.infer<typeof narrowSpanRow>;

/** Spans of the traces, of the named inserts, in start order; one that came more than once may stand there more than once. */
export const spansOfTraces = defineQuery({
  file: new URL('./spans_of_traces.sql', import.meta.url),
  params: z.object({
    project,
    trace_ids: z.array(z.string()),
    /** When the store took them, on its clock; all of them where none is named. */
    blocks: z.array(microInstant),
    limit: z.number().int(),
  }),
  row: narrowSpanRow,
  isUniform: true,
});
