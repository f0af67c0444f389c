import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** The spans of a turn that say some words, in start order, with the place and what stands around it; the case does not matter. */
export const findInTurn = defineQuery({
  file: new URL('./find_in_turn.sql', import.meta.url),
  params: z.object({
    project,
    turn_id: z.string(),
    words: z.string(),
    limit: z.number().int().min(1),
  }),
  row: z.object({
    span_id: z.string(),
    /** `seq` of the call in its turn; -1 for spans that are no calls. */
    call_seq: z.coerce.number().int(),
    place: z.enum(['name', 'args', 'result', 'error', 'text', 'user_text']),
    excerpt: z.string(),
  }),
});
