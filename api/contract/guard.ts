import { z } from 'zod';

import { commonQuery, listOf, pageQuery } from './query.ts';
import { page } from './turn.ts';

/** An order to end a session before its next call. */
export const stopOrder = z.object({
  stop_id: z.string(),
  session_id: z.string(),
  requested_by: z.string(),
  reason: z.string(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  state: z.enum(['standing', 'withdrawn', 'expired']),
  changed_at: z.iso.datetime(),
  changed_by: z.string(),
  /** When a guard first acted on it; null where none has told of it. */
  reached_at: z.iso.datetime().nullable(),
});
export type StopOrder = z.infer<typeof stopOrder>;

/** `GET /api/v1/stops` */
export const stopOrders = z.array(stopOrder);

/** `POST /api/v1/sessions/:id/stop` */
export const stopDraft = z.strictObject({
  reason: z.string().max(1_000).default(''),
  by: z.string().max(200).default(''),
  /** How long guards are to follow it. */
  for_seconds: z
    .number()
    .int()
    .positive()
    .max(30 * 86_400)
    .default(86_400),
});

/** `DELETE /api/v1/sessions/:id/stop` */
export const withdrawal = z.strictObject({ by: z.string().max(200).default('') });

/** What a guard follows; the data of each `stops` event of `GET /api/v1/stops/live`. */
export const standingOrders = z.object({
  stops: z.array(
    stopOrder.pick({
      stop_id: true,
      session_id: true,
      requested_by: true,
      reason: true,
      requested_at: true,
      expires_at: true,
    }),
  ),
});
export type StandingOrders = z.infer<typeof standingOrders>;

/** One decision of a guard. */
export const guardDecision = z.object({
  turn_id: z.string(),
  session_id: z.string(),
  trace_id: z.string(),
  span_id: z.string(),
  agent: z.string(),
  model: z.string(),
  decided_at: z.iso.datetime(),
  /** `note`, `stop`, `refuse`, `retry`, `half_open`, `unreachable`. */
  decision: z.string(),
  /** The rule behind it: `repeated_key`, `empty_results`, `call_ceiling`, `outside_stop`, ... */
  kind: z.string(),
  /** Stop reason; null where nothing is stopped. */
  code: z.string().nullable(),
  mode: z.string(),
  /** False: the mode only recorded what would have happened. */
  enforced: z.boolean(),
  tool: z.string(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']),
  attempts: z.number().int(),
  tried: z.array(z.string()),
  errors: z.array(z.string()),
  saved_calls: z.number().int(),
  ceiling: z
    .object({
      name: z.string(),
      value: z.number().nullable(),
      state: z.string(),
      reason: z.string(),
      ticket: z.string(),
      expires: z.string(),
      spent: z.number().nullable(),
    })
    .nullable(),
  /** `tool (effect)` of calls that were running. */
  in_flight: z.array(z.string()),
  requested_by: z.string(),
  reason: z.string(),
});
export type GuardDecision = z.infer<typeof guardDecision>;

export const guardDecisionPage = page(guardDecision);

/** `GET /api/v1/guard/decisions` */
export const guardDecisionsQuery = commonQuery.extend({
  ...pageQuery.shape,
  decision: listOf(z.string()),
  kind: listOf(z.string()),
  turn: listOf(z.string()),
});

const tally = z.object({
  decisions: z.number().int(),
  /** Calls stopped or refused. */
  enforced_stops: z.number().int(),
  /** The same in a mode that only records. */
  observed_stops: z.number().int(),
  /** Turns with such a stop. */
  turns: z.number().int(),
});

/** `GET /api/v1/guard`: what the guards of the matching turns did, and what they left undone. */
export const guardSummary = z.object({
  turns: z.number().int(),
  guarded_turns: z.number().int(),
  ...tally.omit({ turns: true }).shape,
  /** Calls that were refused after a stop, or would have been. */
  saved_calls: z.number().int(),
  /** Loops worth an alert in guarded turns, and those of them in turns in which no guard stopped anything. */
  loops: z.number().int(),
  loops_missed: z.number().int(),
  /** Turns with nothing worth a watch in which a guard stopped something. */
  healthy_turns_stopped: z.number().int(),
  by_kind: z.array(tally.extend({ kind: z.string() })),
  by_tool: z.array(tally.extend({ tool: z.string() })),
  /** By the rule of a turn's first stop. */
  saved_by_rule: z.array(
    z.object({
      rule: z.string(),
      turns: z.number().int(),
      /** Calls after that stop that were refused, or would have been. */
      saved_calls: z.number().int(),
      /** Of turns whose guard only recorded, so that what it would have saved is known; null where there are none. */
      watched: z
        .object({
          turns: z.number().int(),
          calls: z.number().int(),
          /** What the cap of 2 attempts per key alone would have saved of the same turns. */
          predicted_calls: z.number().int(),
          ms: z.number(),
          input_tokens: z.number(),
          output_tokens: z.number(),
          cost: z.number(),
        })
        .nullable(),
    }),
  ),
  by_mode: z.array(z.object({ mode: z.string(), turns: z.number().int() })),
  /** Agents whose guards never stopped anything, with the loops that they let pass; the most loops first. */
  never_fired: z.array(
    z.object({ agent: z.string(), turns: z.number().int(), loops: z.number().int() }),
  ),
});
export type GuardSummary = z.infer<typeof guardSummary>;

/** `GET /api/v1/ceilings`: what loopscope.yaml sets; an expired raise has fallen back. */
export const ceilings = z.array(
  z.object({
    name: z.string(),
    /** In force now. */
    value: z.number(),
    /** Without the raise. */
    base: z.number(),
    state: z.enum(['set', 'raised', 'expired']),
    raised_to: z.number().nullable(),
    reason: z.string(),
    ticket: z.string(),
    expires: z.string(),
    /** Decisions of guards that this ceiling led to in the last seven days. */
    reached: z.number().int(),
  }),
);
export type Ceilings = z.infer<typeof ceilings>;
