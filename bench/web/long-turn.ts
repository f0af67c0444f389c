import type { BenchSpan } from '../otlp-protobuf.ts';

/** One turn of so many steps, model and tool in turns, that loops twice: 40 equal calls near its start, 300 in its middle. */
export function* longTurn(steps: number, endMs: number, traceId: string): Generator<BenchSpan[]> {
  const startNs = BigInt(endMs - steps * 100) * 1_000_000n;
  const at = (step: number): Pick<BenchSpan, 'startNs' | 'endNs'> => ({
    startNs: startNs + BigInt(step) * 100_000_000n,
    endNs: startNs + BigInt(step) * 100_000_000n + 90_000_000n,
  });
  const common = {
    'gen_ai.conversation.id': `session-${traceId}`,
    'gen_ai.agent.name': 'archivist',
  };
  const root = {
    name: 'invoke_agent archivist',
    traceId,
    spanId: 'f'.repeat(16),
    startNs,
    endNs: at(steps).endNs,
    attributes: { ...common, 'gen_ai.operation.name': 'invoke_agent' },
  };
  let spans: BenchSpan[] = [root];
  for (let step = 0; step < steps; step += 1) {
    const isTool = step % 2 === 1;
    spans.push({
      name: isTool ? 'execute_tool read_page' : 'chat model-x',
      traceId,
      spanId: (step + 1).toString(16).padStart(16, '0'),
      parentSpanId: root.spanId,
      ...at(step),
      attributes: { ...common, ...(isTool ? toolOf((step - 1) / 2, steps / 2) : MODEL) },
    });
    if (spans.length >= 500) {
      yield spans;
      spans = [];
    }
  }
  yield spans;
}

const MODEL = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'model-x',
  'gen_ai.usage.input_tokens': '4000',
};

const NOTE =
  'The customer wrote again that the parcel has not come and asks for a refund of the boots. ';

function toolOf(call: number, calls: number): Record<string, string> {
  const middle = Math.floor(calls / 2);
  const isLooping = (call >= 20 && call < 60) || (call >= middle && call < middle + 300);
  const page = isLooping ? (call < 60 ? 'a' : 'b') : String(call);
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'read_page',
    'gen_ai.tool.call.id': `call-${call}`,
    'gen_ai.tool.call.arguments': JSON.stringify({ page, query: NOTE, limit: 20 }),
    'gen_ai.tool.call.result': isLooping
      ? '{"rows":[]}'
      : JSON.stringify({ rows: [{ id: call, note: NOTE.repeat(5) }] }),
  };
}
