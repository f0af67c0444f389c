/**
 * Vercel AI SDK:
 * record-ai.ts ai4|ai4-stream|ai5-stream|ai6-stream|ai6-openinference|ai6-langfuse|ai7-stream|ai7-agent|ai7-legacy|ai7-openinference|tl-ai6
 * [scenario ...]
 */
import * as ai from 'ai';
import * as mocks from 'ai/test';
import { AGENT, collectorUrl, MODEL, record } from './recorder.ts';
import { ANSWER, type Step, type Turn } from './scenarios.ts';

const emitter = process.argv[2];
const version = Number(/ai(\d)/.exec(emitter)[1]);
const isStream = emitter.endsWith('-stream');
const has = (part: string): boolean => emitter.split('-').includes(part);
const { generateText, jsonSchema, stepCountIs, isStepCount, streamText, tool } = ai;
const packages = ['ai', '@opentelemetry/api'];
const provider = emitter.startsWith('tl-') ? await traceloop() : await plain();
if (version === 7) {
  const { LegacyOpenTelemetry, OpenTelemetry } = await import('@ai-sdk/otel');
  packages.push('@ai-sdk/otel');
  ai.registerTelemetry(
    has('legacy')
      ? new LegacyOpenTelemetry()
      : new OpenTelemetry({ runtimeContext: true, usage: true }),
  );
}

async function plain() {
  packages.push('@ai-sdk/provider', '@opentelemetry/sdk-node');
  const { startProvider } = await import('./provider.ts');
  const processors = has('openinference')
    ? { processors: [await openInference()] }
    : has('langfuse')
      ? { processors: [await langfuse()] }
      : {};
  return startProvider(emitter, processors);
}

async function traceloop() {
  packages.push('@traceloop/node-server-sdk');
  const sdk = await import('@traceloop/node-server-sdk');
  sdk.initialize({
    appName: `wire-${emitter}`,
    baseUrl: collectorUrl,
    disableBatch: false,
    silenceInitializationMessage: true,
  });
  return { flush: () => sdk.forceFlush() };
}

async function langfuse() {
  const { LangfuseSpanProcessor } = await import('@langfuse/otel');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  packages.push('@langfuse/otel');
  return new LangfuseSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
    publicKey: 'pk',
    secretKey: 'sk',
  });
}

async function openInference() {
  const { OpenInferenceBatchSpanProcessor } = await import('@arizeai/openinference-vercel');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  packages.push('@arizeai/openinference-vercel');
  return new OpenInferenceBatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
    config: { scheduledDelayMillis: 600_000 },
  });
}

const Model = {
  4: mocks.MockLanguageModelV1,
  5: mocks.MockLanguageModelV2,
  6: mocks.MockLanguageModelV3,
  7: mocks.MockLanguageModelV4,
}[version];

function usage({ usage }: Step) {
  const { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached } = usage;
  if (version === 4) return { promptTokens: input, completionTokens: output };
  if (version === 5) {
    return {
      inputTokens: input,
      outputTokens: output,
      totalTokens: input + output,
      cachedInputTokens: cached,
    };
  }
  return {
    inputTokens: { total: input, noCache: input - cached, cacheRead: cached, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function finish({ calls }: Step) {
  const reason = calls.length > 0 ? 'tool-calls' : 'stop';
  return version <= 5 ? reason : { unified: reason, raw: reason };
}

function contentOf({ calls }: Step) {
  return calls.length === 0
    ? [{ type: 'text', text: ANSWER }]
    : calls.map(({ id, tool, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(args),
      }));
}

function streamOf(step: Step) {
  const parts = contentOf(step).flatMap((part) =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: '0' },
          { type: 'text-delta', id: '0', delta: part.text },
          { type: 'text-end', id: '0' },
        ]
      : [part],
  );
  return ai.simulateReadableStream({
    chunks: [
      { type: 'stream-start', warnings: [] },
      {
        type: 'response-metadata',
        id: `resp-${step.n}`,
        modelId: MODEL,
        timestamp: new Date(0),
      },
      ...parts,
      { type: 'finish', finishReason: finish(step), usage: usage(step) },
    ],
  });
}

function modelOf(turn: Turn) {
  if (version === 4) {
    const answer = (step: Step) => ({
      rawCall: { rawPrompt: null, rawSettings: {} },
      finishReason: finish(step),
      usage: usage(step),
      ...(step.calls.length === 0
        ? { text: ANSWER }
        : {
            toolCalls: step.calls.map(({ id, tool, args }) => ({
              toolCallType: 'function',
              toolCallId: id,
              toolName: tool,
              args: JSON.stringify(args),
            })),
          }),
      response: { id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
    });
    return new Model({
      provider: 'fake',
      modelId: MODEL,
      defaultObjectGenerationMode: 'tool',
      doGenerate: async () => answer(turn.next()),
      doStream: async () => {
        const step = turn.next();
        const whole = answer(step);
        return {
          rawCall: whole.rawCall,
          stream: ai.simulateReadableStream({
            chunks: [
              { type: 'response-metadata', ...whole.response },
              ...(whole.text
                ? [{ type: 'text-delta', textDelta: whole.text }]
                : whole.toolCalls.map((c) => ({ type: 'tool-call', ...c }))),
              { type: 'finish', finishReason: whole.finishReason, usage: whole.usage },
            ],
          }),
        };
      },
    });
  }
  return new Model({
    provider: 'fake',
    modelId: MODEL,
    doGenerate: async () => {
      const step = turn.next();
      return {
        content: contentOf(step),
        finishReason: finish(step),
        usage: usage(step),
        warnings: [],
        response: { id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
      };
    },
    doStream: async () => ({ stream: streamOf(turn.next()) }),
  });
}

function optionsOf(turn: Turn) {
  const metadata = { sessionId: turn.session, userId: turn.user };
  const telemetry = {
    isEnabled: true,
    functionId: AGENT,
    ...(has('norecord') ? { recordInputs: false, recordOutputs: false } : {}),
  };
  const named =
    version < 7
      ? { experimental_telemetry: { ...telemetry, metadata } }
      : {
          telemetry: { ...telemetry, includeRuntimeContext: { sessionId: true, userId: true } },
          runtimeContext: metadata,
        };
  return {
    model: modelOf(turn),
    tools: Object.fromEntries(
      turn.tools.map(({ name, description, parameters, run }) => [
        name,
        tool({
          description,
          [version === 4 ? 'parameters' : 'inputSchema']: jsonSchema(parameters),
          execute: run,
        }),
      ]),
    ),
    ...(version === 4 ? { maxSteps: 12 } : { stopWhen: (stepCountIs ?? isStepCount)(12) }),
    ...named,
  };
}

async function run(turn: Turn) {
  const options = optionsOf(turn);
  if (has('agent')) {
    const agent = new (ai.ToolLoopAgent ?? ai.Experimental_Agent)({
      instructions: 'You help.',
      ...options,
    });
    await agent.generate({ prompt: turn.prompt });
  } else if (isStream) {
    const result = streamText({ ...options, prompt: turn.prompt, onError: () => undefined });
    await result.consumeStream();
    await result.text;
  } else {
    await generateText({ ...options, prompt: turn.prompt });
  }
}

await record({
  emitter,
  packages,
  run,
  flush: provider.flush,
  ...(has('agent') ? { scenarios: ['ok', 'loop-empty', 'unknown-tool'] } : {}),
});
