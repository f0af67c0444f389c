import { ATTRIBUTES } from '@loopscope/signature';
import { context, diag, ROOT_CONTEXT, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import * as v3 from '@opentelemetry/sdk-trace';
import * as v1 from 'otel-sdk-trace-base-v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSession, withTurn } from './context.ts';
import { loopscopeExporter } from './exporter.ts';
import { LocalContext, V1, V2, V3, V3_PROCESSOR_ALONE } from './otel-versions.ts';
import { LoopscopeSpanProcessor } from './processor.ts';

const TICKET = { identity: ['customer_id', 'order_id'], effect: 'write' } as const;

function callTool(tracer: Tracer, name: string, args: unknown, result?: string): void {
  const span = tracer.startSpan(`execute_tool ${name}`);
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
  });
  if (result === undefined) {
    span.recordException(new Error('timed out after 30 s'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'timed out after 30 s' });
  } else span.setAttribute('gen_ai.tool.call.result', result);
  span.end();
}

beforeAll(() => {
  context.setGlobalContextManager(new LocalContext());
});

afterAll(() => {
  context.disable();
});

describe.each([
  ['OTel 1.30', V1],
  ['OTel 2', V2],
  ['OTel 3', V3],
  ['OTel 3 without the wrapped exporter', V3_PROCESSOR_ALONE],
])('%s', (_, version) => {
  test('a tool call leaves with its signature, identity and outcome', () => {
    const { tracer, finished } = version({ tools: { create_ticket: TICKET } });
    callTool(tracer, 'create_ticket', { customer_id: 'c_1', order_id: '2', summary: 'a' });
    callTool(tracer, 'search', { q: 'a' }, '[]');
    expect(finished().map(({ attributes }) => attributes)).toMatchObject([
      {
        [ATTRIBUTES.signatureVersion]: 1,
        [ATTRIBUTES.toolSignature]: expect.stringMatching(/^[0-9a-f]{16}$/),
        [ATTRIBUTES.toolIdentity]: expect.stringMatching(/^[0-9a-f]{16}$/),
        [ATTRIBUTES.toolIdentityFields]: ['customer_id', 'order_id'],
        [ATTRIBUTES.toolEffect]: 'write',
        [ATTRIBUTES.toolAttempt]: 1,
        [ATTRIBUTES.errorClass]: 'timeout',
        [ATTRIBUTES.resultKind]: 'error',
        'gen_ai.tool.name': 'create_ticket',
      },
      { [ATTRIBUTES.resultKind]: 'empty', [ATTRIBUTES.toolEffect]: 'unknown' },
    ]);
  });

  test('fourteen reworded timeouts are attempts 1 to 14 of their turn', () => {
    const { tracer, finished } = version({ tools: { create_ticket: TICKET } });
    const ask = (at: number): void =>
      callTool(tracer, 'create_ticket', {
        customer_id: 'c_1',
        order_id: '2',
        summary: `text ${at}`,
      });
    withTurn('t1', () => {
      for (let at = 0; at < 14; at += 1) ask(at);
    });
    withTurn('t2', () => ask(0));
    const attempts = finished().map(({ attributes }) => attributes[ATTRIBUTES.toolAttempt]);
    expect(attempts).toEqual([...Array.from({ length: 14 }, (_, at) => at + 1), 1]);
  });

  test('every span inside carries session and turn, across asynchronous work', async () => {
    const { tracer, finished } = version({});
    await withSession('s1', () =>
      withTurn('t1', async () => {
        tracer.startSpan('chat').end();
        await Promise.resolve();
        callTool(tracer, 'search', {}, '[]');
      }),
    );
    tracer.startSpan('outside').end();
    const ids = finished().map(({ attributes }) => [
      attributes[ATTRIBUTES.sessionId],
      attributes[ATTRIBUTES.turnId],
    ]);
    expect(ids).toEqual([
      ['s1', 't1'],
      ['s1', 't1'],
      [undefined, undefined],
    ]);
  });

  test('a span that is no tool call is left as it is', () => {
    const { tracer, finished } = version({});
    tracer
      .startSpan('chat x', {
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'x' },
      })
      .end();
    tracer.startSpan('GET /', { attributes: { 'http.route': '/' } }).end();
    for (const { attributes } of finished()) {
      expect(Object.keys(attributes).some((name) => name.startsWith('loopscope.'))).toBe(false);
    }
  });

  test('hostile attribute values never reach the agent as errors', () => {
    const { tracer, finished } = version({});
    const span = tracer.startSpan('execute_tool x');
    expect(() => {
      span.setAttribute('gen_ai.operation.name', 'execute_tool');
      span.setAttribute('gen_ai.tool.name', '\ud800');
      span.setAttribute('gen_ai.tool.call.arguments', '['.repeat(100_000));
      span.setAttribute('gen_ai.tool.call.result', Symbol('s'));
      span.setAttribute('error.type', [new Map()] as never);
      span.end();
    }).not.toThrow();
    expect(finished()).toHaveLength(1);
  });

  test('arguments beyond a million characters are left to the collector', () => {
    const { tracer, finished } = version({});
    callTool(tracer, 'write_file', { text: 'a'.repeat(1_000_001) }, 'ok');
    expect(finished()[0]?.attributes[ATTRIBUTES.signatureVersion]).toBeUndefined();
  });
});

describe.each([
  ['OTel 1.30', V1],
  ['OTel 2', V2],
  ['OTel 3', V3],
])('%s with content: hashes', (_, version) => {
  test('signatures leave the process, the text does not', () => {
    const { tracer, finished } = version({ content: 'hashes' });
    callTool(tracer, 'search', { q: 'secret-a' }, '["secret-b"]');
    callTool(tracer, 'fail', { q: 'secret-c' });
    tracer
      .startSpan('chat', {
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': 'secret-d',
          'llm.input_messages.0.message.content': 'secret-e',
        },
      })
      .addEvent('gen_ai.user.message', { content: 'secret-f' })
      .end();
    const spans = finished();
    expect(
      JSON.stringify(
        spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
      ),
    ).not.toMatch(/secret|timed out/);
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.tool.name': 'search',
      [ATTRIBUTES.toolSignature]: expect.any(String),
      [ATTRIBUTES.resultKind]: 'value',
    });
    expect(spans[1]?.attributes[ATTRIBUTES.errorClass]).toBe('timeout');
  });
});

test('a span whose parts throw is left untagged, and its content stays inside', () => {
  const hostile = {
    name: 'execute_tool x',
    status: { code: 0 },
    events: [],
    spanContext: () => ({ traceId: '0' }),
    setAttributes: () => {
      throw new Error('no');
    },
    get attributes(): never {
      throw new Error('no');
    },
  };
  const processor = new LoopscopeSpanProcessor();
  expect(() => processor.onEnding(hostile as never)).not.toThrow();
  expect(() =>
    processor.onStart(hostile as never, ROOT_CONTEXT.setValue(Symbol('x'), 1)),
  ).not.toThrow();
  let exported: readonly { attributes: object }[] = [];
  const exporter = loopscopeExporter(
    { export: (spans) => (exported = spans), shutdown: async () => {} },
    { content: 'hashes' },
  );
  expect(() => exporter.export([hostile], () => {})).not.toThrow();
  expect(exported[0]?.attributes).toEqual({});
});

test('a logger that throws is kept from the agent too', () => {
  diag.setLogger({
    ...console,
    verbose: () => {},
    warn: () => {
      throw new Error('no');
    },
  });
  expect(() => new LoopscopeSpanProcessor().onEnding({} as never)).not.toThrow();
  diag.disable();
});

test('with 128 attributes the span has no room left, and the wrapped exporter adds the tags', () => {
  const { tracer, finished } = V3({});
  const span = tracer.startSpan('execute_tool x');
  for (let at = 0; at < 125; at += 1) span.setAttribute(`a${at}`, at);
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'x',
    'gen_ai.tool.call.arguments': '{}',
  });
  span.end();
  expect(finished()[0]?.attributes[ATTRIBUTES.toolSignature]).toMatch(/^[0-9a-f]{16}$/);
});

test('an ended span is never changed', () => {
  const seen: v1.ReadableSpan[] = [];
  const memory = new v1.InMemorySpanExporter();
  const exporter = loopscopeExporter(memory);
  const provider = new v1.BasicTracerProvider({
    spanProcessors: [
      new v1.SimpleSpanProcessor({
        export: (spans, done) => {
          seen.push(...spans);
          exporter.export(spans, done);
        },
        shutdown: async () => {},
      }),
    ],
  });
  callTool(provider.getTracer('test'), 'search', {}, '[]');
  expect(seen[0]?.attributes[ATTRIBUTES.toolSignature]).toBeUndefined();
  const [exported] = memory.getFinishedSpans();
  expect(exported?.attributes[ATTRIBUTES.toolSignature]).toBeDefined();
  expect(exported?.spanContext()).toEqual(seen[0]?.spanContext());
  expect(exported?.duration).toEqual(seen[0]?.duration);
});

test('the Node SDK of OTel 3 takes the processor', async () => {
  const memory = new v3.InMemorySpanExporter();
  const sdk = new NodeSDK({
    spanProcessors: [
      new LoopscopeSpanProcessor(),
      new v3.SimpleSpanProcessor({ exporter: memory }),
    ],
  });
  expect(sdk).toBeDefined();
  await sdk.shutdown();
});
