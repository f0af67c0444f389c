import { z } from 'zod';

import { page } from './turn.ts';

export const receiver = z.object({
  name: z.string(),
  /** `webhook`, `slack`, `pagerduty`, `teams`, `alertmanager`, `email` or `log`. */
  kind: z.string(),
  /** Host or address without what is secret in it. */
  target: z.string(),
  told_at: z.iso.datetime().nullable(),
  /** Alerts that it is owed now, and those it refuses or keeps failing to take. */
  waiting: z.number().int(),
  dead: z.number().int(),
  last_error: z.string(),
  failed_at: z.iso.datetime().nullable(),
});
export type Receiver = z.infer<typeof receiver>;

/** `POST /api/v1/receivers/:name/test` */
export const receiverTest = z.object({
  outcome: z.enum(['delivered', 'retry', 'refused']),
  /** Empty where it was delivered. */
  reason: z.string(),
  duration_ms: z.number(),
});
export type ReceiverTest = z.infer<typeof receiverTest>;

/** `POST /api/v1/dead-letters/redrive`: somebody has mended the receiver. */
export const redriveDraft = z.strictObject({
  receiver: z.string().min(1).max(100),
  /** Absent: everything that it did not take. */
  alert_id: z.string().min(1).max(100).optional(),
  by: z.string().max(200).default(''),
});

export const redriven = z.object({
  /** `nothing_owed`: the alert is over or muted by now, and the letter is laid down. */
  outcome: z.enum(['told_again', 'nothing_owed', 'no_such_letter', 'no_evaluator']),
  reason: z.string(),
});
export type Redriven = z.infer<typeof redriven>;

/** `GET /api/v1/dead-letters` */
export const deadLetter = z.object({
  alert_id: z.string(),
  receiver: z.string(),
  rule: z.string(),
  event: z.enum(['', 'firing', 'resolved']),
  tries: z.number().int(),
  reason: z.string(),
  at: z.iso.datetime(),
  summary: z.string(),
  /** Of the alert now; empty where it is gone. */
  state: z.string(),
});
export type DeadLetter = z.infer<typeof deadLetter>;
export const deadLetterPage = page(deadLetter);
