import { z } from 'zod';

import { guardDecisionRow } from '../../rows/guard-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { count, filter, instant, page, project, sortValue } from '../columns.ts';

const counts = z.record(z.string(), count);

/** One row: how the guards of the matching turns did. */
export const guardSummary = defineQuery({
  file: new URL('./guard_summary.sql', import.meta.url),
  params: filter,
  row: z.object({
    turns: count,
    guarded_turns: count,
    loops: count,
    loops_missed: count,
    healthy_turns_stopped: count,
    turns_by_mode: counts,
    turns_by_agent: counts,
    stops_by_agent: counts,
    loops_by_agent: counts,
  }),
});

/** Decisions by facet (`kind`, `tool`; empty for all of them) and its values. No row where there are none. */
export const guardTallies = defineQuery({
  file: new URL('./guard_tallies.sql', import.meta.url),
  params: filter,
  row: z.object({
    facet: z.enum(['', 'kind', 'tool']),
    value: z.string(),
    decisions: count,
    enforced_stops: count,
    observed_stops: count,
    turns: count,
    saved_calls: count,
  }),
});

/** What was saved by the rule of a turn's first stop; no row where nothing was stopped. */
export const guardSavings = defineQuery({
  file: new URL('./guard_savings.sql', import.meta.url),
  params: filter.extend({
    /** Attempts per key that the prediction beside it allows. */
    cap: z.number().int().positive(),
  }),
  row: z.object({
    rule: z.string(),
    turns: count,
    saved_calls: count,
    /** Turns whose guard only recorded; the figures behind it are of these alone. */
    watched_turns: count,
    watched_calls: count,
    predicted_calls: count,
    ms: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost: z.number(),
  }),
});

/** One page of decisions, the latest first; an empty list of decisions, kinds or turns does not narrow. */
export const guardDecisions = defineQuery({
  file: new URL('./guard_decisions.sql', import.meta.url),
  params: z.object({
    ...filter.shape,
    ...page.shape,
    decisions: z.array(z.string()),
    kinds: z.array(z.string()),
    turns: z.array(z.string()),
  }),
  row: guardDecisionRow.extend({ id: z.string(), sort_value: sortValue }),
});

/** Decisions by the ceiling that led to them. */
export const ceilingsReached = defineQuery({
  file: new URL('./ceilings_reached.sql', import.meta.url),
  params: z.object({ project, since: instant }),
  row: z.object({ ceiling_name: z.string(), reached: count }),
});
