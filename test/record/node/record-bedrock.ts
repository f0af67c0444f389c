/**
 * Loops written by hand around Bedrock's Converse interface:
 * record-bedrock.ts otel-bedrock|otel-bedrock-stream|oi-bedrock|oi-bedrock-stream|tl-bedrock [scenario ...]
 */
import { context, trace } from '@opentelemetry/api';
import { createRequire } from 'node:module';
import { FakeBedrock } from './fake-bedrock.ts';
import { collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';
import { outcomeOf } from './tool-text.ts';

const emitter = process.argv[2];
const has = (part: string): boolean => emitter.split('-').includes(part);
// OpenTelemetry's instrumentation drops the count of cached tokens: none are cached there.
const fake = await new FakeBedrock({ isCaching: !has('otel') }).listen();
const packages = ['@aws-sdk/client-bedrock-runtime', '@opentelemetry/api'];
// It patches what is required, not what is imported.
const require = createRequire(`${process.env['PACKAGES']}/packages.cjs`);
const start = { otel: openTelemetry, oi: openInference, tl: traceloop }[emitter.split('-')[0]];
const { within, flush, about = {} } = await start();
const aws = require('@aws-sdk/client-bedrock-runtime');

async function openTelemetry() {
  const { startProvider } = await import('./provider.ts');
  const { AwsInstrumentation } = await import('@opentelemetry/instrumentation-aws-sdk');
  packages.push('@opentelemetry/instrumentation-aws-sdk', '@opentelemetry/sdk-node');
  const { flush } = await startProvider(emitter, { instrumentations: [new AwsInstrumentation()] });
  const tracer = trace.getTracer('support');
  const within = (_: Turn, run: () => Promise<void>) =>
    tracer.startActiveSpan('support', (span) => run().finally(() => span.end()));
  return { within, flush, about: { session: false, user: false } };
}

async function openInference() {
  const { startProvider } = await import('./provider.ts');
  const { BedrockInstrumentation } = await import('@arizeai/openinference-instrumentation-bedrock');
  const { setSession, setUser } = await import('@arizeai/openinference-core');
  packages.push(
    '@arizeai/openinference-instrumentation-bedrock',
    '@arizeai/openinference-core',
    '@opentelemetry/sdk-node',
  );
  const { flush } = await startProvider(emitter, {
    instrumentations: [new BedrockInstrumentation()],
  });
  const within = (turn: Turn, run: () => Promise<void>) =>
    context.with(
      setUser(setSession(context.active(), { sessionId: turn.session }), { userId: turn.user }),
      run,
    );
  return { within, flush };
}

async function traceloop() {
  const sdk = await import('@traceloop/node-server-sdk');
  packages.push('@traceloop/node-server-sdk', '@traceloop/instrumentation-bedrock');
  sdk.initialize({
    appName: `wire-${emitter}`,
    baseUrl: collectorUrl,
    disableBatch: false,
    silenceInitializationMessage: true,
    instrumentModules: { bedrock: require('@aws-sdk/client-bedrock-runtime') },
  });
  const within = (turn: Turn, run: () => Promise<void>) =>
    sdk.withAssociationProperties({ session_id: turn.session, user_id: turn.user }, run);
  return { within, flush: () => sdk.forceFlush() };
}

async function run(turn: Turn) {
  const client = new aws.BedrockRuntimeClient({
    region: 'eu-west-1',
    endpoint: fake.baseUrl,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    // Without TLS there is no HTTP/2.
    requestHandler: new (require('@smithy/node-http-handler').NodeHttpHandler)(),
  });
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    toolSpec: { name, description, inputSchema: { json: parameters } },
  }));
  const messages: unknown[] = [{ role: 'user', content: [{ text: turn.prompt }] }];
  for (;;) {
    const input = {
      modelId: MODEL,
      system: [{ text: INSTRUCTIONS }],
      messages,
      toolConfig: { tools },
    };
    const message = has('stream')
      ? await gathered((await client.send(new aws.ConverseStreamCommand(input))).stream)
      : (await client.send(new aws.ConverseCommand(input))).output.message;
    messages.push(message);
    const calls = message.content.flatMap(({ toolUse }) => toolUse ?? []);
    if (calls.length === 0) return;
    const content = [];
    for (const { toolUseId, name, input } of calls) {
      const { text, isError } = await outcomeOf(turn, name, input);
      content.push({
        toolResult: {
          toolUseId,
          content: [{ text }],
          ...(isError ? { status: 'error' } : {}),
        },
      });
    }
    messages.push({ role: 'user', content });
  }
}

/** A streamed answer as the message that it was. */
async function gathered(stream) {
  const content = [];
  for await (const { contentBlockStart, contentBlockDelta } of stream) {
    if (contentBlockStart) {
      const { toolUse } = contentBlockStart.start;
      content[contentBlockStart.contentBlockIndex] = { toolUse: { ...toolUse, input: '' } };
    }
    if (contentBlockDelta) {
      const { contentBlockIndex: at, delta } = contentBlockDelta;
      if (delta.toolUse) content[at].toolUse.input += delta.toolUse.input;
      else content[at] = { text: (content[at]?.text ?? '') + delta.text };
    }
  }
  for (const { toolUse } of content) if (toolUse) toolUse.input = JSON.parse(toolUse.input);
  return { role: 'assistant', content };
}

await record({
  emitter,
  packages,
  flush,
  ...about,
  agent: null,
  idPrefix: 'tooluse',
  run: (turn) => {
    fake.turn = turn;
    return within(turn, () => run(turn));
  },
});
