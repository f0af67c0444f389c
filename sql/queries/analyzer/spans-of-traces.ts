import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { spanRow } from '../../rows/rows.ts';
import { int64, microInstant, project, spanPage } from '../columns.ts';

export const narrowSpanRow = spanRow.omit({
  args: true,
  result: true,
  attributes: true,
  events: true,
  status_message: true,
});
/** A span without its texts; `messages` is empty unless the span is a model's. */
export type NarrowSpanRow = z.infer<typeof narrowSpanRow>;

/** Spans of the traces, of the named inserts, page by page in the order of their ids; one that came more than once may stand there more than once. */
export const spansOfTraces = defineQuery({
  file: new URL('./spans_of_traces.sql', import.meta.url),
  params: z.object({
    project,
    trace_ids: z.array(z.string()),
    /** When the store took them, on its clock; all of them where none is named. */
    blocks: z.array(microInstant),
    /** None that began later. */
    until_ns: int64,
    ...spanPage,
  }),
  row: narrowSpanRow,
  isUniform: true,
});
