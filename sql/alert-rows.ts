import { z } from 'zod';

const int64 = z.string().regex(/^-?\d+$/);
const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/);
const flag = z.union([z.literal(0), z.literal(1)]);

export const alertState = z.enum(['inactive', 'pending', 'firing', 'resolved']);

/** `alert_states`: one row per rule and subject. Key: (project, alert_id); the highest version wins. */
export const alertStateRow = z.object({
  project: z.string(),
  /** 16 hex characters of (project, rule, scope, subject): stable, so receivers can tell repeats apart. */
  alert_id: z.string(),
  rule: z.string(),
  scope: z.enum(['session', 'turn']),
  /** Session or turn id. */
  subject: z.string(),
  state: alertState,
  severity: z.string(),
  /** When `state` began, on the evaluator's clock. */
  since: instant,
  updated_at: instant,
  /** One sentence; what a notification says first. */
  summary: z.string(),
  agent_name: z.string(),
  session_id: z.string(),
  turn_id: z.string(),
  /** JSON object text: the numbers the condition was read from. */
  facts: z.string(),
  /** Receivers that still owe the delivery of the last firing or resolve. */
  undelivered: z.array(z.string()),
  version: int64,
});
export type AlertStateRow = z.infer<typeof alertStateRow>;

/** `alert_events`: history. Key: (project, alert_id, at, kind, to_state, receiver). */
export const alertEventRow = z.object({
  project: z.string(),
  alert_id: z.string(),
  at: instant,
  rule: z.string(),
  scope: z.enum(['session', 'turn']),
  subject: z.string(),
  /** `transition` or `delivery`. */
  kind: z.enum(['transition', 'delivery']),
  from_state: alertState,
  to_state: alertState,
  /** Deliveries: the receiver, and `delivered` or why not. */
  receiver: z.string(),
  result: z.string(),
  summary: z.string(),
});
export type AlertEventRow = z.infer<typeof alertEventRow>;

/** `silences`: Key: (project, silence_id). */
export const silenceRow = z.object({
  project: z.string(),
  silence_id: z.string(),
  created_at: instant,
  expires_at: instant,
  /** JSON object text: rule, scope, subject, agent; an absent one matches all. */
  matcher: z.string(),
  comment: z.string(),
  version: int64,
  deleted: flag,
});
export type SilenceRow = z.infer<typeof silenceRow>;
