/** Mastra 1 with one of its exporters: record-mastra.ts mastra-arize|mastra-langfuse|mastra-bridge [scenario ...] */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import { ANSWER, type Step, type Turn } from './scenarios.ts';
import { zodOf } from './zod-of.ts';
const emitter = process.argv[2];
const usageOf = ({ usage }: Step) => ({
  inputTokens: usage.input_tokens,
  outputTokens: usage.output_tokens,
  totalTokens: usage.input_tokens + usage.output_tokens,
  cachedInputTokens: usage.cache_read_input_tokens,
});
const finishOf = ({ calls }: Step) => (calls.length > 0 ? 'tool-calls' : 'stop');
const partsOf = ({ calls }: Step) =>
  calls.length === 0
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
const modelOf = (turn: Turn) => ({
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
    return {
      stream: ReadableStream.from([
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
        ...partsOf(step),
        { type: 'finish', finishReason: finishOf(step), usage: usageOf(step) },
      ]),
    };
  },
});
async function exporters() {
  if (emitter.startsWith('mastra-arize')) {
    const { ArizeExporter } = await import('@mastra/arize');
    return {
      exporters: [
        new ArizeExporter({ endpoint: `${collectorUrl}/v1/traces`, projectName: 'wire' }),
      ],
    };
  }
  if (emitter.startsWith('mastra-langfuse')) {
    const { LangfuseExporter } = await import('@mastra/langfuse');
    return {
      exporters: [
        new LangfuseExporter({
          publicKey: 'pk',
          secretKey: 'sk',
          baseUrl: collectorUrl,
          realtime: true,
        }),
      ],
    };
  }
  if (emitter.startsWith('mastra-bridge')) {
    const { OtelBridge } = await import('@mastra/otel-bridge');
    return { bridge: new OtelBridge() };
  }
  const { OtelExporter } = await import('@mastra/otel-exporter');
  return {
    exporters: [
      new OtelExporter({
        provider: { custom: { endpoint: `${collectorUrl}/v1/traces`, protocol: 'http/json' } },
      }),
    ],
  };
}
let provider = null;
if (emitter.startsWith('mastra-bridge')) {
  const { startProvider } = await import('./provider.ts');
  provider = await startProvider(emitter);
}
await record({
  emitter,
  packages: ['@mastra/core', '@mastra/observability', '@opentelemetry/api'],
  run: async (turn) => {
    const tools = turn.tools.map(({ name, description, parameters, run }) => [
      name,
      createTool({
        id: name,
        description,
        inputSchema: zodOf(parameters),
        execute: async (input) => run(input),
      }),
    ]);
    const agent = new Agent({
      id: AGENT,
      name: AGENT,
      instructions: INSTRUCTIONS,
      model: modelOf(turn),
      tools: Object.fromEntries(tools),
    });
    const own = await exporters();
    const observability = new Observability({
      configs: { wire: { serviceName: `wire-${emitter}`, ...own } },
    });
    const mastra = new Mastra({ agents: { support: agent }, logger: false, observability });
    try {
      const how = {
        maxSteps: 12,
        tracingOptions: {
          metadata: { threadId: turn.session, sessionId: turn.session, userId: turn.user },
        },
      };
      if (emitter.endsWith('-stream')) {
        const s = await mastra.getAgent('support').stream(turn.prompt, how);
        await s.text;
      } else await mastra.getAgent('support').generate(turn.prompt, how);
    } finally {
      await new Promise((r) => setTimeout(r, 1500));
      await observability.shutdown?.();
      await new Promise((r) => setTimeout(r, 300));
    }
  },
  flush: async () => provider?.flush(),
});
