/** LangSmith's wrapper of the Vercel AI SDK, over OTLP: record-langsmith-ai.ts langsmith-ai [scenario ...] */
import * as ai from 'ai';
import * as mocks from 'ai/test';
import { generated } from './mock-model.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';

Object.assign(process.env, {
  LANGSMITH_TRACING: 'true',
  LANGSMITH_OTEL_ENABLED: 'true',
  LANGSMITH_API_KEY: 'none',
  LANGSMITH_ENDPOINT: collectorUrl,
  LANGSMITH_PROJECT: 'support',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collectorUrl}/v1/traces`,
});
const { initializeOTEL } = await import('langsmith/experimental/otel/setup');
const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL({
  exporterConfig: { url: `${collectorUrl}/v1/traces` },
});
const { wrapAISDK } = await import('langsmith/experimental/vercel');
const { traceable } = await import('langsmith/traceable');
const { Client } = await import('langsmith');
const client = new Client();
const { generateText } = wrapAISDK(ai, { client });

await record({
  emitter: 'langsmith-ai',
  packages: ['langsmith', 'ai'],
  scenarios: ['ok', 'loop-empty', 'validation', 'timeouts', 'parallel', 'unknown-tool'],
  run: async (turn) => {
    const metadata = { thread_id: turn.session, user_id: turn.user };
    const agent = traceable(
      async (prompt: string) => {
        const model = new mocks.MockLanguageModelV3({
          provider: 'fake',
          modelId: MODEL,
          doGenerate: async () => generated(turn.next()),
        });
        const tools = turn.tools.map(({ name, description, parameters, run }) => [
          name,
          ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute: run }),
        ]);
        const { text } = await generateText({
          model,
          system: INSTRUCTIONS,
          prompt,
          tools: Object.fromEntries(tools),
          stopWhen: ai.stepCountIs(12),
        });
        return text;
      },
      { client, metadata, name: AGENT, run_type: 'chain' },
    );
    await agent(turn.prompt);
  },
  flush: async () => {
    await client.awaitPendingTraceBatches();
    await processor.forceFlush();
  },
});
