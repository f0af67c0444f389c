import { spanMessages, type SpanMessages, type TurnStepRow } from '@loopscope/sql';

import type { Cut, Step } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { readJson } from './json.ts';

/** The trajectory: tool, model and agent steps in the store's order, which is start order; texts of up to `longest` characters. */
export function presentSteps(rows: readonly TurnStepRow[], longest = Infinity): Step[] {
  const startNs = rows.reduce<bigint | null>((earliest, { start_ns }) => {
    const ns = BigInt(start_ns);
    return earliest === null || ns < earliest ? ns : earliest;
  }, null);
  const texts = messageTexts(rows, longest);
  return rows.map((row, seq) => {
    const offsetMs = Number(BigInt(row.start_ns) - (startNs ?? 0n)) / 1e6;
    const base = { ...commonOf(row), ...cutOf(row, longest), seq, offset_ms: offsetMs };
    if (row.kind === 'tool') return { kind: 'tool', ...base, ...toolOf(row, texts) };
    if (row.kind === 'model') return { kind: 'model', ...base, ...modelOf(row) };
    return { kind: 'agent', ...base, user_text: textOrNull(row.heard) };
  });
}

function cutOf(row: TurnStepRow, longest: number): { cut?: Cut } {
  const cut: Cut = {};
  const few = Math.max(longest, SHORTEST);
  if (row.args !== null && row.args_size > longest) cut.args = row.args_size;
  if (row.result !== null && row.result_size > longest) cut.result = row.result_size;
  if (row.error_size > few) cut.error_message = row.error_size;
  if (row.said_size > longest) cut.text = row.said_size;
  if (row.heard_size > few) cut.user_text = row.heard_size;
  return Object.keys(cut).length === 0 ? {} : { cut };
}

/** What was asked and what went wrong are never cut below. */
const SHORTEST = 1_000;

const commonOf = (row: TurnStepRow) => ({
  name: row.name,
  span_id: row.span_id,
  parent_span_id: row.parent_span_id,
  agent: row.agent_name,
  started_at: toIso(row.started_at),
  duration_ms: Math.max(0, row.duration_ms),
  outcome: row.outcome,
  error_message: row.error_message,
});

const modelOf = (row: TurnStepRow) => ({
  model: row.model,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  finish_reason: row.finish_reason,
  text: textOrNull(row.said),
  user_text: textOrNull(row.heard),
  answers_before: row.answers_before,
});

const textOrNull = (text: string): string | null => (text === '' ? null : text);

const toolOf = (row: TurnStepRow, texts: MessageTexts) => ({
  call_seq: row.call_seq,
  step: row.step,
  tool: row.tool,
  call_id: row.call_id,
  args: row.args ?? texts.args(row),
  result: row.result ?? texts.result(row),
  signature: row.signature,
  identity: row.identity,
  identity_fields: row.identity_fields,
  effect: row.effect,
  attempt: row.attempt,
  retry: row.retry,
  error_class: row.error_class,
  error_template: row.error_template,
  result_kind: row.result_kind,
  result_fingerprint: row.result_fingerprint,
  loop_id: row.loop_id === '' ? null : row.loop_id,
  source: row.source === '' ? ('span' as const) : row.source,
});

/** Texts of calls that have no span of their own: they stand in the messages of model spans. */
interface MessageTexts {
  args: (row: TurnStepRow) => string | null;
  result: (row: TurnStepRow) => string | null;
}

function messageTexts(rows: readonly TurnStepRow[], longest: number): MessageTexts {
  // Where nothing else of them is stored they are never left out.
  const most = Math.max(longest, SHORTEST);
  const cut = (text: string | undefined): string | null => text?.slice(0, most) ?? null;
  const bySpan = new Map<string, SpanMessages>();
  for (const { span_id: spanId, messages } of rows) {
    if (messages === '' || bySpan.has(spanId)) continue;
    const read = spanMessages.safeParse(readJson(messages));
    if (read.success) bySpan.set(spanId, read.data);
  }
  const results = new Map<string, string>();
  for (const { fed_back: fedBack } of bySpan.values()) {
    for (const { id, result } of fedBack) if (id !== '') results.set(id, result);
  }
  return {
    args(row) {
      const asked = bySpan.get(row.span_id)?.asked[row.call_index];
      return row.messages !== '' && asked?.args_known === 1 ? cut(asked.args) : null;
    },
    result: (row) => (row.messages === '' ? null : cut(results.get(row.call_id))),
  };
}
