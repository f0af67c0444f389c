/**
 * Loops written by hand around a client library, each model call a trace of its own:
 * record-clients.ts oi-openai-responses|oi-anthropic|tl-anthropic [scenario ...]
 */
import { FakeModels } from './fake-models.ts';
import { collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const isOpenInference = emitter.startsWith('oi-');
const packages = ['@opentelemetry/api'];
const { within, flush } = isOpenInference ? await openInference() : await traceloop();

async function openInference() {
  const { startProvider } = await import('./provider.ts');
  const { OpenAIInstrumentation } = await import('@arizeai/openinference-instrumentation-openai');
  const { AnthropicInstrumentation } =
    await import('@arizeai/openinference-instrumentation-anthropic');
  const { setSession, setUser } = await import('@arizeai/openinference-core');
  const { context } = await import('@opentelemetry/api');
  packages.push(
    '@arizeai/openinference-instrumentation-openai',
    '@arizeai/openinference-instrumentation-anthropic',
    '@arizeai/openinference-core',
    '@opentelemetry/sdk-node',
  );
  const ofOpenAI = new OpenAIInstrumentation();
  const ofAnthropic = new AnthropicInstrumentation();
  const { flush } = await startProvider(emitter, { instrumentations: [ofOpenAI, ofAnthropic] });
  if (emitter === 'oi-anthropic') {
    ofAnthropic.manuallyInstrument((await import('@anthropic-ai/sdk')).default);
  } else {
    ofOpenAI.manuallyInstrument((await import('openai')).default);
  }
  const within = (turn: Turn, run: () => Promise<void>) =>
    context.with(
      setUser(setSession(context.active(), { sessionId: turn.session }), { userId: turn.user }),
      run,
    );
  return { within, flush };
}

async function traceloop() {
  const sdk = await import('@traceloop/node-server-sdk');
  packages.push(
    '@traceloop/node-server-sdk',
    '@traceloop/instrumentation-anthropic',
    '@anthropic-ai/sdk',
  );
  sdk.initialize({
    appName: `wire-${emitter}`,
    baseUrl: collectorUrl,
    disableBatch: false,
    silenceInitializationMessage: true,
    instrumentModules: { anthropic: await import('@anthropic-ai/sdk') },
    tracingEnabled: true,
  });
  const within = (turn: Turn, run: () => Promise<void>) =>
    sdk.withAssociationProperties({ session_id: turn.session, user_id: turn.user }, run);
  return { within, flush: () => sdk.forceFlush() };
}

/** What the model is told of a call: the result as text, or the error as text. */
async function outcomeOf(turn: Turn, name: string, args: Record<string, unknown>) {
  const tool = turn.tools.find((each) => each.name === name);
  if (tool === undefined) return { text: `Error: tool ${name} does not exist`, isError: true };
  try {
    const result = await tool.run(args);
    return { text: typeof result === 'string' ? result : JSON.stringify(result), isError: false };
  } catch (error) {
    return { text: `Error: ${error.message}`, isError: true };
  }
}

async function runResponses(turn: Turn) {
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` });
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
  const input: unknown[] = [{ role: 'user', content: turn.prompt }];
  for (;;) {
    const answer = await client.responses.create({
      model: MODEL,
      instructions: INSTRUCTIONS,
      input,
      tools,
    });
    const calls = answer.output.filter(({ type }) => type === 'function_call');
    if (calls.length === 0) return;
    input.push(...calls);
    for (const { call_id, name, arguments: args } of calls) {
      const { text } = await outcomeOf(turn, name, JSON.parse(args));
      input.push({ type: 'function_call_output', call_id, output: text });
    }
  }
}

async function runMessages(turn: Turn) {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({ apiKey: 'none', baseURL: fake.baseUrl });
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
  const messages: unknown[] = [{ role: 'user', content: turn.prompt }];
  for (;;) {
    const answer = await client.messages.create({
      model: MODEL,
      max_tokens: 512,
      system: INSTRUCTIONS,
      messages,
      tools,
    });
    const calls = answer.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return;
    messages.push({ role: 'assistant', content: answer.content });
    const content = [];
    for (const { id, name, input } of calls) {
      const { text, isError } = await outcomeOf(turn, name, input);
      content.push({ type: 'tool_result', tool_use_id: id, content: text, is_error: isError });
    }
    messages.push({ role: 'user', content });
  }
}

await record({
  emitter,
  packages,
  flush,
  run: (turn) => {
    fake.turn = turn;
    return within(turn, () =>
      emitter === 'oi-openai-responses' ? runResponses(turn) : runMessages(turn),
    );
  },
  agent: null,
  idPrefix: emitter === 'oi-openai-responses' ? 'call' : 'toolu',
  ...(emitter === 'oi-openai-responses'
    ? { scenarios: ['ok', 'loop-empty', 'validation', 'parallel', 'unknown-tool'] }
    : {}),
});
