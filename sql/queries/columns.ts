import { z } from 'zod';

/** Types of columns and parameters that the questions share. */

/** A 64-bit count; it arrives as digits and is far below what a double holds. */
export const count = z.coerce.number().int();
/** Stays digits: versions may need all 64 bits. */
export const int64 = z.string().regex(/^-?\d+$/);
/** `YYYY-MM-DD hh:mm:ss.mmm`, UTC. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/);
/** `YYYY-MM-DD hh:mm:ss.uuuuuu`, UTC. */
export const microInstant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/);
export const flag = z.union([z.literal(0), z.literal(1)]);
export const project = z.string();
const texts = z.array(z.string());

/** What narrows every question of the api. An empty list does not narrow; `tools`: turns in which one was called. */
export const filter = z.object({
  project,
  /** Included. */
  from: instant,
  /** Excluded. */
  to: instant,
  agents: texts,
  models: texts,
  tools: texts,
  versions: texts,
  sessions: texts,
});
export type Filter = z.infer<typeof filter>;

/**
 * A page in a stable order. The first one has `after_id: ''`; the next one repeats `sort_value` and id of the last row
 * seen. Sort values are whole numbers below 2^53, so that they compare equal after the way through JSON.
 */
export const page = z.object({
  limit: z.number().int().min(1),
  after_value: z.number().int(),
  after_id: z.string(),
});
export type Page = z.infer<typeof page>;

/** A page of spans in the order of their ids; the first one is after two empty ids, the next one after the last span seen. */
export const spanPage = {
  after_trace: z.string(),
  after_span: z.string(),
  limit: z.number().int(),
};
/** Ascending within the page, whatever the direction of the sort. */
export const sortValue = z.coerce.number();

/** Microseconds since the epoch at which the store took a row, as digits: what arrived after it is news. */
export const storedUs = z.string().regex(/^-?\d+$/);
export const news = z.object({ project, after: storedUs, limit: z.number().int().min(1) });
