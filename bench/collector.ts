import {
  createMask,
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
} from '@loopscope/collector';
import { fastestOf } from './fastest.ts';
import { toProtobuf, type BenchSpan } from './otlp-protobuf.ts';

const SPANS = 100;
const CALLS_PER_ROUND = 20;
const SENTENCE = 'Customer called again and has not received the refund for the returned boots. ';

/** Every second span is a tool call, the others are model calls that asked for it; about 1 KB each. */
function benchSpan(index: number): BenchSpan {
  const isTool = index % 2 === 0;
  const args = JSON.stringify({ customer_id: `c_${index}`, order_id: '88214', note: SENTENCE });
  const common = { 'gen_ai.conversation.id': 'sess-0190', 'gen_ai.agent.name': 'support' };
  const startNs = 1_790_000_000_000_000_000n + BigInt(index) * 1_000_000n;
  return {
    name: isTool ? 'execute_tool create_ticket' : 'chat some-model',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: index.toString(16).padStart(16, '1'),
    startNs,
    endNs: startNs + 92_000_000n,
    attributes: isTool
      ? {
          ...common,
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'create_ticket',
          'gen_ai.tool.call.id': `call_${index}`,
          'gen_ai.tool.call.arguments': args,
          'gen_ai.tool.call.result': JSON.stringify({
            ticket_id: `t_${index}`,
            status: 'open',
            note: SENTENCE.repeat(5),
          }),
        }
      : {
          ...common,
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'some-model',
          'gen_ai.usage.input_tokens': '1234',
          'gen_ai.usage.output_tokens': '56',
          'gen_ai.input.messages': JSON.stringify([
            { role: 'user', parts: [{ type: 'text', content: SENTENCE.repeat(2) }] },
          ]),
          'gen_ai.output.messages': JSON.stringify([
            {
              role: 'assistant',
              parts: [
                {
                  type: 'tool_call',
                  id: `call_${index + 1}`,
                  name: 'create_ticket',
                  arguments: args,
                },
              ],
            },
          ]),
        },
  };
}

function toJson(spans: readonly BenchSpan[]): Buffer {
  const written = spans.map(({ startNs, endNs, attributes, ...span }) => ({
    ...span,
    startTimeUnixNano: startNs.toString(),
    endTimeUnixNano: endNs.toString(),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({
      key,
      value: { stringValue },
    })),
  }));
  return Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: written }] }] }));
}

const spans = Array.from({ length: SPANS }, (_, index) => benchSpan(index));
const bodies = { protobuf: toProtobuf(spans), json: toJson(spans) };
const normalise = createNormaliser(DIALECTS);
const rules = { keys: [], patterns: [] };
const mask = createMask({ rules, key: new Uint8Array(32) }, DEFAULT_LIMITS);
const context = {
  project: 'bench',
  declarations: new Map([['create_ticket', { identity: ['customer_id', 'order_id'] }]]),
  content: 'full' as const,
  limits: DEFAULT_LIMITS,
  nowMs: 1_790_000_000_000,
};

const jsonText = bodies.json.toString('utf8');
const bareNs = fastestOf(() => JSON.parse(jsonText), CALLS_PER_ROUND);
for (const encoding of ['protobuf', 'json'] as const) {
  const body = bodies[encoding];
  const decoded = decodeTraces(body, encoding, DEFAULT_LIMITS).spans;
  const canonical = decoded.map(normalise);
  const stages = {
    decode: fastestOf(() => decodeTraces(body, encoding, DEFAULT_LIMITS), CALLS_PER_ROUND),
    normalise: fastestOf(() => decoded.map(normalise), CALLS_PER_ROUND),
    mask: fastestOf(() => canonical.map((span) => mask.span(span)), CALLS_PER_ROUND),
    'sign and row': fastestOf(
      () => canonical.map((span) => toSpanRow(span, context)),
      CALLS_PER_ROUND,
    ),
    all: fastestOf(
      () =>
        decodeTraces(body, encoding, DEFAULT_LIMITS).spans.map((span) =>
          toSpanRow(mask.span(normalise(span)), context),
        ),
      CALLS_PER_ROUND,
    ),
  };
  const perSpan = Object.entries(stages).map(
    ([stage, ns]) => `${stage} ${(ns / SPANS / 1_000).toFixed(1)} µs`,
  );
  console.log(
    `${encoding} (${Math.round(body.length / SPANS)} B per span): ` +
      `${Math.round((1e9 * SPANS) / stages.all).toLocaleString('en')} spans/s; per span ${perSpan.join(', ')}; ` +
      `ratio to a bare JSON.parse of the same spans: ${(stages.all / bareNs).toFixed(1)}`,
  );
}
