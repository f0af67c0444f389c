import { hash } from 'node:crypto';

import { ATTRIBUTES, type Declarations } from '@loopscope/signature';

import { toAttributes, type OtlpResourceSpans, type OtlpSpan } from './otlp-json.ts';
import type { Placed, PlacedRun, PlacedStep, PlacedTurn } from './place-run.ts';
import type { RecordedAnswer, RecordedCall } from './run.ts';
import { tagsOfCall } from './tag-call.ts';

/** Names of the OTel GenAI convention, and the importer's own marks. */
const GEN_AI = {
  operation: 'gen_ai.operation.name',
  agentName: 'gen_ai.agent.name',
  agentVersion: 'gen_ai.agent.version',
  conversation: 'gen_ai.conversation.id',
  model: 'gen_ai.request.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  tool: 'gen_ai.tool.name',
  callId: 'gen_ai.tool.call.id',
  args: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  errorType: 'error.type',
} as const;

const MARKS = {
  run: 'loopscope.import.run',
  form: 'loopscope.import.form',
  times: 'loopscope.import.times',
  resultLength: 'loopscope.import.result_length',
  resultSha: 'loopscope.import.result_sha',
  /** Present where the source says that the call did not fail, whatever its result reads like. */
  isError: 'loopscope.import.error',
} as const;

export interface RenderOptions {
  /** What the run was read from. */
  form: string;
  declarations: Declarations;
}

/** One turn as OTLP, with what it counts. */
export interface RenderedTurn {
  resourceSpans: OtlpResourceSpans;
  spans: number;
  /** Span of each call, in recorded order. */
  calls: { spanId: string; position: number }[];
}

/**
 * Renders each turn of a run as one trace: an agent span over its model and tool spans, in the GenAI
 * convention. Ids come from the run's id alone, so that a run imported twice is stored once.
 */
export function renderRun(placed: PlacedRun, options: RenderOptions): RenderedTurn[] {
  return placed.turns.map((turn) => {
    const { spans, calls } = renderTurn(placed, turn, options);
    return { resourceSpans: inResource(placed, spans), spans: spans.length, calls };
  });
}

function inResource({ run }: PlacedRun, spans: OtlpSpan[]): OtlpResourceSpans {
  const service = run.dataset || run.agent || 'import';
  return {
    resource: {
      attributes: toAttributes({
        'service.name': service,
        'service.version': run.agentVersion || null,
      }),
    },
    scopeSpans: [{ scope: { name: 'loopscope.import', version: '1' }, spans }],
  };
}

function renderTurn(placed: PlacedRun, turn: PlacedTurn, options: RenderOptions): TurnWriter {
  const { run } = placed;
  const session = turn.session === '' ? run.id : `${run.id}/${turn.session}`;
  const turnId = `${session}#${turn.number}`;
  const key = `${run.dataset}/${turnId}`;
  const writer = new TurnWriter(key, {
    [GEN_AI.conversation]: session,
    [ATTRIBUTES.sessionId]: session,
    [ATTRIBUTES.turnId]: turnId,
    [GEN_AI.agentVersion]: run.agentVersion || null,
    [MARKS.run]: run.id,
    [MARKS.form]: options.form,
    [MARKS.times]: placed.times,
  });
  writer.add(turn, {
    name: `invoke_agent ${run.agent}`.trim(),
    attributes: {
      [GEN_AI.operation]: 'invoke_agent',
      [GEN_AI.agentName]: run.agent || null,
      [GEN_AI.model]: run.model || null,
      [GEN_AI.inputMessages]: turn.number === 1 ? asMessages('user', run.task) : null,
    },
  });
  const declarations = new Map([...options.declarations, ...run.declarations]);
  for (const step of turn.steps) {
    if (step.answer !== null) writeAnswer(writer, step.answer, run.model);
    const parent = step.answer === null && step.calls.length > 1 ? writeStep(writer, step) : null;
    for (const { call, startMs, endMs } of step.calls) {
      const declaration = declarations.get(call.tool);
      const tags = tagsOfCall(call, { declaration, isRunsOwn: run.declarations.has(call.tool) });
      writer.addCall({ startMs, endMs }, call, { tags, parent });
    }
  }
  return writer;
}

/** Says that the calls below it were asked for in one answer, of which nothing else was recorded. */
function writeStep(writer: TurnWriter, { calls }: PlacedStep): string {
  const startMs = calls.reduce((least, call) => Math.min(least, call.startMs), Infinity);
  const endMs = calls.reduce((most, call) => Math.max(most, call.endMs), -Infinity);
  return writer.add(
    { startMs, endMs },
    { name: 'model_step', attributes: { [GEN_AI.operation]: 'model_step' } },
  );
}

function writeAnswer(
  writer: TurnWriter,
  placed: Placed & { answer: RecordedAnswer },
  runModel: string,
): void {
  const model = placed.answer.model || runModel;
  const attributes = answerAttributes(placed.answer, model);
  writer.add(placed, { name: `chat ${model}`.trim(), kind: 3, attributes });
}

function answerAttributes(answer: RecordedAnswer, model: string) {
  return {
    [GEN_AI.operation]: 'chat',
    [GEN_AI.model]: model || null,
    [GEN_AI.inputTokens]: answer.inputTokens,
    [GEN_AI.outputTokens]: answer.outputTokens,
    [GEN_AI.cachedTokens]: answer.cachedInputTokens,
    [GEN_AI.finishReasons]: answer.finishReason === '' ? null : [answer.finishReason],
    [GEN_AI.outputMessages]: asMessages('assistant', answer.text),
  };
}

function callAttributes(call: RecordedCall) {
  return {
    [GEN_AI.operation]: 'execute_tool',
    [GEN_AI.tool]: call.tool,
    [GEN_AI.agentName]: call.agent || null,
    [GEN_AI.callId]: call.id || null,
    [GEN_AI.args]: call.args,
    [GEN_AI.result]: call.result,
    [GEN_AI.errorType]: call.errorType || null,
    [MARKS.isError]: call.isError === false ? false : null,
    [MARKS.resultLength]: call.wholeResult?.length,
    [MARKS.resultSha]: call.wholeResult?.sha,
  };
}

function asMessages(role: string, text: string): string | null {
  return text === '' ? null : JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }]);
}

interface SpanParts {
  name: string;
  kind?: OtlpSpan['kind'];
  attributes: Parameters<typeof toAttributes>[0];
  status?: OtlpSpan['status'];
  /** The turn's first span where not given. */
  parent?: string | null;
}

/** Collects the spans of one turn; the first one is the parent of the others. */
class TurnWriter {
  readonly spans: OtlpSpan[] = [];
  readonly calls: RenderedTurn['calls'] = [];
  readonly #key: string;
  readonly #traceId: string;
  readonly #common: Parameters<typeof toAttributes>[0];

  constructor(key: string, common: Parameters<typeof toAttributes>[0]) {
    this.#key = key;
    this.#traceId = digest(key, 32);
    this.#common = common;
  }

  addCall(
    placed: Placed,
    call: RecordedCall,
    { tags, parent }: { tags: ReturnType<typeof tagsOfCall>; parent: string | null },
  ): void {
    const message = call.errorText === '' ? {} : { message: call.errorText };
    const spanId = this.add(placed, {
      name: `execute_tool ${call.tool}`,
      attributes: { ...callAttributes(call), ...tags },
      status: call.isError === true ? { code: 2, ...message } : { code: 0 },
      parent,
    });
    this.calls.push({ spanId, position: call.position });
  }

  /** Answers the span's id. */
  add({ startMs, endMs }: Placed, parts: SpanParts): string {
    const order = this.spans.length;
    const spanId = digest(`${this.#key}/${order}`, 16);
    this.spans.push({
      traceId: this.#traceId,
      spanId,
      parentSpanId: parts.parent ?? this.spans[0]?.spanId ?? '',
      name: parts.name,
      kind: parts.kind ?? 1,
      // One nanosecond each keeps the recorded order where times are equal.
      startTimeUnixNano: String(toNs(startMs) + BigInt(order)),
      endTimeUnixNano: String(toNs(Math.max(startMs, endMs)) + BigInt(order)),
      attributes: toAttributes({ ...parts.attributes, ...this.#common }),
      status: parts.status ?? { code: 0 },
    });
    return spanId;
  }
}

function digest(text: string, length: 16 | 32): string {
  return hash('sha256', `loopscope import ${text}`).slice(0, length);
}

function toNs(ms: number): bigint {
  return BigInt(Math.round(ms * 1000)) * 1000n;
}
