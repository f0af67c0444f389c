import type { NarrowSpanRow } from '@loopscope/sql';

/** Columns of a span that say the same of many. */
export const COMMON_OF_SPANS = [
  'project',
  'trace_id',
  'parent_span_id',
  'name',
  'scope',
  'service',
  'environment',
  'dialect',
  'kind',
  'kind_rule',
  'status',
  'session_id',
  'turn_id',
  'user_id',
  'agent_name',
  'agent_version',
  'model',
  'finish_reason',
  'tool',
  'tool_kind',
  'layer',
  'outcome',
  'error_class',
  'error_template',
  'effect',
  'result_kind',
  'tagged_by',
  'ingested_at',
  'version',
] as const satisfies readonly (keyof NarrowSpanRow)[];

/** Equal texts become one, which takes its room once and is compared by its address. */
export function shareTexts<Row>(
  row: Row,
  names: readonly (keyof Row)[],
  texts: Map<string, string>,
): void {
  for (const name of names) row[name] = shared(texts, row[name]);
}

/** The text among those that is equal; from now on this one, where none was. */
function shared<Value>(texts: Map<string, string>, value: Value): Value;
function shared(texts: Map<string, string>, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const known = texts.get(value);
  if (known === undefined) texts.set(value, value);
  return known ?? value;
}
