import { z } from 'zod';

import { ingestion } from './status.ts';

import { page } from './turn.ts';

const count = z.number().int().nonnegative();

/** How many turns have a value, with every filter but the facet's own. */
export const facetValue = z.object({ value: z.string(), turns: count, looping: count });
export type FacetValue = z.infer<typeof facetValue>;

export const facets = z.object({
  agent: z.array(facetValue),
  model: z.array(facetValue),
  version: z.array(facetValue),
  tool: z.array(facetValue),
  loop: z.array(facetValue),
  guard: z.array(facetValue),
  stop: z.array(facetValue),
});
export type Facets = z.infer<typeof facets>;

/** One intent: all calls of one tool with one identity, in whatever words. */
export const signature = z.object({
  tool: z.string(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  signatures: count,
  calls: count,
  turns: count,
  sessions: count,
  max_attempts: count,
  errors: count,
  empties: count,
  distinct_results: count,
  loops: count,
  last_at: z.iso.datetime(),
  /** Arguments of its newest call as received; null where none are stored. */
  example: z.string().nullable(),
});
export type Signature = z.infer<typeof signature>;
export const signaturePage = page(signature);
export type SignaturePage = z.infer<typeof signaturePage>;

/** Loops that began in a step, by kind; a step without any is absent. */
export const loopSeries = z.array(
  z.object({ t: z.iso.datetime(), by_kind: z.record(z.string(), count) }),
);
export type LoopSeries = z.infer<typeof loopSeries>;

/** The first turn of something: what a change in the pictures may come from. */
export const marker = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['release', 'model', 'prompt']),
  agent: z.string(),
  name: z.string(),
});
export type Marker = z.infer<typeof marker>;
export const markers = z.array(marker);

/** Health of what comes in. */
export const ingestionHealth = z.object({
  /** Of the collector in this process; null where it runs elsewhere. */
  counters: ingestion.nullable(),
  spans: count,
  last_span_at: z.iso.datetime().nullable(),
  /** From the newest span's arrival at the store to the newest turn that was resolved, where it is behind. */
  unresolved_traces: count,
  rejected: z.array(
    z.object({
      reason: z.string(),
      spans: count,
      last_at: z.iso.datetime(),
      detail: z.string(),
      service: z.string(),
    }),
  ),
  /** What senders leave out, and the switch that would send it. */
  hints: z.array(z.object({ hint: z.string(), turns: count })),
  /** How this Loopscope runs; null where it does not say. */
  settings: z
    .object({
      retention_days: count,
      content: z.enum(['full', 'hashes']),
      /** How many keys there are; the keys themselves are told to nobody. */
      api_keys: count,
      ingest_keys: count,
    })
    .nullable(),
  /** By what sent them; tool spans of the last days. */
  sources: z.array(
    z.object({
      dialect: z.string(),
      scope: z.string(),
      service: z.string(),
      tool_spans: count,
      without_arguments: count,
      without_result: count,
      last_at: z.iso.datetime(),
    }),
  ),
});
export type IngestionHealth = z.infer<typeof ingestionHealth>;
