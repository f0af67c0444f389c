import { z } from 'zod';

import { toolTotalsOfTurn } from './tool-totals-row.ts';

/** Unsigned and signed 64-bit integers travel as decimal strings: a JavaScript number would lose digits. */
const int64 = z.string().regex(/^-?\d+$/);
/** `YYYY-MM-DD hh:mm:ss.mmm`, UTC: ClickHouse's own text form of DateTime64(3). */
const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/);
/** As `instant`, to the microsecond. */
const microInstant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
const flag = z.union([z.literal(0), z.literal(1)]);

/** What a span is to us; everything that is none of the first four is `other`. */
export const spanKind = z.enum(['agent', 'step', 'model', 'tool', 'other']);
export const outcome = z.enum(['ok', 'error', 'unknown']);
export const resultKind = z.enum(['empty', 'value', 'error', 'none']);
export const effect = z.enum(['read', 'write', 'destructive', 'unknown']);

/** `spans`: one row per span as received, normalised and signed. Key: (project, trace_id, span_id). */
export const spanRow = z.object({
  project: z.string(),
  /** 32 lower-case hex characters. */
  trace_id: z.string(),
  /** 16 lower-case hex characters. */
  span_id: z.string(),
  /** Empty for a root. */
  parent_span_id: z.string(),
  name: z.string(),
  scope: z.string(),
  service: z.string(),
  environment: z.string(),
  /** Dialect that read the span, and the rule of it that decided `kind`. */
  dialect: z.string(),
  kind: spanKind,
  kind_rule: z.string(),
  /** Nanoseconds since the epoch as sent, clamped to what Int64 holds; the order of calls is taken from these. */
  start_ns: int64,
  end_ns: int64,
  /** Clamped to the partitions' range; for filters and display. */
  started_at: instant,
  duration_ms: z.number(),
  /** OTLP status as sent. */
  status: z.enum(['unset', 'ok', 'error']),
  status_message: z.string(),
  session_id: z.string(),
  /** `loopscope.turn.id` where the sender gave it, else empty. */
  turn_id: z.string(),
  user_id: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  /** Model spans. */
  model: z.string(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  /** Part of `input_tokens` that was read from a cache. */
  cached_input_tokens: z.number().int().nullable(),
  finish_reason: z.string(),
  /** Tool spans. */
  tool: z.string(),
  /** `tool`, `handoff`, `output_function`, `agent_as_tool`; empty where the span is no tool call. */
  tool_kind: z.string(),
  /** `framework` or `protocol` (MCP client or server below a framework's own span). */
  layer: z.string(),
  call_id: z.string(),
  args: z.string(),
  args_known: flag,
  args_size: z.number().int(),
  result: z.string(),
  result_known: flag,
  result_size: z.number().int(),
  outcome,
  /** One of `ErrorClass` in signature/; empty where the outcome is no error. */
  error_class: z.string(),
  error_template: z.string(),
  error_message: z.string(),
  /** 16 hex characters; empty where the arguments are not known. */
  signature: z.string(),
  signature_version: z.number().int(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  effect,
  result_kind: resultKind,
  /** 16 hex characters; empty for `none`. */
  result_fingerprint: z.string(),
  /** `sdk` where the sender's processor had tagged the span, else `collector`. */
  tagged_by: z.enum(['sdk', 'collector']),
  /** JSON text of `SpanMessages`: tool calls asked for and results fed back; empty where a model span shows none. */
  messages: z.string(),
  /** JSON text of `GuardReport`; empty where no guard ran around the span. */
  guard: z.string(),
  /** JSON object text: the attributes that no column holds. */
  attributes: z.string(),
  /** JSON array text. */
  events: z.string(),
  /** `sanitized`, `truncated`, `too_deep`, `clock_suspect`, `args_truncated`, ... */
  marks: z.array(z.string()),
  /** Place in the request it came with: senders list spans as they end, which tells more than clocks of milliseconds. */
  position: z.number().int(),
  ingested_at: instant,
  /** Decides between two deliveries of one span: the higher wins. */
  version: int64,
});
export type SpanRow = z.infer<typeof spanRow>;

/** `tool_calls`: one row per call the agent made, resolved. Key: (project, trace_id, span_id, call_index). */
export const toolCallRow = z.object({
  project: z.string(),
  trace_id: z.string(),
  /** The tool span, or the model span in whose messages the call was seen. */
  span_id: z.string(),
  /** 0 for a tool span; the position in the model span's messages otherwise. */
  call_index: z.number().int(),
  turn_id: z.string(),
  session_id: z.string(),
  /** 0-based position in the turn, in start order. */
  seq: z.number().int(),
  /** 0-based model step of the turn; parallel calls share it. */
  step: z.number().int(),
  source: z.enum(['span', 'messages', 'logs']),
  tool: z.string(),
  tool_kind: z.string(),
  call_id: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  user_id: z.string(),
  service: z.string(),
  environment: z.string(),
  start_ns: int64,
  started_at: instant,
  duration_ms: z.number(),
  outcome,
  error_class: z.string(),
  error_family: z.enum(['', 'transport', 'semantic', 'denied', 'unknown']),
  error_template: z.string(),
  signature: z.string(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  args_known: flag,
  effect,
  result_kind: resultKind,
  result_fingerprint: z.string(),
  result_size: z.number().int(),
  /** How often (tool, identity, error class) has occurred so far in the turn; 1 where the arguments are unknown. */
  attempt: z.number().int(),
  /** Family of the failure this call retries; empty where its identity had not failed before in the turn. */
  retry: z.enum(['', 'transport', 'semantic', 'denied', 'unknown']),
  /** The retried identity succeeds at this call or later in the turn. */
  eventual_success: flag,
  loop_id: z.string(),
  /** Share of the model step before the call: time, tokens, USD. Sums to the turn's total. */
  model_ms: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number(),
  /** Span ids of other layers and deliveries folded into this call. */
  folded_spans: z.array(z.string()),
  version: int64,
  deleted: flag,
});
export type ToolCallRow = z.infer<typeof toolCallRow>;

/** Begins those of a turn's marks that tell which switch of its sender would send what is missing. */
export const HINT_MARK = 'hint: ';

/** `turn_verdicts`: one row per turn. Key: (project, turn_id). */
export const turnVerdictRow = z.object({
  project: z.string(),
  turn_id: z.string(),
  session_id: z.string(),
  /** The first of the turn's traces. */
  trace_id: z.string(),
  trace_ids: z.array(z.string()),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  user_id: z.string(),
  service: z.string(),
  environment: z.string(),
  started_at: instant,
  duration_ms: z.number(),
  calls: z.number().int(),
  model_calls: z.number().int(),
  /** Different ones, sorted. */
  tools: z.array(z.string()),
  /** One for each of them. */
  tool_totals: z.array(toolTotalsOfTurn),
  signatures: z.array(z.string()),
  identities: z.array(z.string()),
  /** With the calls that have none: each is distinct from all others. */
  distinct_signatures: z.number().int(),
  distinct_identities: z.number().int(),
  /** 0 for a turn without calls. */
  max_attempts: z.number().int(),
  /** The tool that first reached it. */
  max_attempts_tool: z.string(),
  errors: z.number().int(),
  /** Different ones of its calls, in the order of the first of each; no more than 64,000 characters together. */
  error_templates: z.array(z.string()),
  /** Calls that returned nothing. */
  empties: z.number().int(),
  retries: z.number().int(),
  /** Identities that failed at least once; of these, the ones retried with success. */
  failed_identities: z.number().int(),
  eventual_successes: z.number().int(),
  retry_tokens: z.number(),
  retry_cost: z.number(),
  /** Mode of the guard around its calls; empty where there was none. */
  guard_mode: z.string(),
  /** What it decided, and how often it stopped or refused a call or would have. */
  guard_decisions: z.number().int(),
  guard_stops: z.number().int(),
  /** Writes made again after one for the same purpose of which nothing was heard. */
  side_effect_repeats: z.number().int(),
  /** Union of the intervals, so that parallel calls count once. */
  tool_ms: z.number(),
  model_ms: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_input_tokens: z.number(),
  cost: z.number(),
  stop_reason: z.string(),
  outcome,
  verdict: z.enum(['healthy', 'watch', 'loop']),
  loop_kinds: z.array(z.string()),
  /** `no_root`, `steps_mismatch`, `missing_arguments`, ... */
  marks: z.array(z.string()),
  version: int64,
  deleted: flag,
});
export type TurnVerdictRow = z.infer<typeof turnVerdictRow>;

/** `loops`: one row per incident. Key: (project, loop_id). */
export const loopRow = z.object({
  project: z.string(),
  loop_id: z.string(),
  turn_id: z.string(),
  session_id: z.string(),
  trace_id: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  environment: z.string(),
  kind: z.string(),
  severity: z.enum(['alert', 'watch']),
  /** The tool that is called most in the loop, and all of them in order of first call. */
  tool: z.string(),
  tools: z.array(z.string()),
  identity: z.string(),
  /** What repeats, without values: `create_ticket(customer_id, order_id)`, `*` for all arguments; several tools joined by ` + `. */
  shape: z.string(),
  /** `seq` of the loop's calls in its turn, first call included. */
  calls: z.array(z.number().int()),
  started_at: instant,
  duration_ms: z.number(),
  /** One sentence: what happened. */
  summary: z.string(),
  /** JSON text: the confirming test, in words and numbers. */
  test: z.string(),
  fix_place: z.string(),
  fix_text: z.string(),
  cost_ms: z.number(),
  cost_input_tokens: z.number(),
  cost_output_tokens: z.number(),
  cost_usd: z.number(),
  /** Writes repeated beyond the first, or not known to be harmless. */
  side_effects: z.number().int(),
  version: int64,
  deleted: flag,
});
export type LoopRow = z.infer<typeof loopRow>;

/** `touched_traces`: the analyzer's work list; an insert of spans adds their traces when it is done. */
export const touchedTraceRow = z.object({
  project: z.string(),
  trace_id: z.string(),
  touched_at: microInstant,
});
export type TouchedTraceRow = z.infer<typeof touchedTraceRow>;

/** `resolved_traces`: how much of each touched trace the analyzer has seen. Key: (project, trace_id). */
export const resolvedTraceRow = z.object({
  project: z.string(),
  trace_id: z.string(),
  /** As `pendingTraces` answered them: the latest touch, and how many there were. */
  touched_at: microInstant,
  touches: z.number().int(),
});
export type ResolvedTraceRow = z.infer<typeof resolvedTraceRow>;

/** `rejected_spans`: what was not taken, and why. */
export const rejectedSpanRow = z.object({
  project: z.string(),
  rejected_at: instant,
  reason: z.string(),
  detail: z.string(),
  trace_id: z.string(),
  span_id: z.string(),
  service: z.string(),
  /** The first 2,000 characters of the span as JSON. */
  sample: z.string(),
});
export type RejectedSpanRow = z.infer<typeof rejectedSpanRow>;
