import { resolveSession } from '@loopscope/analyzer';
import {
  createNormaliser,
  decodeLogs,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
  type WireSpan,
} from '@loopscope/collector';
import type { LoopRow, SpanRow, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

/** A span or log record as a trap states it; times in milliseconds. */
export interface TrapSpan {
  name?: string;
  scope?: string;
  service?: string;
  /** One or a few hex digits; spans without one get one of their own. */
  id?: string;
  trace?: string;
  parent?: string;
  at?: readonly [start: number, end: number];
  status?: 'ok' | 'error';
  message?: string;
  traceState?: string;
  dropped?: number;
  attributes?: Record<string, Plain>;
  events?: { name: string; attributes: Record<string, Plain> }[];
}

export interface Seen {
  rows: SpanRow[];
  calls: ToolCallRow[];
  turns: TurnVerdictRow[];
  loops: LoopRow[];
}

const EPOCH_MS = Date.UTC(2026, 10, 30, 12);
const CODES = { unset: 0, ok: 1, error: 2 };

/** What is made of the spans, from the bytes to the rows. */
export function see(...spans: readonly TrapSpan[]): Seen {
  return seeAll(spans.map(otlpSpan));
}

/** The same for spans that are already in the words of OTLP. */
export function seeAll(spans: readonly object[], records: readonly object[] = []): Seen {
  const decoded = decodeTraces(bytes({ resourceSpans: spans }), 'json', DEFAULT_LIMITS).spans;
  const logged = decodeLogs(bytes({ resourceLogs: records }), 'json', DEFAULT_LIMITS).spans;
  const rows = [...decoded, ...logged].map(toRow);
  const resolved = resolveSession(rows, { declarations: new Map(), prices: new Map() });
  return {
    rows,
    calls: resolved.toolCalls,
    turns: resolved.turnVerdicts,
    loops: resolved.loops,
  };
}

function toRow(span: WireSpan): SpanRow {
  return toSpanRow(createNormaliser(DIALECTS)(span), {
    project: 'traps',
    declarations: new Map(),
    content: 'full',
    limits: DEFAULT_LIMITS,
    nowMs: EPOCH_MS + 60_000,
  });
}

function bytes(request: object): Buffer {
  return Buffer.from(JSON.stringify(request));
}

let made = 0;

export function otlpSpan(span: TrapSpan): object {
  const { trace = '1', at = [0, 10], parent } = span;
  made += 1;
  const inner = {
    traceId: trace.padStart(32, '0'),
    spanId: (span.id ?? `f${made.toString(16)}`).padStart(16, '0'),
    ...(parent === undefined ? {} : { parentSpanId: parent.padStart(16, '0') }),
    name: span.name ?? 'span',
    startTimeUnixNano: nanos(at[0]),
    endTimeUnixNano: nanos(at[1]),
    traceState: span.traceState ?? '',
    status: { code: CODES[span.status ?? 'unset'], message: span.message ?? '' },
    attributes: pairs(span.attributes ?? {}),
    events: (span.events ?? []).map((event) => ({
      name: event.name,
      timeUnixNano: nanos(at[1]),
      attributes: pairs(event.attributes),
    })),
    droppedAttributesCount: span.dropped ?? 0,
  };
  return {
    resource: { attributes: pairs({ 'service.name': span.service ?? 'shop' }) },
    scopeSpans: [{ scope: { name: span.scope ?? '' }, spans: [inner] }],
  };
}

/** One record of the agent's log. */
export function otlpRecord(body: string, atMs: number, attributes: Record<string, Plain>): object {
  const record = {
    timeUnixNano: nanos(atMs),
    body: { stringValue: body },
    attributes: pairs(attributes),
  };
  return {
    resource: { attributes: pairs({ 'service.name': 'shop' }) },
    scopeLogs: [{ scope: { name: 'com.anthropic.claude_code.events' }, logRecords: [record] }],
  };
}

function nanos(ms: number): string {
  return `${BigInt(EPOCH_MS) * 1_000_000n + BigInt(Math.round(ms * 1e6))}`;
}

function pairs(values: Record<string, Plain>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Plain): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (value === null) return {};
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: pairs(value) } };
}

/** A GenAI tool span. */
export function toolSpan(tool: string, args: Plain, span: TrapSpan = {}): TrapSpan {
  return {
    name: `execute_tool ${tool}`,
    ...span,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.arguments': args,
      ...span.attributes,
    },
  };
}

/** A GenAI model span with its messages. */
export function chatSpan(
  { asked, fedBack }: { asked?: Plain[]; fedBack?: Plain[] },
  span: TrapSpan = {},
): TrapSpan {
  const messages = (role: string, parts: Plain[]): Plain => [{ role, parts }];
  return {
    name: 'chat m-1',
    ...span,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 100,
      ...(asked ? { 'gen_ai.output.messages': messages('assistant', asked) } : {}),
      ...(fedBack ? { 'gen_ai.input.messages': messages('tool', fedBack) } : {}),
      ...span.attributes,
    },
  };
}

export const call = (id: string, name: string, args: Plain): Plain => ({
  type: 'tool_call',
  id,
  name,
  arguments: args,
});
export const response = (id: string, result: Plain): Plain => ({
  type: 'tool_call_response',
  id,
  response: result,
});
