/** Genkit, its answers streamed: record-genkit.ts genkit-stream [scenario ...] */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { genkit } from 'genkit';
import { enableTelemetry } from 'genkit/tracing';
import { AGENT, collectorUrl, INSTRUCTIONS, record } from './recorder.ts';
import { ANSWER, type Turn } from './scenarios.ts';

const emitter = process.argv[2];
const processor = new BatchSpanProcessor(
  new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
  { scheduledDelayMillis: 600_000 },
);
await enableTelemetry({ spanProcessors: [processor], autoDetectResources: false });

function agentOf(turn: Turn) {
  const ai = genkit({});
  const model = ai.defineModel(
    { apiVersion: 'v2', name: 'fake/fake-model-1' },
    async (_, { sendChunk }) => {
      const { calls, usage } = turn.next();
      const content = calls.map(({ id, tool, args }) => ({
        toolRequest: { name: tool, ref: id, input: args },
      }));
      const parts = content.length > 0 ? content : [{ text: ANSWER }];
      for (const part of parts) sendChunk({ index: 0, content: [part] });
      return {
        finishReason: 'stop',
        message: { role: 'model', content: parts },
        usage: {
          inputTokens: usage.input_tokens,
          outputTokens: usage.output_tokens,
          totalTokens: usage.input_tokens + usage.output_tokens,
          cachedContentTokens: usage.cache_read_input_tokens,
        },
      };
    },
  );
  const tools = turn.tools.map(({ name, description, parameters, run }) =>
    ai.defineTool({ name, description, inputJsonSchema: parameters }, run),
  );
  return ai.defineFlow(AGENT, async (prompt: string) => {
    const { stream, response } = ai.generateStream({
      model,
      system: INSTRUCTIONS,
      prompt,
      tools,
      maxTurns: 15,
    });
    for await (const _ of stream);
    return (await response).text;
  });
}

await record({
  emitter,
  packages: ['genkit', '@genkit-ai/core', '@genkit-ai/ai', '@opentelemetry/sdk-trace-base'],
  user: false,
  run: (turn) => agentOf(turn)(turn.prompt, { context: { sessionId: turn.session } }),
  flush: () => processor.forceFlush(),
});
