import { z } from 'zod';

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
