import { flatten, nsOf, toRequest, type Convert, type ExportedSpan } from './exported-span.ts';
import { firstText, isRecord, textOf, toJsonText } from './json-text.ts';
import { rowsOf } from './trace-stores.ts';

type Row = Record<string, unknown>;

/** What every tracker has in some words; the rest is attributes. */
type Frame = Omit<ExportedSpan, 'startNs' | 'endNs' | 'service'> & { start: unknown; end: unknown };

function framed({ start, end, ...frame }: Frame, service: string): ExportedSpan {
  const startNs = nsOf(start) ?? nsOf(end) ?? 0n;
  return { ...frame, service, startNs, endNs: nsOf(end) ?? startNs };
}

const member = (row: Row, key: string): Row => {
  const value = row[key];
  return isRecord(value) ? value : {};
};

/** Phoenix: rows of its data frame (`context.span_id`), and spans of its API. */
export function readPhoenix(value: Row): Convert | null {
  const rows: unknown[] = Array.isArray(value['data']) ? value['data'] : [value];
  if (rows.length === 0 || !rows.every(isPhoenixRow)) return null;
  return () => toRequest(rows.map(ofPhoenix));
}

function isPhoenixRow(value: unknown): value is Row {
  if (!isRecord(value) || typeof value['span_kind'] !== 'string') return false;
  return typeof value['context.span_id'] === 'string' || isRecord(value['context']);
}

function ofPhoenix(row: Row): ExportedSpan {
  const context = member(row, 'context');
  const attributes: Row = { 'openinference.span.kind': row['span_kind'] };
  for (const [key, value] of Object.entries(row)) {
    if (key === 'attributes') flatten(value, '', attributes);
    else if (key.startsWith('attributes.'))
      flatten(value, key.slice('attributes.'.length), attributes);
  }
  const hasFailed = row['status_code'] === 'ERROR';
  const frame = {
    traceId: firstText(row, ['context.trace_id']) || firstText(context, ['trace_id']),
    spanId: firstText(row, ['context.span_id']) || firstText(context, ['span_id']),
    parentId: firstText(row, ['parent_id']),
    name: firstText(row, ['name']),
    scope: 'openinference.instrumentation.phoenix',
    start: row['start_time'],
    end: row['end_time'],
    attributes,
    error: hasFailed ? firstText(row, ['status_message']) : null,
  };
  return framed(frame, 'phoenix');
}

const OBSERVATION =
  /^(SPAN|GENERATION|EVENT|AGENT|TOOL|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

/** Langfuse: a trace with its observations, or observations alone. */
export function readLangfuse(value: Row): Convert | null {
  const observations: unknown[] = Array.isArray(value['observations'])
    ? value['observations']
    : [value];
  if (observations.length === 0 || !observations.every(isObservation)) return null;
  const trace: Row = observations[0] === value ? {} : value;
  return () => toRequest(observations.map((row) => ofLangfuse(row, trace)));
}

function isObservation(value: unknown): value is Row {
  if (!isRecord(value) || typeof (value['traceId'] ?? value['trace_id']) !== 'string') return false;
  return (
    OBSERVATION.test(textOf(value['type']) ?? '') && ('startTime' in value || 'start_time' in value)
  );
}

function ofLangfuse(row: Row, trace: Row): ExportedSpan {
  const usage = row['usageDetails'] ?? row['usage_details'] ?? row['usage'];
  const attributes: Row = {
    'langfuse.observation.type': (textOf(row['type']) ?? '').toLowerCase(),
    'langfuse.observation.input': textOf(row['input']),
    'langfuse.observation.output': textOf(row['output']),
    'langfuse.observation.model.name': row['model'] ?? row['providedModelName'],
    'langfuse.observation.usage_details': usage === undefined ? null : toJsonText(usage),
    'langfuse.observation.level': row['level'],
    'langfuse.observation.status_message': row['statusMessage'] ?? row['status_message'],
    'langfuse.session.id': trace['sessionId'] ?? row['sessionId'],
    'langfuse.user.id': trace['userId'] ?? row['userId'],
    'langfuse.release': trace['release'],
  };
  const frame = {
    traceId: firstText(row, ['traceId', 'trace_id']),
    spanId: firstText(row, ['id']),
    parentId: firstText(row, ['parentObservationId', 'parent_observation_id']),
    name: firstText(row, ['name']),
    scope: 'langfuse-sdk',
    start: row['startTime'] ?? row['start_time'],
    end: row['endTime'] ?? row['end_time'],
    attributes,
    error: row['level'] === 'ERROR' ? firstText(row, ['statusMessage', 'status_message']) : null,
  };
  return framed(frame, 'langfuse');
}

/** LangSmith: a run as its API and its exports give it, with the runs below it where they are in it. */
export function readLangSmith(value: Row): Convert | null {
  return isLangSmithRun(value) ? () => toRequest(langSmithTree(value)) : null;
}

function isLangSmithRun(value: unknown): value is Row {
  return (
    isRecord(value) && typeof value['run_type'] === 'string' && typeof value['id'] === 'string'
  );
}

function langSmithTree(run: Row): ExportedSpan[] {
  return [ofLangSmith(run), ...rowsOf(run['child_runs']).flatMap(langSmithTree)];
}

function ofLangSmith(run: Row): ExportedSpan {
  const metadata = Object.entries(member(member(run, 'extra'), 'metadata'));
  const attributes: Row = {
    ...Object.fromEntries(metadata.map(([key, value]) => [`langsmith.metadata.${key}`, value])),
    'langsmith.span.kind': run['run_type'],
    'gen_ai.prompt': textOf(run['inputs']),
    'gen_ai.completion':
      run['run_type'] === 'tool' ? toolOutput(run['outputs']) : textOf(run['outputs']),
    'gen_ai.usage.input_tokens': run['prompt_tokens'],
    'gen_ai.usage.output_tokens': run['completion_tokens'],
  };
  const error = firstText(run, ['error']);
  const frame = {
    traceId: firstText(run, ['trace_id', 'id']),
    spanId: firstText(run, ['id']),
    parentId: firstText(run, ['parent_run_id']),
    name: firstText(run, ['name']),
    scope: 'langsmith',
    start: run['start_time'],
    end: run['end_time'],
    attributes,
    error: error === '' ? null : error,
  };
  return framed(frame, 'langsmith');
}

/** A tool's message says more than the frame around it. */
function toolOutput(outputs: unknown): string | null {
  const output = isRecord(outputs) ? outputs['output'] : undefined;
  return textOf(isRecord(output) && 'content' in output ? output['content'] : outputs);
}

const BRAINTRUST_KINDS: Readonly<Record<string, string>> = { tool: 'TOOL', llm: 'LLM' };

/** Braintrust: rows of a project's logs or of an experiment. */
export function readBraintrust(value: Row): Convert | null {
  const { span_id: spanId, root_span_id: traceId } = value;
  if (typeof spanId !== 'string' || typeof traceId !== 'string') return null;
  return () => toRequest([framed(ofBraintrust(value, { spanId, traceId }), 'braintrust')]);
}

function ofBraintrust(value: Row, { spanId, traceId }: { spanId: string; traceId: string }): Frame {
  const { name, type } = member(value, 'span_attributes');
  const metrics = member(value, 'metrics');
  const metadata = member(value, 'metadata');
  const parents: unknown[] = Array.isArray(value['span_parents']) ? value['span_parents'] : [];
  const [parent] = parents;
  const isRoot = spanId === traceId;
  return {
    traceId,
    spanId,
    parentId: textOf(parent) ?? '',
    name: textOf(name) ?? '',
    scope: 'openinference.instrumentation.braintrust',
    start: metrics['start'] ?? value['created'],
    end: metrics['end'],
    attributes: {
      'openinference.span.kind':
        BRAINTRUST_KINDS[textOf(type) ?? ''] ?? (isRoot ? 'AGENT' : 'CHAIN'),
      'input.value': textOf(value['input']),
      'output.value': textOf(value['output']),
      'llm.model_name': metadata['model'],
      'llm.token_count.prompt': metrics['prompt_tokens'],
      'llm.token_count.completion': metrics['completion_tokens'],
      'session.id': metadata['session_id'] ?? metadata['thread_id'] ?? metadata['conversation_id'],
    },
    error: textOf(value['error']),
  };
}

const CHAT_OPS =
  /(?:^|\.)(?:chat\.completions\.create|completions\.create|messages\.create|responses\.create|generate_content)$/i;

/** W&B Weave: calls. Only ops that call themselves tools are taken for tools. */
export function readWeave(value: Row): Convert | null {
  const op = textOf(value['op_name']);
  const { trace_id: traceId } = value;
  if (op === null || typeof traceId !== 'string' || !('started_at' in value)) return null;
  return () => toRequest([framed(ofWeave(value, { op, traceId }), 'weave')]);
}

function ofWeave(value: Row, { op, traceId }: { op: string; traceId: string }): Frame {
  const name = /\/op\/([^:]+)/.exec(op)?.[1] ?? op;
  const attributes = member(value, 'attributes');
  const parentId = firstText(value, ['parent_id']);
  const kind = kindOfWeave(name, attributes) ?? (parentId === '' ? 'AGENT' : 'CHAIN');
  const output = member(value, 'output');
  const usage = member(output, 'usage');
  return {
    traceId,
    spanId: firstText(value, ['id']),
    parentId,
    name,
    scope: 'openinference.instrumentation.weave',
    start: value['started_at'],
    end: value['ended_at'],
    attributes: {
      'openinference.span.kind': kind,
      ...(kind === 'TOOL' ? { 'tool.name': name } : {}),
      'input.value': textOf(value['inputs']),
      'output.value': textOf(value['output']),
      'llm.model_name': output['model'] ?? member(value, 'inputs')['model'],
      'llm.token_count.prompt': usage['prompt_tokens'] ?? usage['input_tokens'],
      'llm.token_count.completion': usage['completion_tokens'] ?? usage['output_tokens'],
      'session.id': attributes['session_id'] ?? value['thread_id'],
    },
    error: textOf(value['exception']),
  };
}

function kindOfWeave(name: string, attributes: Row): string | null {
  const said = textOf(attributes['kind'] ?? member(attributes, 'weave')['kind'])?.toUpperCase();
  if (said === 'TOOL' || said === 'LLM' || said === 'AGENT') return said;
  return CHAT_OPS.test(name) ? 'LLM' : null;
}
