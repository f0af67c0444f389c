/** What each page keeps in the URL. A value that makes no sense is dropped, never an error: links grow old. */
import {
  GUARD_STATES,
  SESSION_SORTS,
  TURN_SORTS,
  type SessionsQuery,
  type TurnsQuery,
} from '@loopscope/api/contract';
import { z } from 'zod';

import { RANGES } from './time-range.ts';

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat())
  .optional()
  .catch(undefined);
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);
const wholeNumber = z.coerce.number<string | number>().int().min(0).optional().catch(undefined);
const ratio = z.coerce.number<string | number>().min(0).max(1).optional().catch(undefined);

/** On every page: the time range and the filters. */
export const commonSearch = z.object({
  range: z.enum(RANGES).optional().catch(undefined),
  from: instant,
  to: instant,
  agent: names,
  model: names,
  tool: names,
  version: names,
  /** Absent: the reader's own zone. */
  tz: z.literal('utc').optional().catch(undefined),
});
export type CommonSearch = z.infer<typeof commonSearch>;
/** Kept when the page changes. */
export const COMMON_NAMES = [
  'range',
  'from',
  'to',
  'agent',
  'model',
  'tool',
  'version',
  'tz',
] as const satisfies (keyof CommonSearch)[];

/** Charts that are shown as tables. */
export const overviewSearch = commonSearch.extend({ table: names });

type TurnSort = TurnsQuery['sort'];
export const DEFAULT_TURN_SORT: TurnSort = '-max_attempts';
export const isTurnSort = (text: string): text is TurnSort =>
  TURN_SORTS.some((name) => text === name || text === `-${name}`);

/** What a list keeps: the columns chosen, whether it follows what comes in, whether its facets are open. */
const listState = {
  cols: names,
  live: z.literal('on').optional().catch(undefined),
  facets: z.enum(['on', 'off']).optional().catch(undefined),
};

const SESSION_ORDERS: ReadonlySet<string> = new Set(
  SESSION_SORTS.flatMap((name) => [name, `-${name}`]),
);
type SessionSort = SessionsQuery['sort'];
export const DEFAULT_SESSION_SORT: SessionSort = '-last_seen_at';
export const isSessionSort = (text: string): text is SessionSort => SESSION_ORDERS.has(text);
export const sessionsSearch = commonSearch.extend({
  ...listState,
  sort: z.string().refine(isSessionSort).optional().catch(undefined),
});
export type SessionsSearch = z.infer<typeof sessionsSearch>;

const isGuardState = (text: string): boolean => GUARD_STATES.some((state) => state === text);

export const turnsSearch = commonSearch.extend({
  ...listState,
  sort: z.string().refine(isTurnSort).optional().catch(undefined),
  loop: names,
  identity: names,
  guard: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat().filter(isGuardState))
    .transform((states): string[] | undefined => (states.length === 0 ? undefined : states))
    .optional()
    .catch(undefined),
  /** How turns ended. */
  stop: names,
  /** In tools' names and error texts, or the beginning of an intent's hash. */
  q: z.string().min(2).max(200).optional().catch(undefined),
  min_attempts: wholeNumber,
  max_attempts: wholeNumber,
  min_ratio: ratio,
  max_ratio: ratio,
});
export type TurnsSearch = z.infer<typeof turnsSearch>;

/** `q`: a tool, or the beginning of an identity's or a signature's hash. */
export const signaturesSearch = commonSearch.extend({ q: z.string().optional().catch(undefined) });
export type SignaturesSearch = z.infer<typeof signaturesSearch>;

export const alertsSearch = commonSearch.extend({
  part: z.enum(['history', 'rules', 'silences', 'receivers']).optional().catch(undefined),
  /** The alert that a message led to, and what its reader wants to do. */
  alert: z.string().optional().catch(undefined),
  action: z.enum(['silence']).optional().catch(undefined),
  /** The rule that a message led to. */
  rule: z.string().optional().catch(undefined),
  /** The rule in the form, by name, and the one that a new rule begins as; `*` is an empty one. */
  edit: z.string().optional().catch(undefined),
  like: z.string().optional().catch(undefined),
});

/** `action`: what the reader of a message wants to do; the page asks before it does it. */
export const sessionSearch = commonSearch.extend({
  action: z.enum(['stop']).optional().catch(undefined),
});

/** `show`: absent shows only what guards stopped. */
export const guardSearch = commonSearch.extend({
  show: z.literal('all').optional().catch(undefined),
});
export type GuardSearch = z.infer<typeof guardSearch>;

export const loopsSearch = commonSearch.extend({
  kind: names,
  severity: z.enum(['alert', 'watch']).optional().catch(undefined),
});
export type LoopsSearch = z.infer<typeof loopsSearch>;

/** `step`: `seq` of the selected step. `open`: the unfolded folds. `cap`: attempts per key that the savings slider allows. `view`: absent shows the steps. */
export const trajectorySearch = commonSearch.extend({
  step: wholeNumber,
  open: z.string().optional().catch(undefined),
  cap: z.coerce.number<string | number>().int().min(1).max(10).optional().catch(undefined),
  view: z.enum(['graph', 'compare']).optional().catch(undefined),
  /** Words that are looked for in the run. */
  find: z.string().max(200).optional().catch(undefined),
  /** The part of the run that the timeline shows: `from-to` in milliseconds. */
  zoom: z.string().optional().catch(undefined),
  /** The turn beside this one. */
  with: z.string().optional().catch(undefined),
  /** The loop that a message led to, and what its reader wants to do. */
  loop: z.string().optional().catch(undefined),
  action: z.enum(['not_a_loop']).optional().catch(undefined),
});
export type TrajectorySearch = z.infer<typeof trajectorySearch>;
