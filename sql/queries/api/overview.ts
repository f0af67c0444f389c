import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter } from '../columns.ts';

const percentile = count.nullable();

/** The fleet in one row; always exactly one. */
export const overview = defineQuery({
  file: new URL('./overview.sql', import.meta.url),
  params: filter,
  row: z.object({
    turns: count,
    calls: count,
    sessions: count,
    turns_with_calls: count,
    max_attempts_p50: percentile,
    max_attempts_p95: percentile,
    max_attempts_p99: percentile,
    max_attempts_max: percentile,
    distinct_ratio_p5: z.number().nullable(),
    distinct_ratio_p50: z.number().nullable(),
    retries: count,
    failed_identities: count,
    eventual_successes: count,
    /** Input and output tokens of the model steps that retried, and of all turns. */
    retry_tokens: z.number(),
    tokens: z.number(),
    retry_usd: z.number(),
    usd: z.number(),
    /** With calls whose arguments are not known: no repeat of theirs can be seen. */
    blind_turns: count,
    /** Turns by how they ended, where that is known. */
    stop_reasons: z.record(z.string(), count),
    /** With a loop of severity alert, as everywhere. */
    looping_turns: count,
    loops: count,
    loops_by_kind: z.record(z.string(), count),
  }),
});
