/** VoltAgent with an OTLP exporter of its own: record-voltagent.ts voltagent|voltagent-stream [scenario ...] */
import { Agent, createTool, createVoltAgentObservability, VoltAgent } from '@voltagent/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as mocks from 'ai/test';
import * as ai from 'ai';
import { z } from 'zod';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import { ANSWER, type Step, type Turn } from './scenarios.ts';
const emitter = process.argv[2];
const usage = ({ usage: u }: Step) => ({
  inputTokens: {
    total: u.input_tokens,
    noCache: u.input_tokens - u.cache_read_input_tokens,
    cacheRead: u.cache_read_input_tokens,
    cacheWrite: 0,
  },
  outputTokens: { total: u.output_tokens, text: u.output_tokens, reasoning: 0 },
});
const finish = ({ calls }: Step) => {
  const r = calls.length > 0 ? 'tool-calls' : 'stop';
  return { unified: r, raw: r };
};
const content = ({ calls }: Step) =>
  calls.length === 0
    ? [{ type: 'text', text: ANSWER }]
    : calls.map(({ id, tool, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(args),
      }));
const modelOf = (turn: Turn) =>
  new mocks.MockLanguageModelV3({
    provider: 'fake',
    modelId: MODEL,
    doGenerate: async () => {
      const step = turn.next();
      return {
        content: content(step),
        finishReason: finish(step),
        usage: usage(step),
        warnings: [],
        response: { id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
      };
    },
    doStream: async () => {
      const step = turn.next();
      return {
        stream: ai.simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            {
              type: 'response-metadata',
              id: `resp-${step.n}`,
              modelId: MODEL,
              timestamp: new Date(0),
            },
            ...content(step).flatMap((p) =>
              p.type === 'text'
                ? [
                    { type: 'text-start', id: '0' },
                    { type: 'text-delta', id: '0', delta: p.text },
                    { type: 'text-end', id: '0' },
                  ]
                : [p],
            ),
            { type: 'finish', finishReason: finish(step), usage: usage(step) },
          ],
        }),
      };
    },
  });
function zodOf(schema) {
  if (schema.type === 'number') return z.number();
  if (schema.type === 'array') return z.array(zodOf(schema.items));
  if (schema.type !== 'object') return z.string();
  const required = schema.required ?? [];
  return z.object(
    Object.fromEntries(
      Object.entries(schema.properties).map(([n, of]) => [
        n,
        required.includes(n) ? zodOf(of) : zodOf(of).optional(),
      ]),
    ),
  );
}
const processor = new BatchSpanProcessor(
  new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
  { scheduledDelayMillis: 600_000 },
);
const observability = createVoltAgentObservability({
  serviceName: `wire-${emitter}`,
  spanProcessors: [processor],
});
await record({
  emitter,
  packages: ['@voltagent/core', 'ai'],
  run: async (turn) => {
    const tools = turn.tools.map(({ name, description, parameters, run }) =>
      createTool({
        name,
        description,
        parameters: zodOf(parameters),
        execute: async (args) => run(args),
      }),
    );
    const agent = new Agent({
      name: AGENT,
      instructions: INSTRUCTIONS,
      model: modelOf(turn),
      tools,
      observability,
      maxSteps: 12,
    });
    const how = { userId: turn.user, conversationId: turn.session, maxSteps: 12 };
    if (emitter.endsWith('-stream')) {
      const s = await agent.streamText(turn.prompt, how);
      await s.text;
    } else await agent.generateText(turn.prompt, how);
  },
  flush: async () => {
    await new Promise((r) => setTimeout(r, 200));
    await processor.forceFlush();
  },
});
