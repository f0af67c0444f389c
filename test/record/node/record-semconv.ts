/**
 * GenAI semantic conventions as a program writes them itself:
 * record-semconv.ts semconv-genai-nocontent|semconv-genai-simple-gzip [scenario ...]
 */
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { startProvider } from './provider.ts';
import { AGENT, MODEL, record } from './recorder.ts';
import { ANSWER, type Call, type Step, type Turn } from './scenarios.ts';

const emitter = process.argv[2];
const isContentSent = emitter !== 'semconv-genai-nocontent';
const provider = await startProvider(
  emitter,
  emitter === 'semconv-genai-simple-gzip' ? { isEachAlone: true, compression: 'gzip' } : {},
);
const tracer = trace.getTracer('support-app.instrumentation', '0.4.0');

const content = (values: Record<string, unknown>) =>
  isContentSent
    ? Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
    : {};

function partsOf({ calls }: Step) {
  return calls.length === 0
    ? [{ type: 'text', content: ANSWER }]
    : calls.map(({ id, tool, args }) => ({ type: 'tool_call', id, name: tool, arguments: args }));
}

function chat(turn: Turn, messages: unknown[]): Step {
  const span = tracer.startSpan(`chat ${MODEL}`, { kind: SpanKind.CLIENT });
  const step = turn.next();
  const reason = step.calls.length > 0 ? 'tool_call' : 'stop';
  span.setAttributes({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'fake',
    'gen_ai.request.model': MODEL,
    'server.address': '127.0.0.1',
    'gen_ai.conversation.id': turn.session,
    ...content({
      'gen_ai.input.messages': messages,
      'gen_ai.output.messages': [
        { role: 'assistant', parts: partsOf(step), finish_reason: reason },
      ],
    }),
    'gen_ai.response.model': MODEL,
    'gen_ai.response.id': `resp-${step.n}`,
    'gen_ai.response.finish_reasons': [reason],
    'gen_ai.usage.input_tokens': step.usage.input_tokens,
    'gen_ai.usage.output_tokens': step.usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': step.usage.cache_read_input_tokens,
  });
  span.end();
  messages.push({ role: 'assistant', parts: partsOf(step) });
  return step;
}

async function execute(turn: Turn, { id, tool: name, args }: Call): Promise<unknown> {
  const tool = turn.tools.find((each) => each.name === name);
  if (tool === undefined) return `Error: tool ${name} does not exist`;
  const span = tracer.startSpan(`execute_tool ${name}`);
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': id,
    'gen_ai.tool.type': 'function',
    'gen_ai.conversation.id': turn.session,
    ...content({ 'gen_ai.tool.call.arguments': args }),
  });
  try {
    const result = await tool.run(args);
    span.setAttributes(content({ 'gen_ai.tool.call.result': result }));
    return result;
  } catch (error) {
    span.setAttribute('error.type', error.name);
    if (isContentSent) span.recordException(error);
    span.setStatus({
      code: SpanStatusCode.ERROR,
      ...(isContentSent ? { message: error.message } : {}),
    });
    return `Error: ${error.message}`;
  } finally {
    span.end();
  }
}

await record({
  emitter,
  packages: ['@opentelemetry/api', '@opentelemetry/sdk-node'],
  flush: provider.flush,
  ...(emitter === 'semconv-genai-simple-gzip'
    ? { scenarios: ['ok', 'loop-empty', 'validation', 'parallel'] }
    : {}),
  run: async (turn) => {
    const root = tracer.startSpan(`invoke_agent ${AGENT}`, {
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'user.id': turn.user,
        'gen_ai.conversation.id': turn.session,
        'gen_ai.agent.name': AGENT,
      },
    });
    await context.with(trace.setSpan(context.active(), root), async () => {
      const messages: unknown[] = [
        { role: 'user', parts: [{ type: 'text', content: turn.prompt }] },
      ];
      for (;;) {
        const { calls } = chat(turn, messages);
        if (calls.length === 0) break;
        const results = await Promise.all(calls.map((call) => execute(turn, call)));
        messages.push({
          role: 'tool',
          parts: results.map((response, at) => ({
            type: 'tool_call_response',
            id: calls[at].id,
            response,
          })),
        });
      }
    });
    const { usage } = turn.truth();
    root.setAttributes({
      'gen_ai.usage.input_tokens': usage.input_tokens,
      'gen_ai.usage.output_tokens': usage.output_tokens,
    });
    root.end();
  },
});
