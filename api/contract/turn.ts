import { z } from 'zod';

const count = z.number().int().nonnegative();
const ms = z.number().nonnegative();
const ratio = z.number().min(0).max(1);

export const turn = z.object({
  turn_id: z.string(),
  session_id: z.string(),
  trace_id: z.string(),
  agent: z.string(),
  agent_version: z.string(),
  model: z.string(),
  started_at: z.iso.datetime(),
  duration_ms: ms,
  calls: count,
  model_calls: count,
  distinct_signatures: count,
  distinct_identities: count,
  /** Null for a turn without tool calls. */
  distinct_ratio: ratio.nullable(),
  max_attempts: count,
  max_attempts_tool: z.string(),
  errors: count,
  retries: count,
  tool_ms: ms,
  model_ms: ms,
  input_tokens: z.number().nonnegative(),
  output_tokens: z.number().nonnegative(),
  /** USD; null where no price is known for the model. */
  cost: z.number().nonnegative().nullable(),
  verdict: z.enum(['healthy', 'watch', 'loop']),
  loops: z.array(z.string()),
  stop_reason: z.string(),
});
export type Turn = z.infer<typeof turn>;

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export const turnPage = page(turn);
export type TurnPage = z.infer<typeof turnPage>;

/** Texts of a step that stand there cut, or not at all, with the characters of the whole: `/turns/:id/texts` has them. */
const cut = z.object({
  args: count.optional(),
  result: count.optional(),
  error_message: count.optional(),
  text: count.optional(),
  user_text: count.optional(),
});
export type Cut = z.infer<typeof cut>;

const stepBase = {
  /** 0-based position among all steps of the turn. */
  seq: count,
  name: z.string(),
  span_id: z.string(),
  parent_span_id: z.string(),
  agent: z.string(),
  started_at: z.iso.datetime(),
  /** Milliseconds after the turn's start; finer than `started_at`. */
  offset_ms: z.number(),
  duration_ms: ms,
  outcome: z.enum(['ok', 'error', 'unknown']),
  error_message: z.string(),
  /** Absent where every text is whole. */
  cut: cut.optional(),
};

export const toolStep = z.object({
  kind: z.literal('tool'),
  ...stepBase,
  /** Position among the turn's calls: what `loops[].calls` refers to. */
  call_seq: count,
  /** Model step that asked for it; parallel calls share it. */
  step: count,
  tool: z.string(),
  call_id: z.string(),
  /** Text as received; null where the emitter sent none. */
  args: z.string().nullable(),
  result: z.string().nullable(),
  signature: z.string(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']),
  attempt: count,
  retry: z.string(),
  error_class: z.string(),
  error_template: z.string(),
  result_kind: z.enum(['empty', 'value', 'error', 'none']),
  result_fingerprint: z.string(),
  loop_id: z.string().nullable(),
  source: z.enum(['span', 'messages', 'logs']),
});
export type ToolStep = z.infer<typeof toolStep>;

export const modelStep = z.object({
  kind: z.literal('model'),
  ...stepBase,
  model: z.string(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  finish_reason: z.string(),
  /** What the model wrote beside its calls, and what users wrote since its last answer; null where not stored. */
  text: z.string().nullable(),
  user_text: z.string().nullable(),
  /** Answers of the model that its input holds: fewer than the step before had means that the context was compacted. */
  answers_before: z.number().int().nullable(),
});
export type ModelStep = z.infer<typeof modelStep>;

export const agentStep = z.object({
  kind: z.literal('agent'),
  ...stepBase,
  /** What the agent was asked; null where not stored. */
  user_text: z.string().nullable(),
});
export type AgentStep = z.infer<typeof agentStep>;

export const step = z.discriminatedUnion('kind', [toolStep, modelStep, agentStep]);
export type Step = z.infer<typeof step>;

/** What people said of an incident, or of one with the same kind and shape. */
export const loopFeedback = z.object({
  verdict: z.enum(['not_a_loop', 'loop']),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** Whether it was said of this very incident. */
  is_own: z.boolean(),
  /** How often people said so of its like, whatever they said. */
  said: count,
});
export type LoopFeedback = z.infer<typeof loopFeedback>;

export const loop = z.object({
  loop_id: z.string(),
  turn_id: z.string(),
  session_id: z.string(),
  trace_id: z.string(),
  agent: z.string(),
  model: z.string(),
  kind: z.string(),
  severity: z.enum(['alert', 'watch']),
  tool: z.string(),
  tools: z.array(z.string()),
  /** What repeats, without values: `create_ticket(customer_id)`, `*` for all arguments. */
  shape: z.string(),
  /** The latest that people said of it, or else of its like; null where nobody did. */
  feedback: loopFeedback.nullable(),
  /** `call_seq` of its calls in the turn. */
  calls: z.array(count),
  started_at: z.iso.datetime(),
  duration_ms: ms,
  /** One sentence: what happened. */
  summary: z.string(),
  test: z.object({
    evidence: z.array(z.object({ claim: z.string(), holds: count, of: count })),
    excludes: z.array(z.string()),
  }),
  cost: z.object({
    ms,
    input_tokens: z.number().nonnegative(),
    output_tokens: z.number().nonnegative(),
    usd: z.number().nonnegative().nullable(),
    side_effects: count,
  }),
  fix: z.object({
    place: z.enum([
      'tool_result',
      'schema',
      'executor_retry',
      'exit_condition',
      'harness',
      'permissions',
    ]),
    advice: z.string(),
    proposed_text: z.string().nullable(),
  }),
});
export type Loop = z.infer<typeof loop>;
export const loopPage = page(loop);
export type LoopPage = z.infer<typeof loopPage>;

/** What a cap of `cap` attempts per key would have saved in this turn. */
export const saving = z.object({
  cap: count,
  calls: count,
  ms,
  input_tokens: z.number().nonnegative(),
  output_tokens: z.number().nonnegative(),
  usd: z.number().nonnegative().nullable(),
  side_effects: count,
});
export type Saving = z.infer<typeof saving>;

export const trajectory = z.object({
  turn,
  /** Lines that say what the sender left out and which of its settings would send it. */
  hints: z.array(z.string()),
  steps: z.array(step),
  loops: z.array(loop),
  savings: z.array(saving),
});
export type Trajectory = z.infer<typeof trajectory>;

/** `brief`: of a long turn its outline, of a short one texts that are cut where they are long. */
export const trajectoryQuery = z.object({ texts: z.enum(['whole', 'brief']).default('whole') });

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat())
  .pipe(z.array(z.string()).min(1).max(200));

/** Texts of some steps, each to `longest` characters. */
export const stepTextsQuery = z.object({
  span: names,
  longest: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(4_294_967_295)
    .default(4_294_967_295),
});

export const stepTexts = z.array(
  z.object({
    span_id: z.string(),
    /** Null for steps that are no calls. */
    call_seq: count.nullable(),
    args: z.string().nullable(),
    result: z.string().nullable(),
    error_message: z.string(),
    text: z.string().nullable(),
    user_text: z.string().nullable(),
    cut: cut.optional(),
  }),
);
export type StepTexts = z.infer<typeof stepTexts>[number];

/** Steps that say something: the case of letters does not matter. */
export const findQuery = z.object({ q: z.string().min(1).max(500) });
export const foundSteps = z.object({
  items: z.array(
    z.object({
      span_id: z.string(),
      call_seq: count.nullable(),
      place: z.enum(['name', 'args', 'result', 'error', 'text', 'user_text']),
      /** What stands around the place. */
      excerpt: z.string(),
    }),
  ),
  /** Whether there is more than is listed. */
  has_more: z.boolean(),
});
export type FoundSteps = z.infer<typeof foundSteps>;
