/**
 * Sentry's AI integrations, whose spans go to a collector by a processor of OpenTelemetry:
 * record-sentry.ts sentry-ai6|sentry-openai|sentry-openai-stream|sentry-responses|sentry-anthropic|sentry-google-genai|sentry-langgraph [scenario ...]
 */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as Sentry from '@sentry/node';
import { FakeModels } from './fake-models.ts';
import { chatLoop, geminiLoop, messagesLoop, responsesLoop } from './hand-loops.ts';
import { generated } from './mock-model.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const packages = ['@sentry/node'];
const kept = { recordInputs: true, recordOutputs: true };
const processor = new BatchSpanProcessor(
  new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
  { scheduledDelayMillis: 600_000 },
);
Sentry.init({
  dsn: collectorUrl.replace('//', '//none@') + '/1',
  tracesSampleRate: 1,
  release: 'support@1.2.3',
  serverName: 'host-1',
  sendDefaultPii: true,
  openTelemetrySpanProcessors: [processor],
  integrations: [
    // Model and collector are servers in the same process: they are none of the program's.
    Sentry.httpIntegration({ disableIncomingRequestSpans: true }),
    Sentry.vercelAIIntegration({ force: true, ...kept }),
    Sentry.openAIIntegration(kept),
    Sentry.anthropicAIIntegration(kept),
    Sentry.googleGenAIIntegration(kept),
    Sentry.langChainIntegration(kept),
    Sentry.langGraphIntegration(kept),
  ],
});

const runs = {
  'sentry-ai6': vercel,
  'sentry-openai': openai,
  'sentry-openai-stream': openai,
  'sentry-responses': openai,
  'sentry-anthropic': anthropic,
  'sentry-google-genai': google,
  'sentry-langgraph': langgraph,
};

async function vercel(turn: Turn) {
  const ai = await import('ai');
  const mocks = await import('ai/test');
  const model = new mocks.MockLanguageModelV3({
    provider: 'fake',
    modelId: MODEL,
    doGenerate: async () => generated(turn.next()),
  });
  const tools = turn.tools.map(({ name, description, parameters, run }) => [
    name,
    ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute: run }),
  ]);
  await ai.generateText({
    model,
    system: INSTRUCTIONS,
    prompt: turn.prompt,
    tools: Object.fromEntries(tools),
    stopWhen: ai.stepCountIs(12),
    experimental_telemetry: { isEnabled: true, functionId: AGENT, ...kept },
  });
}

async function openai(turn: Turn) {
  const { default: OpenAI } = await import('openai');
  const client = Sentry.instrumentOpenAiClient(
    new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` }),
    kept,
  );
  if (emitter.endsWith('responses')) return responsesLoop(client, turn);
  return chatLoop(client, turn, { isStream: emitter.endsWith('-stream') });
}

async function anthropic(turn: Turn) {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({ apiKey: 'none', baseURL: fake.baseUrl });
  return messagesLoop(Sentry.instrumentAnthropicAiClient(client, kept), turn);
}

async function google(turn: Turn) {
  const { GoogleGenAI } = await import('@google/genai');
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: fake.baseUrl } });
  return geminiLoop(Sentry.instrumentGoogleGenAIClient(client, kept), turn);
}

async function langgraph(turn: Turn) {
  const { tool } = await import('@langchain/core/tools');
  const { createReactAgent } = await import('@langchain/langgraph/prebuilt');
  const { ChatOpenAI } = await import('@langchain/openai');
  const llm = new ChatOpenAI({
    model: MODEL,
    apiKey: 'none',
    configuration: { baseURL: `${fake.baseUrl}/v1` },
  });
  const tools = turn.tools.map(({ name, description, parameters, run }) =>
    tool(run, { name, description, schema: parameters }),
  );
  const agent = createReactAgent({ llm, tools, prompt: INSTRUCTIONS, name: AGENT });
  await agent.invoke(
    { messages: [{ role: 'user', content: turn.prompt }] },
    { recursionLimit: 40, callbacks: [Sentry.createLangChainCallbackHandler(kept)] },
  );
}

packages.push(
  ...{
    ai6: ['ai'],
    openai: ['openai'],
    responses: ['openai'],
    anthropic: ['@anthropic-ai/sdk'],
    google: ['@google/genai'],
    langgraph: ['@langchain/core', '@langchain/langgraph'],
  }[emitter.split('-')[1]],
);
await record({
  emitter,
  packages,
  agent: emitter === 'sentry-ai6' || emitter === 'sentry-langgraph' ? AGENT : null,
  run: (turn) => {
    fake.turn = turn;
    return Sentry.withIsolationScope(() => {
      Sentry.setUser({ id: turn.user });
      Sentry.setConversationId(turn.session);
      return Sentry.startSpan({ name: 'support', op: 'function' }, () => runs[emitter](turn));
    });
  },
  flush: () => processor.forceFlush(),
});
