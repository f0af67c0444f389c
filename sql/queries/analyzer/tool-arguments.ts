import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { outcome, resultKind } from '../../rows/rows.ts';
import { count, filter } from '../columns.ts';

/** A bounded sample of one tool's calls in the matching turns, in order within each turn. */
export const toolArguments = defineQuery({
  file: new URL('./tool_arguments.sql', import.meta.url),
  params: filter.extend({
    tool: z.string(),
    calls: z.number().int().min(1),
    chars: z.number().int().min(1),
  }),
  row: z.object({
    turn_id: z.string(),
    seq: count,
    args: z.string(),
    outcome,
    error_class: z.string(),
    error_template: z.string(),
    result_kind: resultKind,
    result_fingerprint: z.string(),
  }),
});
