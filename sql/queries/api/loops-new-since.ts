import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** Loops (kind and shape) that only turns of this version, or model, have shown, the first of them since a time. */
export const loopsNewSince = defineQuery({
  file: new URL('./loops_new_since.sql', import.meta.url),
  params: z.object({
    project,
    dimension: z.enum(['version', 'model']),
    value: z.string(),
    since: instant,
    limit: z.number().int().min(1),
  }),
  row: z.object({
    kind: z.string(),
    shape: z.string(),
    loops: count,
    turns: count,
    alerts: count,
    first_at: instant,
    example_loop_id: z.string(),
  }),
});
