import { createHash } from 'node:crypto';

/** A span as the ledger knows it: all that the oracle recomputes answers from. */
export interface LedgerSpan {
  traceId: string;
  spanId: string;
  session: string;
  /** Empty for the agent's own span. */
  tool: string;
  args: string;
  startMs: number;
}

export type Lane = 'http-protobuf' | 'http-json' | 'grpc';

export interface PlannedRequest {
  id: string;
  lane: Lane;
  gzip: boolean;
  spans: LedgerSpan[];
  /** Spans without a trace id beside them, which must be rejected. */
  bad: number;
  /** How often the same bytes are sent after they were taken. */
  resends: number;
}

/** The same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

const LANES: readonly Lane[] = ['http-protobuf', 'http-json', 'grpc'];
const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** Turns of an agent that searches again and again, cut into requests, the requests in any order. */
export function planRequests(seed: number, turns: number, nowMs: number): PlannedRequest[] {
  const random = createRandom(seed);
  const requests: PlannedRequest[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const session = `session-${seed}-${turn}`;
    const traceId = hex(session, 32);
    const calls = 1 + Math.floor(random() * 8);
    const spans = Array.from({ length: calls + 1 }, (_, index): LedgerSpan => ({
      traceId,
      spanId: hex(`${session}/${index}`, 16),
      session,
      tool: index === 0 ? '' : `tool_${Math.floor(random() * 3)}`,
      args: index === 0 ? '' : JSON.stringify({ q: Math.floor(random() * 3), note: session }),
      startMs: nowMs - 3_600_000 + turn * 20 + index,
    }));
    for (let from = 0, part = 0; from < spans.length; part += 1) {
      const size = 1 + Math.floor(random() * 5);
      requests.push({
        id: `${session}/${part}`,
        lane: LANES[Math.floor(random() * LANES.length)] ?? 'http-json',
        gzip: random() < 0.5,
        spans: spans.slice(from, from + size),
        bad: random() < 0.2 ? 1 : 0,
        resends: random() < 0.3 ? 1 : 0,
      });
      from += size;
    }
  }
  return requests.toSorted(() => random() - 0.5);
}

/** What a span says, in the words of the GenAI convention. */
export function attributesOf(span: LedgerSpan): [string, string][] {
  const common: [string, string][] = [['gen_ai.conversation.id', span.session]];
  if (span.tool === '') return [...common, ['gen_ai.operation.name', 'invoke_agent']];
  return [
    ...common,
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', span.tool],
    ['gen_ai.tool.call.arguments', span.args],
    ['gen_ai.tool.call.result', '[]'],
  ];
}
