/**
 * LangWatch: its own spans, and those of the frameworks under it:
 * record-langwatch.ts langwatch|langwatch-langchain|langwatch-ai6 [scenario ...]
 */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { getLangWatchTracer } from 'langwatch';
import { setupObservability } from 'langwatch/observability/node';
import { FakeModels } from './fake-models.ts';
import { generated } from './mock-model.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import { ANSWER, type Turn } from './scenarios.ts';
import { outcomeOf } from './tool-text.ts';

const emitter = process.argv[2];
const processor = new BatchSpanProcessor(
  new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
  { scheduledDelayMillis: 600_000 },
);
setupObservability({
  langwatch: 'disabled',
  serviceName: `wire-${emitter}`,
  spanProcessors: [processor],
  autoDetectResources: false,
});
const fake = await new FakeModels().listen();
const tracer = getLangWatchTracer('support');
const runs = { langwatch: own, 'langwatch-langchain': langchain, 'langwatch-ai6': vercel };

/** A loop written by hand, a span for each model call and each tool call. */
async function own(turn: Turn) {
  const messages: object[] = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: turn.prompt },
  ];
  for (;;) {
    const message = await tracer.withActiveSpan('chat', async (span) => {
      span.setType('llm').setInput('chat_messages', messages).setRequestModel(MODEL);
      const { calls, usage } = turn.next();
      const tool_calls = calls.map(({ id, tool, args }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(args) },
      }));
      const answer =
        calls.length > 0
          ? { role: 'assistant', content: null, tool_calls }
          : { role: 'assistant', content: ANSWER };
      span.setOutput('chat_messages', [answer]).setResponseModel(MODEL);
      span.setMetrics({ promptTokens: usage.input_tokens, completionTokens: usage.output_tokens });
      return answer;
    });
    messages.push(message);
    if (message.tool_calls === undefined) return;
    for (const { id, function: called } of message.tool_calls) {
      const args = JSON.parse(called.arguments);
      const isKnown = turn.tools.some(({ name }) => name === called.name);
      const { text } = isKnown
        ? await withSpan(turn, called.name, args)
        : await outcomeOf(turn, called.name, args);
      messages.push({ role: 'tool', tool_call_id: id, content: text });
    }
  }
}

async function withSpan(turn: Turn, name: string, args: Record<string, unknown>) {
  try {
    const text = await tracer.withActiveSpan(name, async (span) => {
      span.setType('tool').setInput(args);
      const result = await turn.tools.find((tool) => tool.name === name)!.run(args);
      span.setOutput(result);
      return typeof result === 'string' ? result : JSON.stringify(result);
    });
    return { text };
  } catch (error) {
    return { text: `Error: ${error.message}` };
  }
}

async function vercel(turn: Turn) {
  const ai = await import('ai');
  const mocks = await import('ai/test');
  const tools = turn.tools.map(({ name, description, parameters, run }) => [
    name,
    ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute: run }),
  ]);
  await ai.generateText({
    model: new mocks.MockLanguageModelV3({
      provider: 'fake',
      modelId: MODEL,
      doGenerate: async () => generated(turn.next()),
    }),
    system: INSTRUCTIONS,
    prompt: turn.prompt,
    tools: Object.fromEntries(tools),
    stopWhen: ai.stepCountIs(12),
    experimental_telemetry: { isEnabled: true, functionId: AGENT },
  });
}

async function langchain(turn: Turn) {
  const { LangWatchCallbackHandler } =
    await import('langwatch/observability/instrumentation/langchain');
  const { tool } = await import('@langchain/core/tools');
  const { createAgent } = await import('langchain');
  const { ChatOpenAI } = await import('@langchain/openai');
  fake.turn = turn;
  const model = new ChatOpenAI({
    model: MODEL,
    apiKey: 'none',
    configuration: { baseURL: `${fake.baseUrl}/v1` },
  });
  const tools = turn.tools.map(({ name, description, parameters, run }) =>
    tool(run, { name, description, schema: parameters }),
  );
  const agent = createAgent({
    model,
    tools,
    systemPrompt: INSTRUCTIONS,
    name: AGENT,
  });
  await agent.invoke(
    { messages: [{ role: 'user', content: turn.prompt }] },
    { recursionLimit: 40, callbacks: [new LangWatchCallbackHandler()] },
  );
}

await record({
  emitter,
  packages: ['langwatch', '@opentelemetry/api', '@opentelemetry/sdk-node'],
  agent: emitter === 'langwatch' ? null : AGENT,
  flush: () => processor.forceFlush(),
  run: (turn) =>
    tracer.withActiveSpan(
      'support',
      {
        attributes: {
          'langwatch.thread.id': turn.session,
          'langwatch.user.id': turn.user,
          'langwatch.span.type': 'workflow',
        },
      },
      () => runs[emitter](turn),
    ),
});
