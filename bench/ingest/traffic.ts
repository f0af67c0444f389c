import { toProtobuf, type BenchSpan } from '../otlp-protobuf.ts';

/** Requests of a hundred spans of about 1 KB: ten turns of an agent, four model calls and five tool calls each. */
export const SPANS_PER_REQUEST = 100;
const SPANS_PER_TRACE = 10;
const NOTE = 'Customer called again and has not received the refund for the returned boots. ';

export interface Traffic {
  /** The next request: other traces, sessions, times and arguments each time. */
  next(nowMs: number): { body: Buffer; lastSession: string };
}

/** A digit string of this length stands wherever a trace's number goes. */
const NUMBER_DIGITS = 12;
const NUMBER_MARK = '7'.repeat(NUMBER_DIGITS);
/** Trace ids and times are found by these and written over. */
const TRACE_MARK = Buffer.from(`f1${'ab'.repeat(15)}`, 'hex');
const TIME_MARK_NS = 0x1234_5678_9abc_0000n;

/** Encoded once; what differs from request to request is written into a copy, so that sending costs next to nothing. */
export function createTraffic(): Traffic {
  const template = toProtobuf(requestSpans());
  const numbers = offsetsOf(template, Buffer.from(NUMBER_MARK));
  const traces = offsetsOf(template, TRACE_MARK);
  const times = timesOf(template);
  const tracesPerRequest = SPANS_PER_REQUEST / SPANS_PER_TRACE;
  let made = 0;
  return {
    next(nowMs) {
      const body = Buffer.from(template);
      const traceOf = (share: number): number => made + Math.floor(share * tracesPerRequest);
      for (const [at, offset] of traces.entries()) {
        body.writeUInt32BE(traceOf(at / traces.length), offset + 12);
      }
      for (const [at, offset] of numbers.entries()) {
        const digits = String(traceOf(at / numbers.length)).padStart(NUMBER_DIGITS, '0');
        body.write(digits, offset, 'latin1');
      }
      const startNs = BigInt(nowMs) * 1_000_000n;
      for (const { offset, sinceNs } of times) body.writeBigUInt64LE(startNs + sinceNs, offset);
      made += tracesPerRequest;
      return { body, lastSession: `session-${String(made - 1).padStart(NUMBER_DIGITS, '0')}` };
    },
  };
}

function requestSpans(): BenchSpan[] {
  return Array.from({ length: SPANS_PER_REQUEST }, (_, at) => benchSpan(at % SPANS_PER_TRACE));
}

/** Of one turn: agent, then model and tool in turns. */
function benchSpan(at: number): BenchSpan {
  const startNs = TIME_MARK_NS + BigInt(at) * 30n;
  const kind = at === 0 ? 'agent' : at % 2 === 1 ? 'tool' : 'model';
  return {
    name: { agent: 'invoke_agent support', tool: 'execute_tool search_orders', model: 'chat m' }[
      kind
    ],
    traceId: TRACE_MARK.toString('hex'),
    spanId: (at + 1).toString(16).padStart(16, '0'),
    ...(at === 0 ? {} : { parentSpanId: '0000000000000001' }),
    startNs,
    endNs: startNs + (at === 0 ? 400n : 20n),
    attributes: {
      'gen_ai.conversation.id': `session-${NUMBER_MARK}`,
      'gen_ai.agent.name': 'support',
      ...{ agent: agentAttributes(), tool: toolAttributes(at), model: modelAttributes(at) }[kind],
    },
  };
}

function agentAttributes(): BenchSpan['attributes'] {
  return { 'gen_ai.operation.name': 'invoke_agent', 'app.note': NOTE.repeat(9) };
}

function toolAttributes(at: number): BenchSpan['attributes'] {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': `search_orders_${at}`,
    'gen_ai.tool.call.id': `call_${NUMBER_MARK}_${at}`,
    'gen_ai.tool.call.arguments': JSON.stringify({ customer: NUMBER_MARK, page: at }),
    'gen_ai.tool.call.result': JSON.stringify({ id: `r${NUMBER_MARK}${at}`, note: NOTE.repeat(7) }),
  };
}

function modelAttributes(at: number): BenchSpan['attributes'] {
  const call = {
    type: 'tool_call',
    id: `call_${NUMBER_MARK}_${at + 1}`,
    name: `search_orders_${at + 1}`,
    arguments: { customer: NUMBER_MARK, page: at + 1 },
  };
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'some-model',
    'gen_ai.usage.input_tokens': '1234',
    'gen_ai.usage.output_tokens': '56',
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: NOTE.repeat(5) }] },
    ]),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [call] }]),
  };
}

function offsetsOf(bytes: Buffer, mark: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    offsets.push(at);
  }
  return offsets;
}

/** The marks' low bits say how many milliseconds after the request's time theirs is. */
function timesOf(bytes: Buffer): { offset: number; sinceNs: bigint }[] {
  const mark = Buffer.alloc(8);
  mark.writeBigUInt64LE(TIME_MARK_NS);
  return offsetsOf(bytes, mark.subarray(2)).map((at) => ({
    offset: at - 2,
    sinceNs: BigInt(bytes.readUInt16LE(at - 2)) * 1_000_000n,
  }));
}
