import { z } from 'zod';

import { listOf, pageQuery } from './query.ts';
import { page } from './turn.ts';

export const ALERT_STATES = ['inactive', 'pending', 'firing', 'resolved'] as const;
const alertState = z.enum(ALERT_STATES);

/** Why nobody is told of it now: a silence or window, the session's own alert, or somebody who has it in hand. */
export const alertMute = z.object({
  kind: z.enum(['silence', 'maintenance', 'inhibition', 'acknowledge']),
  /** Of the silence, or of the alert that inhibits. */
  id: z.string(),
  comment: z.string(),
  by: z.string(),
  until: z.iso.datetime().nullable(),
});
export type AlertMute = z.infer<typeof alertMute>;

export const openAlerts = z.object({
  firing: z.number().int().nonnegative(),
  pending: z.number().int().nonnegative(),
});
export type OpenAlerts = z.infer<typeof openAlerts>;

export const alert = z.object({
  alert_id: z.string(),
  rule: z.string(),
  /** `session`, `turn`, `tool`, `fleet`, `release`, `ingestion`, `guard` or `config`: what the subject is. */
  scope: z.string(),
  /** The session or turn id, the tool's name, ...; empty where the scope has but one subject. */
  subject: z.string(),
  state: alertState,
  severity: z.string(),
  /** When the state began. */
  since: z.iso.datetime(),
  /** When the latest incident began to fire; null where it never did. */
  started_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
  summary: z.string(),
  agent: z.string(),
  agent_version: z.string(),
  model: z.string(),
  environment: z.string(),
  tool: z.string(),
  session_id: z.string(),
  turn_id: z.string(),
  /** The numbers that the condition was read from; null where there was nothing to count. */
  facts: z.record(z.string(), z.number().nullable()),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  /** The loop behind it; null where none is known. */
  diagnosis: z
    .object({
      loop_id: z.string(),
      turn_id: z.string(),
      kind: z.string(),
      summary: z.string(),
      fix_place: z.string(),
      fix: z.string(),
    })
    .nullable(),
  muted: alertMute.nullable(),
  /** It begins and ends so often that its end is told only when it lasts. */
  flapping: z.boolean(),
});
export type Alert = z.infer<typeof alert>;
export const alertPage = page(alert);
export type AlertPage = z.infer<typeof alertPage>;

export const alertsQuery = pageQuery.extend({
  state: listOf(alertState),
  rule: listOf(z.string()),
  scope: listOf(z.string()),
  agent: listOf(z.string()),
  session: listOf(z.string()),
  turn: listOf(z.string()),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

/** The loop behind what an alert says, in the words of its diagnosis. */
export const loopBehind = z.object({
  loop_id: z.string(),
  turn_id: z.string(),
  summary: z.string(),
});
export type LoopBehind = z.infer<typeof loopBehind>;

/** One thing that happened to an alert. */
export const alertEvent = z.object({
  alert_id: z.string(),
  at: z.iso.datetime(),
  rule: z.string(),
  scope: z.string(),
  subject: z.string(),
  /** It moved, a receiver was told (or not), or somebody muted it. */
  kind: z.enum(['transition', 'delivery', 'mute']),
  from_state: alertState,
  to_state: alertState,
  receiver: z.string(),
  result: z.string(),
  summary: z.string(),
  /** Of a turn's or a session's alert; null where no loop is known. */
  loop: loopBehind.nullable(),
});
export type AlertEvent = z.infer<typeof alertEvent>;
export const alertEventPage = page(alertEvent);

export const alertHistoryQuery = pageQuery.extend({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  rule: listOf(z.string()),
  receiver: listOf(z.string()),
  kind: listOf(z.enum(['transition', 'delivery', 'mute'])),
});

/** What one receiver knows of one alert. */
export const alertDelivery = z.object({
  receiver: z.string(),
  told: z.enum(['', 'firing', 'resolved']),
  told_at: z.iso.datetime().nullable(),
  /** What it is being told; empty where nothing is owed. */
  trying: z.enum(['', 'firing', 'resolved']),
  tries: z.number().int(),
  reason: z.string(),
  dead: z.boolean(),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;

/** `GET /api/v1/alerts/:id` */
export const alertDetail = z.object({
  alert,
  /** The latest first, at most 200. */
  history: z.array(alertEvent),
  deliveries: z.array(alertDelivery),
});
export type AlertDetail = z.infer<typeof alertDetail>;

/** `POST /api/v1/alerts/:id/acknowledge`: its repeats stop until it is over; `DELETE` takes it back. */
export const acknowledgement = z.strictObject({
  comment: z.string().max(1_000).default(''),
  by: z.string().max(200).default(''),
});
