import { z } from 'zod';

import { page } from './turn.ts';

export const alert = z.object({
  alert_id: z.string(),
  rule: z.string(),
  scope: z.enum(['session', 'turn']),
  /** The session or turn that it is about. */
  subject: z.string(),
  state: z.enum(['inactive', 'pending', 'firing', 'resolved']),
  severity: z.string(),
  since: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  summary: z.string(),
});
export type Alert = z.infer<typeof alert>;
export const alertPage = page(alert);

export const rule = z.object({
  name: z.string(),
  scope: z.enum(['session', 'turn']),
  when: z.string(),
  for_seconds: z.number(),
  severity: z.string(),
  reason: z.string(),
  notify: z.array(z.string()),
});
export type Rule = z.infer<typeof rule>;

/** Ingestion health: received = stored + duplicate + rejected + spooled. */
export const ingestion = z.object({
  received: z.number().int(),
  stored: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  spooled: z.number().int(),
});
export type Ingestion = z.infer<typeof ingestion>;

export const status = z.object({
  version: z.string(),
  otlp_http: z.string(),
  otlp_grpc: z.string().nullable(),
  spans: z.number().int(),
  last_span_at: z.iso.datetime().nullable(),
});
export type Status = z.infer<typeof status>;

/** `GET /api/v1/live`, server-sent events: `event:` is `type`, `data:` the rest. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turns'), turn_ids: z.array(z.string()), at: z.iso.datetime() }),
  z.object({
    type: z.literal('loop'),
    loop_id: z.string(),
    turn_id: z.string(),
    kind: z.string(),
    summary: z.string(),
  }),
  z.object({ type: z.literal('alert'), alert_id: z.string(), rule: z.string(), state: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
