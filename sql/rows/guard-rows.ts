import { z } from 'zod';

import { effect } from './rows.ts';

const int64 = z.string().regex(/^-?\d+$/);
const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/);

/** What a guard decided once, as its span event says it; '' and null for what it does not say. */
const reportedDecision = z.object({
  /** Nanoseconds since the epoch. */
  time_ns: int64,
  decision: z.string(),
  /** The rule behind it. */
  kind: z.string(),
  /** Stop reason; empty where nothing is stopped. */
  code: z.string(),
  mode: z.string(),
  /** 0 where the mode only records what would have happened. */
  enforced: z.union([z.literal(0), z.literal(1)]),
  tool: z.string(),
  call_id: z.string(),
  effect,
  attempt_key: z.string(),
  attempts: z.number().int(),
  tried: z.array(z.string()),
  errors: z.array(z.string()),
  saved_calls: z.number().int(),
  ceiling_name: z.string(),
  /** Null where there is none, or no number was given. */
  ceiling: z.number().nullable(),
  ceiling_state: z.string(),
  ceiling_reason: z.string(),
  ceiling_ticket: z.string(),
  ceiling_expires: z.string(),
  spent: z.number().nullable(),
  in_flight: z.array(z.string()),
  stop_source: z.string(),
  requested_by: z.string(),
  reason: z.string(),
});

/** JSON in `spans.guard`: what the guard around this span says of itself. */
export const guardReport = z.object({
  mode: z.string(),
  /** Whether stops from outside can reach it: `connected`, `polling`, `unreachable`; empty where it has no source. */
  stop_source: z.string(),
  decisions: z.array(reportedDecision),
});
export type GuardReport = z.infer<typeof guardReport>;

/** `guard_decisions`: one row per decision. Key: (project, trace_id, span_id, position). */
export const guardDecisionRow = reportedDecision.omit({ time_ns: true }).extend({
  project: z.string(),
  trace_id: z.string(),
  span_id: z.string(),
  /** 0-based among the decisions of its span. */
  position: z.number().int(),
  /** Empty where its turn is not known. */
  turn_id: z.string(),
  session_id: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  environment: z.string(),
  decided_at: instant,
  version: int64,
});
export type GuardDecisionRow = z.infer<typeof guardDecisionRow>;

/** `session_stops`: one row per order. Key: (project, session_id, stop_id). */
export const sessionStopRow = z.object({
  project: z.string(),
  session_id: z.string(),
  stop_id: z.string(),
  requested_at: instant,
  requested_by: z.string(),
  reason: z.string(),
  /** From then on it stands no longer. */
  expires_at: instant,
  state: z.enum(['standing', 'withdrawn']),
  changed_at: instant,
  changed_by: z.string(),
  version: int64,
});
export type SessionStopRow = z.infer<typeof sessionStopRow>;
