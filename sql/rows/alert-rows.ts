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
  /** `session`, `turn`, `tool`, `fleet`, ...: what the subject is. */
  scope: z.string(),
  /** Session or turn id, tool name, or what else the scope has subjects of; empty where there is but one. */
  subject: z.string(),
  state: alertState,
  severity: z.string(),
  /** When `state` began, on the evaluator's clock. */
  since: instant,
  /** When the latest incident began to fire; equal to `since` before the first. */
  started_at: instant,
  updated_at: instant,
  /** One sentence; what a notification says first. */
  summary: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  environment: z.string(),
  tool: z.string(),
  session_id: z.string(),
  turn_id: z.string(),
  /** JSON object text: the numbers the condition was read from. */
  facts: z.string(),
  /** JSON object text: of text by name, the rule's templates filled in. */
  labels: z.string(),
  annotations: z.string(),
  /** JSON object text of the loop behind it: kind, summary, fix, where; empty where none is known. */
  diagnosis: z.string(),
  /** JSON object text: who or what keeps it from being told now; empty where nothing does. */
  muted: z.string(),
  /** Starts of its latest incidents, milliseconds since the epoch, the oldest first: many in short time is flapping. */
  starts: z.array(int64),
  /** When something of its subject last arrived, on the evaluator's clock; the epoch in rows of older versions. */
  last_seen_at: instant,
  /** Whether its condition held in the latest looks, the newest last; empty where the rule does not count them. */
  looks: z.array(flag),
  version: int64,
});
export type AlertStateRow = z.infer<typeof alertStateRow>;

/** `alert_events`: history. Key: (project, alert_id, at, kind, to_state, receiver). */
export const alertEventRow = z.object({
  project: z.string(),
  alert_id: z.string(),
  at: instant,
  rule: z.string(),
  scope: z.string(),
  subject: z.string(),
  /** A move of the state, a message to a receiver, or a change of what mutes it. */
  kind: z.enum(['transition', 'delivery', 'mute']),
  from_state: alertState,
  to_state: alertState,
  /** Deliveries: the receiver, and `delivered` or why not. */
  receiver: z.string(),
  result: z.string(),
  summary: z.string(),
});
export type AlertEventRow = z.infer<typeof alertEventRow>;

export const alertEmission = z.enum(['', 'firing', 'resolved']);

/** `alert_deliveries`: what one receiver knows of one alert. Key: (project, alert_id, receiver). */
export const alertDeliveryRow = z.object({
  project: z.string(),
  alert_id: z.string(),
  receiver: z.string(),
  rule: z.string(),
  /** Start of the incident that the rest is about, milliseconds since the epoch. */
  incident: int64,
  /** What it is sure to have heard. */
  told: alertEmission,
  told_at: instant,
  /** What is being told: after a crash nobody knows whether it arrived. */
  trying: alertEmission,
  /** A try ended so that it may have arrived. */
  doubtful: flag,
  /** Name of the message at the receiver: alerts told together share it. */
  thread: z.string(),
  tries: z.number().int(),
  /** Why the latest try failed; empty where it did not. */
  reason: z.string(),
  /** It was refused, or failed often: somebody should look. */
  dead: flag,
  updated_at: instant,
  version: int64,
});
export type AlertDeliveryRow = z.infer<typeof alertDeliveryRow>;

/** `silences`: who muted what and when. Key: (project, silence_id). */
export const silenceRow = z.object({
  project: z.string(),
  silence_id: z.string(),
  /** `silence` and `maintenance` mute what matches; `acknowledge` mutes the repeats of one incident. */
  kind: z.enum(['silence', 'maintenance', 'acknowledge']),
  created_at: instant,
  created_by: z.string(),
  starts_at: instant,
  expires_at: instant,
  /** A window from `starts_at` that lasts so long comes again every day or week until `expires_at`. */
  repeat: z.enum(['none', 'daily', 'weekly']),
  window_seconds: z.number().int(),
  /** JSON object text: rule, scope, subject, agent, ...; an absent one matches all. */
  matcher: z.string(),
  comment: z.string(),
  version: int64,
  deleted: flag,
});
export type SilenceRow = z.infer<typeof silenceRow>;

/** `alert_rules`: rules made in the UI. Key: (project, name). */
export const alertRuleRow = z.object({
  project: z.string(),
  name: z.string(),
  /** YAML of the one rule. */
  text: z.string(),
  /** A rule that is not enabled also switches off the one of the same name from elsewhere. */
  enabled: flag,
  updated_at: instant,
  updated_by: z.string(),
  version: int64,
  deleted: flag,
});
export type AlertRuleRow = z.infer<typeof alertRuleRow>;

/** `alert_reports`: what the evaluator says of itself. Key: (project, part); the highest version wins. */
export const alertReportRow = z.object({
  project: z.string(),
  part: z.enum(['rules', 'receivers', 'problems', 'failures', 'metrics', 'file']),
  /** JSON text; its form is the evaluator's own. */
  text: z.string(),
  reported_at: instant,
  version: int64,
});
export type AlertReportRow = z.infer<typeof alertReportRow>;

/** `alert_orders`: what people ask of the evaluator. Key: (project, order_id). */
export const alertOrderRow = z.object({
  project: z.string(),
  order_id: z.string(),
  /** `test` sends one message to a receiver; `redrive` tells it again at once what it did not take. */
  kind: z.enum(['test', 'redrive']),
  receiver: z.string(),
  /** Of a redrive the alert; empty for all that the receiver did not take. */
  alert_id: z.string(),
  ordered_at: instant,
  ordered_by: z.string(),
  state: z.enum(['open', 'done']),
  /** What came of it; empty while it is open. */
  outcome: z.string(),
  reason: z.string(),
  duration_ms: z.number(),
  version: int64,
});
export type AlertOrderRow = z.infer<typeof alertOrderRow>;

/** `alert_leases`: who evaluates. Claims of a term and heartbeats of its holder, by the store's clock. */
export const alertLeaseRow = z.object({
  project: z.string(),
  term: z.number().int(),
  holder: z.string(),
  /** 0 is the claim; the holder's heartbeats count up; -1 lets go. */
  beat: z.number().int(),
});
export type AlertLeaseRow = z.infer<typeof alertLeaseRow>;
