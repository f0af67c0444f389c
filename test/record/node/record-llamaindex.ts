/** LlamaIndex under OpenLLMetry: record-llamaindex.ts tl-llamaindex [scenario ...] */
import { FakeModels } from './fake-models.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const sdk = await import('@traceloop/node-server-sdk');
const llamaIndex = await import('llamaindex');
const openAI = await import('@llamaindex/openai');
sdk.initialize({
  appName: `wire-${emitter}`,
  baseUrl: collectorUrl,
  disableBatch: false,
  silenceInitializationMessage: true,
  instrumentModules: { llamaIndex, llamaIndexOpenAI: openAI },
});
const { agent } = await import('@llamaindex/workflow');

// An unknown tool ends the run outside of the promise that is awaited.
process.on('uncaughtException', (error) => console.error(String(error)));
process.on('unhandledRejection', (error) => console.error(String(error)));

await record({
  emitter,
  packages: [
    'llamaindex',
    '@llamaindex/workflow',
    '@llamaindex/openai',
    '@traceloop/node-server-sdk',
    '@traceloop/instrumentation-llamaindex',
  ],
  flush: () => sdk.forceFlush(),
  run: async (turn) => {
    fake.turn = turn;
    const llm = new openAI.OpenAI({
      model: MODEL,
      apiKey: 'none',
      baseURL: `${fake.baseUrl}/v1`,
      supportToolCall: true,
    });
    const tools = turn.tools.map(({ name, description, parameters, run }) =>
      llamaIndex.tool({ name, description, parameters, execute: run }),
    );
    const support = agent({ name: AGENT, llm, tools, systemPrompt: INSTRUCTIONS });
    const run = async () => {
      const givenUp = new Promise((resolve) => setTimeout(resolve, 3_000).unref());
      await Promise.race([support.run(turn.prompt), givenUp]);
    };
    await sdk.withAssociationProperties({ session_id: turn.session, user_id: turn.user }, () =>
      sdk.withWorkflow({ name: 'support-workflow' }, run),
    );
  },
});
