import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Spans since the start: received = stored + duplicate + rejected + spooled, at all times. */
export const ingestion = z.object({
  received: count,
  stored: count,
  /** Delivered before, in whatever request. */
  duplicate: count,
  rejected: count,
  /** Accepted, safely on the disk, and not yet in the store. */
  spooled: count,
  /** Requests that were asked to come again; their senders still have the spans. */
  turned_away: count,
  /** Requests that were not taken, by reason, those that were asked to come again included. */
  refusals: z.record(z.string(), count),
  /** The latest of them, in the words that its sender was told; null where none was. */
  last_refusal: z
    .object({ at: z.iso.datetime(), kind: z.string(), message: z.string() })
    .nullable(),
  /** Requests with metrics, which are answered and not used, and with log records. */
  metrics_requests: count,
  logs_requests: count,
  /** Log records that tell of no call, model or prompt. */
  unused_log_records: count,
  /** Stored although they began before all that is kept; their senders were told. */
  old_spans: count,
  spool_bytes: count,
  spool_limit_bytes: count,
  /** Age of the oldest span in the spool. */
  spool_oldest_ms: z.number().nonnegative(),
  /** How long the latest spans that reached the store had waited for it. */
  spool_lag_ms: z.number().nonnegative(),
});
export type Ingestion = z.infer<typeof ingestion>;

export const status = z.object({
  version: z.string(),
  otlp_http: z.string(),
  otlp_grpc: z.string().nullable(),
  spans: z.number().int(),
  /** Those of them that are an agent, a model call or a tool call: all that turns are made of. */
  agent_spans: z.number().int(),
  last_span_at: z.iso.datetime().nullable(),
  /** Of the collector in this process; null where it runs elsewhere. */
  ingestion: ingestion.nullable(),
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
