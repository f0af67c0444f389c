/** VoltAgent with an OTLP exporter of its own: record-voltagent.ts voltagent|voltagent-stream [scenario ...] */
import { Agent, createTool, createVoltAgentObservability } from '@voltagent/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as mocks from 'ai/test';
import * as ai from 'ai';
import { contentOf, finishOf, generated, usageOf } from './mock-model.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';
import { zodOf } from './zod-of.ts';
const emitter = process.argv[2];
const modelOf = (turn: Turn) =>
  new mocks.MockLanguageModelV3({
    provider: 'fake',
    modelId: MODEL,
    doGenerate: async () => generated(turn.next()),
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
            ...contentOf(step).flatMap((p) =>
              p.type === 'text'
                ? [
                    { type: 'text-start', id: '0' },
                    { type: 'text-delta', id: '0', delta: p.text },
                    { type: 'text-end', id: '0' },
                  ]
                : [p],
            ),
            { type: 'finish', finishReason: finishOf(step), usage: usageOf(step) },
          ],
        }),
      };
    },
  });
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
