import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';

import { guardSummary, trajectory, turnPage } from '@loopscope/api/contract';
import { loopscopeExporter, LoopscopeSpanProcessor, withTurn } from '@loopscope/sdk';
import { createGuard } from '@loopscope/sdk/guard';
import { context, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProduct, type Product } from './product.ts';

let product: Product;
/** Stands between the exporter and the collector, and keeps every byte. */
const bodies: Buffer[] = [];
const wire = createServer((request, response) => void forward(request, response));

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  bodies.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
  const answer = await fetch(`${product.otlpHttp}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: bodies.at(-1)!,
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

beforeAll(async () => {
  product = await startProduct();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
}, 60_000);
afterAll(async () => {
  context.disable();
  wire.close();
  await product.close();
});

/** Words that nothing else could have written; each is noted when it is planted. */
const planted: string[] = [];
function word(): string {
  const made = `zq${(planted.length + 7_919).toString(36)}vx`;
  planted.push(made);
  return made;
}

/** A value with a planted word at every depth, as key and as text. */
function deep(depth: number): Record<string, unknown> {
  const inner = depth === 0 ? word() : [deep(depth - 1), word()];
  return { [word()]: word(), inner };
}

interface Scripted {
  tool: string;
  args: Record<string, unknown>;
  result?: unknown;
  error?: Error;
}

/** Fourteen tickets that time out, in other words each time; twelve searches without rows; nine rejections of moving arguments; one answer of twelve. */
const STORIES: Readonly<Record<string, () => Scripted[]>> = {
  tickets: () =>
    Array.from({ length: 14 }, () => ({
      tool: 'create_ticket',
      args: { customer_id: 'c_1', order_id: 'o_1', summary: word(), more: deep(2) },
      error: new Error(`Request timed out after 30000 ms: ${TICKET}`),
    })),
  searches: () =>
    Array.from({ length: 12 }, () => ({
      tool: 'search_orders',
      args: { query: word(), filter: deep(1) },
      result: [],
    })),
  rejections: () =>
    Array.from({ length: 9 }, (_, nth) => ({
      tool: 'resize_instance',
      args: { instance: `i-${nth}`, note: word() },
      error: Object.assign(new Error(`invalid state: stop it before you resize ${TICKET}`), {
        name: 'ValidationError',
      }),
    })),
  reads: () =>
    Array.from({ length: 12 }, () => ({ tool: 'read_page', args: PAGE, result: CONTENT })),
};
const TICKET = word();
const PAGE = { page: word(), ...deep(3) };
const CONTENT = { title: word(), ...deep(3), rows: [deep(1), deep(2)] };

const DECLARED = {
  create_ticket: { identity: ['customer_id', 'order_id'], effect: 'write' },
  search_orders: { effect: 'read' },
  resize_instance: { effect: 'write' },
  read_page: { effect: 'read' },
} as const;

/** Plays a story under a guard that only watches, with all that instrumentations put on spans. */
async function play(tracer: Tracer, turnId: string, story: readonly Scripted[]): Promise<void> {
  const guard = createGuard({ mode: 'observe', tools: DECLARED, retry: false, content: 'full' });
  const turn = guard.startTurn({ sessionId: turnId, turnId });
  await turn.within(async () =>
    withTurn(turnId, async () =>
      tracer.startActiveSpan('invoke_agent support', async (agent) => {
        agent.setAttributes({
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'support',
          'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ content: word() }] }]),
        });
        for (const { tool, args, result, error } of story) {
          await tracer.startActiveSpan(`execute_tool ${tool}`, async (span) => {
            const text = JSON.stringify(args);
            span.setAttributes({
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': tool,
              'gen_ai.tool.call.arguments': text,
              'input.value': text,
              'traceloop.entity.input': text,
            });
            span.addEvent('gen_ai.tool.message', { content: text });
            await turn
              .call({ tool, args }, () => {
                if (error !== undefined) throw error;
                return result;
              })
              .then((answer) =>
                span.setAttribute('gen_ai.tool.call.result', JSON.stringify(answer)),
              )
              .catch((thrown: Error) => {
                span.recordException(thrown);
                span.setStatus({ code: SpanStatusCode.ERROR, message: thrown.message });
                span.setAttribute('error.type', thrown.name);
              });
            span.end();
          });
        }
        agent.end();
      }),
    ),
  );
}

async function send(content: 'full' | 'hashes', form: 'protobuf' | 'json'): Promise<void> {
  const { port } = wire.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/traces`;
  const inner = form === 'json' ? new JsonExporter({ url }) : new ProtoExporter({ url });
  const exporter = loopscopeExporter(inner, { content, tools: DECLARED });
  const provider = new TracerProvider({
    spanProcessors: [
      new LoopscopeSpanProcessor({ tools: DECLARED }),
      new BatchSpanProcessor({ exporter }),
    ],
  });
  for (const [name, story] of Object.entries(STORIES)) {
    await play(provider.getTracer('agent'), `${content}-${form}-${name}`, story());
  }
  await provider.forceFlush();
  await provider.shutdown();
}

describe('with hashes only', () => {
  it('no byte on the wire tells of arguments, results, messages or errors, and every verdict is the same', async () => {
    for (const form of ['protobuf', 'json'] as const) {
      bodies.length = 0;
      await send('hashes', form);
      const sent = Buffer.concat(bodies).toString('latin1');
      expect(sent).toContain('loopscope.guard.saved_calls');
      expect(sent).toContain('loopscope.tool.arguments.shape');
      expect(planted.filter((each) => sent.includes(each))).toEqual([]);
      expect(sent).not.toMatch(/timed out after|invalid state|stop it before/);
    }
    const before = planted.length;
    await send('full', 'protobuf');
    const whole = Buffer.concat(bodies).toString('latin1');
    expect(planted.slice(before).filter((each) => !whole.includes(each))).toEqual([]);
    await product.settle();

    const found: [unknown, unknown][] = [];
    for (const name of Object.keys(STORIES)) {
      const [full, hashed, asJson] = await Promise.all(
        ['full-protobuf', 'hashes-protobuf', 'hashes-json'].map((kind) =>
          verdictOf(`${kind}-${name}`),
        ),
      );
      expect(full?.loops, name).toHaveLength(1);
      found.push(
        [
          { name, ...hashed },
          { name, ...full },
        ],
        [
          { name, ...asJson },
          { name, ...full },
        ],
      );
    }
    expect(found.map(([hashed]) => hashed)).toEqual(found.map(([, full]) => full));
    const guards = await product.get('/api/v1/guard', guardSummary);
    expect(guards).toMatchObject({ guarded_turns: 12, loops_missed: expect.any(Number) });
  }, 60_000);
});

/** What the pages say of a turn, but for its texts. */
async function verdictOf(session: string) {
  const { items } = await product.get(`/api/v1/turns?session=${session}`, turnPage);
  const [turn] = items;
  if (turn === undefined) throw new Error(`no turn of ${session}`);
  const { steps, savings } = await product.get(`/api/v1/turns/${turn.turn_id}`, trajectory);
  const { calls, distinct_signatures, distinct_identities, max_attempts, errors, loops } = turn;
  const tools = steps.filter((step) => step.kind === 'tool');
  return {
    calls,
    distinct_signatures: distinct_signatures > 1,
    distinct_identities,
    max_attempts,
    errors,
    loops,
    classes: tools.map(({ error_class }) => error_class),
    kinds: tools.map(({ result_kind }) => result_kind),
    savings: savings.map(({ cap, calls }) => [cap, calls]),
  };
}
