/** OpenAI Agents over the chat interface, no session set: record-openai-agents.ts oi-openai-agents-chat [scenario ...] */
import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import * as agents from '@openai/agents';
import { FakeModels } from './fake-models.ts';
import { startProvider } from './provider.ts';
import { AGENT, INSTRUCTIONS, MODEL, record } from './recorder.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const instrumentation = new OpenAIAgentsInstrumentation();
const provider = await startProvider(emitter, { instrumentations: [instrumentation] });
instrumentation.manuallyInstrument?.(agents);
const { default: OpenAI } = await import('openai');
agents.setDefaultOpenAIClient(new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` }));
agents.setOpenAIAPI('chat_completions');

await record({
  emitter,
  packages: [
    '@openai/agents',
    '@arizeai/openinference-instrumentation-openai-agents',
    '@opentelemetry/api',
    '@opentelemetry/sdk-node',
  ],
  flush: provider.flush,
  session: false,
  user: false,
  scenarios: ['ok', 'loop-empty', 'validation', 'parallel', 'unknown-tool'],
  run: async (turn) => {
    fake.turn = turn;
    const agent = new agents.Agent({
      name: AGENT,
      model: MODEL,
      instructions: INSTRUCTIONS,
      tools: turn.tools.map(({ name, description, parameters, run }) =>
        agents.tool({ name, description, parameters, strict: false, execute: run }),
      ),
    });
    const runner = new agents.Runner({ workflowName: 'support-workflow', groupId: turn.session });
    try {
      await runner.run(agent, turn.prompt, { maxTurns: 20 });
    } finally {
      await agents.getGlobalTraceProvider().forceFlush();
    }
  },
});
