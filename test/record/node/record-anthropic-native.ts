/**
 * The Anthropic SDK's own spans, as they are unless content is asked for:
 * record-anthropic-native.ts anthropic-sdk-native-metadata-only [scenario ...]
 */
import { FakeModels } from './fake-models.ts';
import { startProvider } from './provider.ts';
import { MODEL, record } from './recorder.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const provider = await startProvider(emitter);
const { default: Anthropic } = await import('@anthropic-ai/sdk');

await record({
  emitter,
  packages: ['@anthropic-ai/sdk', '@opentelemetry/api', '@opentelemetry/sdk-node'],
  flush: provider.flush,
  idPrefix: 'toolu',
  agent: null,
  user: false,
  scenarios: ['ok', 'loop-empty', 'validation', 'timeouts', 'parallel', 'unknown-tool'],
  run: async (turn) => {
    fake.turn = turn;
    const client = new Anthropic({ apiKey: 'none', baseURL: fake.baseUrl });
    const tools = turn.tools.map(({ name, description, parameters, run }) => ({
      type: 'custom',
      name,
      description,
      input_schema: parameters,
      parse: (input: unknown) => input,
      run: async (input: Record<string, unknown>) => JSON.stringify(await run(input)),
    }));
    const messages = [{ role: 'user', content: turn.prompt }];
    await client.beta.messages.toolRunner(
      { model: MODEL, max_tokens: 512, messages, tools },
      { openTelemetry: { conversationId: turn.session } },
    );
  },
});
