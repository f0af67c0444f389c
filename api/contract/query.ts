import { z } from 'zod';

const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .optional();

/** One value or several of it. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .union([item, z.array(item)])
    .transform((value): z.output<Item>[] => (Array.isArray(value) ? value : [value]))
    .optional();

/** Filters that every route takes. Times are ISO 8601; several values of one filter mean "any of them". */
export const commonQuery = z.strictObject({
  from: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Included. Absent: 24 hours before `to`.'),
  to: z.iso.datetime({ offset: true }).optional().describe('Excluded. Absent: now.'),
  agent: list,
  model: list,
  tool: list,
  version: list,
  session: list,
});
export type CommonQuery = z.infer<typeof commonQuery>;

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().optional(),
});

export const TURN_SORTS = [
  'max_attempts',
  'started_at',
  'calls',
  'distinct_ratio',
  'duration_ms',
  'cost',
  'errors',
] as const;
/** A guard stopped something, let all pass, or there was none. */
export const GUARD_STATES = ['stopped', 'allowed', 'unguarded'] as const;

const searched = z
  .string()
  .min(2)
  .max(200)
  .optional()
  .describe(
    'A part of a tool’s name or of an error text, or the beginning of an identity or a signature.',
  );

export const turnsQuery = commonQuery.extend({
  ...pageQuery.shape,
  /** A leading `-` sorts descending. */
  sort: z
    .enum([...TURN_SORTS, ...TURN_SORTS.map((name) => `-${name}` as const)])
    .default('-max_attempts'),
  loop: list,
  identity: list.describe('Turns with a call of this identity or signature.'),
  min_attempts: z.coerce.number().int().min(0).optional(),
  max_attempts: z.coerce.number().int().min(0).optional(),
  guard: listOf(z.enum(GUARD_STATES)).describe('What guards did in the turn.'),
  stop: list.describe('How the turn ended: a `stop_reason`.'),
  q: searched,
  min_ratio: z.coerce.number().min(0).max(1).optional(),
  max_ratio: z.coerce.number().min(0).max(1).optional(),
});
export type TurnsQuery = z.infer<typeof turnsQuery>;

export const listQuery = commonQuery.extend({ ...pageQuery.shape });
export type ListQuery = z.infer<typeof listQuery>;

export const SESSION_SORTS = [
  'last_seen_at',
  'max_attempts',
  'calls',
  'turns',
  'errors',
  'cost',
] as const;
export const sessionsQuery = listQuery.extend({
  /** A leading `-` sorts descending. */
  sort: z
    .enum([...SESSION_SORTS, ...SESSION_SORTS.map((name) => `-${name}` as const)])
    .default('-last_seen_at'),
});
export type SessionsQuery = z.infer<typeof sessionsQuery>;

export const facetsQuery = commonQuery.extend({
  loop: list,
  min_attempts: z.coerce.number().int().min(0).optional(),
  max_attempts: z.coerce.number().int().min(0).optional(),
  guard: listOf(z.enum(GUARD_STATES)),
  stop: list,
  q: searched,
});
export type FacetsQuery = z.infer<typeof facetsQuery>;

export const signaturesQuery = commonQuery.extend({
  ...pageQuery.shape,
  q: z
    .string()
    .max(512)
    .optional()
    .describe('A part of the tool’s name, or the beginning of an identity or a signature.'),
});
export type SignaturesQuery = z.infer<typeof signaturesQuery>;

export const loopsQuery = commonQuery.extend({
  ...pageQuery.shape,
  kind: list,
  severity: z.enum(['alert', 'watch']).optional(),
});
export type LoopsQuery = z.infer<typeof loopsQuery>;

export const seriesQuery = commonQuery.extend({
  /** Seconds of one point; chosen from the range when absent. */
  step: z.coerce.number().int().min(1).max(86_400).optional(),
});
export type SeriesQuery = z.infer<typeof seriesQuery>;
