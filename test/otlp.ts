import { createHash } from 'node:crypto';

/** A tool call as a test states it; times in milliseconds. */
export interface StatedCall {
  tool: string;
  args: unknown;
  result?: unknown;
  /** Error text; the span gets status ERROR. */
  error?: string;
  errorType?: string;
  /** Gap before the call, in which the model thinks. */
  modelMs: number;
  toolMs: number;
}

export interface StatedTurn {
  id: string;
  session?: string;
  agent?: string;
  version?: string;
  model?: string;
  startMs: number;
  calls: readonly StatedCall[];
}

type Value = { stringValue: string } | { intValue: string };
interface Attribute {
  key: string;
  value: Value;
}
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number; message?: string };
}

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

function attributesOf(values: Record<string, string | number | undefined>): Attribute[] {
  const attributes: Attribute[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const typed = typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value };
    attributes.push({ key, value: typed });
  }
  return attributes;
}

/** The turn as spans in the GenAI convention: agent, then one chat and one execute_tool span per call. */
export function spansOf(turn: StatedTurn): Span[] {
  const { id, startMs, agent = 'support', model = 'test-model' } = turn;
  const traceId = hex(id, 32);
  const rootId = hex(`${id}/root`, 16);
  const common = {
    'gen_ai.conversation.id': turn.session ?? id,
    'gen_ai.agent.name': agent,
    'gen_ai.agent.version': turn.version,
  };
  const children: Span[] = [];
  let at = startMs;
  const span = (
    key: string,
    name: string,
    ms: number,
    values: Record<string, string | number | undefined>,
  ): Span => {
    const made = {
      traceId,
      spanId: hex(`${id}/${key}`, 16),
      parentSpanId: rootId,
      name,
      kind: 1,
      startTimeUnixNano: nanos(at),
      endTimeUnixNano: nanos(at + ms),
      attributes: attributesOf({ ...common, ...values }),
      status: { code: 0 },
    };
    at += ms;
    return made;
  };
  for (const [index, call] of turn.calls.entries()) {
    children.push(
      span(`${index}/chat`, `chat ${model}`, call.modelMs, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'gen_ai.usage.input_tokens': 1500 + index,
        'gen_ai.usage.output_tokens': 30,
      }),
    );
    const tool = span(`${index}/tool`, `execute_tool ${call.tool}`, call.toolMs, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': `call_${index}`,
      'gen_ai.tool.call.arguments': JSON.stringify(call.args),
      'gen_ai.tool.call.result':
        call.result === undefined ? undefined : JSON.stringify(call.result),
      'error.type': call.errorType,
    });
    children.push(
      call.error === undefined ? tool : { ...tool, status: { code: 2, message: call.error } },
    );
  }
  const root: Span = {
    traceId,
    spanId: rootId,
    parentSpanId: '',
    name: `invoke_agent ${agent}`,
    kind: 1,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(at),
    attributes: attributesOf({
      ...common,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.request.model': model,
    }),
    status: { code: 0 },
  };
  // Exporters send children first: a span is sent when it ends.
  return [...children, root];
}

/** One export request that holds the spans. */
export function exportRequest(spans: readonly Span[]): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'test' }) },
        scopeSpans: [{ scope: { name: 'test' }, spans }],
      },
    ],
  };
}
