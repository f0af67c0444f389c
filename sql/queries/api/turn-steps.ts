import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { effect, outcome, resultKind, toolCallRow } from '../../rows/rows.ts';
import { count, instant, int64, project } from '../columns.ts';

export const turnStepRow = z.object({
  kind: z.enum(['agent', 'model', 'tool']),
  trace_id: z.string(),
  span_id: z.string(),
  parent_span_id: z.string(),
  name: z.string(),
  agent_name: z.string(),
  start_ns: int64,
  started_at: instant,
  duration_ms: z.number(),
  outcome,
  error_message: z.string(),
  /** Characters of the whole text, as of those below; 0 where they were not counted. */
  error_size: count,
  error_class: z.string(),
  error_template: z.string(),
  /** From here to `source` tool steps only. `seq` of the call in its turn. */
  call_seq: count,
  call_index: count,
  step: count,
  tool: z.string(),
  call_id: z.string(),
  /** As received; null where none was sent, and where the call was seen in `messages` only. */
  args: z.string().nullable(),
  result: z.string().nullable(),
  args_size: count,
  result_size: count,
  /** JSON text of the model span in which the call was seen, at `call_index`; empty for a call that has a span. */
  messages: z.string(),
  signature: z.string(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  effect,
  attempt: count,
  retry: toolCallRow.shape.retry,
  eventual_success: count,
  error_family: toolCallRow.shape.error_family,
  result_kind: resultKind,
  result_fingerprint: z.string(),
  loop_id: z.string(),
  source: z.enum(['', 'span', 'messages', 'logs']),
  model_ms: z.number(),
  cost: z.number(),
  /** Model steps: as sent, null where not. Tool steps: the share of the model step before the call. */
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  model: z.string(),
  finish_reason: z.string(),
  /** Model steps: what the model wrote. Model and agent steps: what users wrote before it. Empty where not sent. */
  said: z.string(),
  heard: z.string(),
  said_size: count,
  heard_size: count,
  /** Answers of the model that its input holds; null where the input was not sent. */
  answers_before: z.number().int().nullable(),
});
export type TurnStepRow = z.infer<typeof turnStepRow>;

/** All steps, every text as it is stored. */
export const WHOLE_STEPS = { longest: 4_294_967_295, span_ids: [] };

/** The trajectory of one turn in start order: its calls with their texts, its agents and models. */
export const turnSteps = defineQuery({
  file: new URL('./turn_steps.sql', import.meta.url),
  params: z.object({
    project,
    turn_id: z.string(),
    /** Characters that are read of a text. */
    longest: z.number().int(),
    /** Empty: all steps. */
    span_ids: z.array(z.string()),
  }),
  row: turnStepRow,
  isUniform: true,
});
