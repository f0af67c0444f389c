import { z } from 'zod';

const count = z.number().int().nonnegative();
const ratio = z.number().min(0).max(1);

/** Ratios and percentiles are null where nothing was counted. */
export const overview = z.object({
  turns: count,
  calls: count,
  sessions: count,
  max_attempts: z.object({
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
    max: z.number().nullable(),
  }),
  distinct_ratio: z.object({ p5: ratio.nullable(), p50: ratio.nullable() }),
  retry: z.object({
    retries: count,
    eventual_success_rate: ratio.nullable(),
    token_share: ratio.nullable(),
    /** Of the money, where prices are known. */
    cost_share: ratio.nullable(),
  }),
  /** Loops of either severity, by kind; turns with one of severity alert. */
  loops: z.object({ total: count, by_kind: z.record(z.string(), count), turns: count }),
  /** Turns with calls whose arguments were not sent: no repeat of these can be seen. */
  blind_turns: count,
  /** Turns by how they ended, where that is known: `stop`, `max_steps`, `repeated_call` of a guard, and the like. */
  stop_reasons: z.record(z.string(), count),
});
export type Overview = z.infer<typeof overview>;

/** Points without turns are absent: missing is a gap, not a zero. */
export const maxAttemptsPoint = z.object({
  t: z.iso.datetime(),
  turns: count,
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
});
export type MaxAttemptsPoint = z.infer<typeof maxAttemptsPoint>;
export const maxAttemptsSeries = z.array(maxAttemptsPoint);
export type MaxAttemptsSeries = z.infer<typeof maxAttemptsSeries>;

export const maxAttemptsHistogram = z.array(z.object({ attempts: count, turns: count }));
export type MaxAttemptsHistogram = z.infer<typeof maxAttemptsHistogram>;

/** Ten bins of [from, to); the last one includes 1. */
export const distinctRatioHistogram = z.array(z.object({ from: ratio, to: ratio, turns: count }));
export type DistinctRatioHistogram = z.infer<typeof distinctRatioHistogram>;
