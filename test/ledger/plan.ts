import { createHash } from 'node:crypto';

/** A span as the ledger knows it: all that the oracle recomputes answers from. */
export interface LedgerSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  session: string;
  kind: 'agent' | 'model' | 'tool';
  agent: string;
  model: string;
  version: string;
  /** Of a tool call. */
  tool: string;
  args: string;
  result: string;
  /** What an error is called on the wire; empty where there was none. */
  error: '' | 'timeout' | 'validation_error';
  /** Of a model call. */
  inputTokens: number;
  outputTokens: number;
  startMs: number;
  durationMs: number;
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

type Call = Pick<LedgerSpan, 'tool' | 'args' | 'result' | 'error'>;

/** Work that goes well, a failure that a retry heals, and a search that comes back empty again and again. */
function planCalls(random: () => number, session: string): Call[] {
  const pick = (count: number): number => Math.floor(random() * count);
  const one = (index: number): Call => ({
    tool: `tool_${pick(3)}`,
    args: JSON.stringify({ q: index, note: session }),
    result: JSON.stringify({ found: `${session}/${index}` }),
    error: '',
  });
  const kind = random();
  if (kind < 0.2) {
    const empty = { ...one(0), result: '[]' };
    return Array.from({ length: 4 + pick(5) }, () => empty);
  }
  const calls = Array.from({ length: 1 + pick(6) }, (_, index) => one(index));
  const [first] = calls;
  if (kind > 0.5 || first === undefined) return calls;
  const error = kind < 0.35 ? 'timeout' : 'validation_error';
  return [{ ...first, result: '', error }, ...calls];
}

/** One turn of an agent: its own span, and a model call before each tool call. */
export function planTurn(random: () => number, session: string, startMs: number): LedgerSpan[] {
  const traceId = hex(session, 32);
  const root = hex(`${session}/root`, 16);
  const agent = `agent_${Math.floor(random() * 2)}`;
  const common = {
    traceId,
    session,
    agent,
    model: 'model-of-the-ledger',
    version: `v${Math.floor(random() * 2)}`,
    tool: '',
    args: '',
    result: '',
    error: '' as const,
    inputTokens: 0,
    outputTokens: 0,
  };
  let at = startMs;
  const child = (name: string, own: Partial<LedgerSpan>, durationMs: number): LedgerSpan => {
    const span: LedgerSpan = {
      ...common,
      kind: 'tool',
      spanId: hex(`${session}/${name}`, 16),
      parentSpanId: root,
      startMs: at,
      durationMs,
      ...own,
    };
    at += durationMs;
    return span;
  };
  const spans = planCalls(random, session).flatMap((call, index) => [
    child(
      `${index}/model`,
      { kind: 'model', inputTokens: 100 + index, outputTokens: 1 + Math.floor(random() * 50) },
      2 + Math.floor(random() * 5),
    ),
    child(`${index}/tool`, call, 1 + Math.floor(random() * 9)),
  ]);
  const agentSpan: LedgerSpan = {
    ...common,
    kind: 'agent',
    spanId: root,
    parentSpanId: '',
    startMs,
    durationMs: at - startMs,
  };
  return [agentSpan, ...spans];
}

/** Turns cut into requests, the requests in any order. */
export function planRequests(seed: number, turns: number, nowMs: number): PlannedRequest[] {
  const random = createRandom(seed);
  const requests: PlannedRequest[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const session = `session-${seed}-${turn}`;
    const spans = planTurn(random, session, nowMs - 3_600_000 + turn * 200);
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

const OPERATIONS = { agent: 'invoke_agent', model: 'chat', tool: 'execute_tool' } as const;
export const nameOf = (span: LedgerSpan): string => span.tool || OPERATIONS[span.kind];

/** What a span says, in the words of the GenAI convention. */
export function attributesOf(span: LedgerSpan): [string, string | number][] {
  const said: [string, string | number][] = [
    ['gen_ai.conversation.id', span.session],
    ['gen_ai.agent.name', span.agent],
    ['gen_ai.agent.version', span.version],
    ['gen_ai.operation.name', OPERATIONS[span.kind]],
  ];
  if (span.kind !== 'tool') said.push(['gen_ai.request.model', span.model]);
  if (span.kind === 'model') {
    said.push(['gen_ai.usage.input_tokens', span.inputTokens]);
    said.push(['gen_ai.usage.output_tokens', span.outputTokens]);
  }
  if (span.kind === 'tool') {
    said.push(['gen_ai.tool.name', span.tool], ['gen_ai.tool.call.arguments', span.args]);
    if (span.error === '') said.push(['gen_ai.tool.call.result', span.result]);
    else said.push(['error.type', span.error]);
  }
  return said;
}
