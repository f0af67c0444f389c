import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { filter, page, sortValue } from './columns.ts';
import { turnStatsRow } from './turn-stats-row.ts';

const ratio = z.number().min(0).max(1);

/** Bounds of `turns` that exclude nothing. */
export const ANY_TURN = {
  loops: [] as string[],
  identities: [] as string[],
  min_attempts: 0,
  max_attempts: 4_294_967_295,
  min_ratio: 0,
  max_ratio: 1,
};

/** One page of turns in the order of `sort`, ties by turn id. `loops`: turns with a loop of one of these kinds; `identities`: with a call of one. */
export const turns = defineQuery({
  file: new URL('./turns.sql', import.meta.url),
  params: z.object({
    ...filter.shape,
    ...page.shape,
    sort: z.enum([
      'max_attempts',
      'started_at',
      'calls',
      'distinct_ratio',
      'duration_ms',
      'cost',
      'errors',
    ]),
    descending: z.union([z.literal(0), z.literal(1)]),
    loops: z.array(z.string()),
    identities: z.array(z.string()),
    min_attempts: z.number().int().min(0),
    max_attempts: z.number().int().min(0),
    min_ratio: ratio,
    max_ratio: ratio,
  }),
  row: turnStatsRow.extend({ sort_value: sortValue }),
});
