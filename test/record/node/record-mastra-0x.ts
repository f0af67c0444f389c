/** Mastra before 1.0 with its OpenTelemetry exporter: record-mastra-0x.ts mastra-0x [scenario ...] */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { OtelExporter } from '@mastra/otel-exporter';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import { ANSWER, type Step, type Turn } from './scenarios.ts';
import { zodOf } from './zod-of.ts';

/** Where the exporter has not yet loaded its transport when a run ends, it loses spans. */
const PATIENCE_MS = 6_500;

const usageOf = ({ usage }: Step) => ({
  inputTokens: usage.input_tokens,
  outputTokens: usage.output_tokens,
  totalTokens: usage.input_tokens + usage.output_tokens,
  cachedInputTokens: usage.cache_read_input_tokens,
});

const finishOf = ({ calls }: Step) => (calls.length > 0 ? 'tool-calls' : 'stop');

function partsOf({ calls }: Step) {
  return calls.length === 0
    ? [
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: ANSWER },
        { type: 'text-end', id: '0' },
      ]
    : calls.map(({ id, tool, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(args),
      }));
}

/** The model interface of AI SDK 5. */
function modelOf(turn: Turn) {
  return {
    specificationVersion: 'v2',
    provider: 'fake',
    modelId: MODEL,
    supportedUrls: {},
    doGenerate: async () => {
      const step = turn.next();
      return {
        content: step.calls.length === 0 ? [{ type: 'text', text: ANSWER }] : partsOf(step),
        finishReason: finishOf(step),
        usage: usageOf(step),
        warnings: [],
        response: { id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
      };
    },
    doStream: async () => {
      const step = turn.next();
      const chunks = [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
        ...partsOf(step),
        { type: 'finish', finishReason: finishOf(step), usage: usageOf(step) },
      ];
      return { stream: ReadableStream.from(chunks) };
    },
  };
}

/** JSON schema to what this version asks for. */

await record({
  emitter: 'mastra-0x',
  packages: ['@mastra/core', '@mastra/otel-exporter', '@opentelemetry/api'],
  run: async (turn) => {
    const tools = turn.tools.map(({ name, description, parameters, run }) => [
      name,
      createTool({
        id: name,
        description,
        inputSchema: zodOf(parameters),
        execute: async ({ context }) => run(context),
      }),
    ]);
    const agent = new Agent({
      name: AGENT,
      instructions: INSTRUCTIONS,
      model: modelOf(turn),
      tools: Object.fromEntries(tools),
    });
    const exporter = new OtelExporter({
      provider: {
        custom: { endpoint: `${collectorUrl}/v1/traces`, protocol: 'http/protobuf' },
      },
      batchSize: 512,
    });
    const mastra = new Mastra({
      agents: { support: agent },
      logger: false,
      telemetry: { enabled: false },
      observability: {
        configs: { otel: { serviceName: 'wire-mastra-0x', exporters: [exporter] } },
      },
    });
    try {
      await mastra.getAgent('support').generate(turn.prompt, {
        maxSteps: 12,
        tracingOptions: {
          metadata: { threadId: turn.session, sessionId: turn.session, userId: turn.user },
        },
      });
    } finally {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
      await exporter.shutdown();
    }
  },
  flush: async () => undefined,
});
