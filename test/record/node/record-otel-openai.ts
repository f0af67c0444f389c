/**
 * Instrumentations of the OpenAI client whose messages are log records, OpenTelemetry's own and Elastic's:
 * record-otel-openai.ts otel-contrib-openai-logs|edot-openai|edot-openai-stream [scenario ...]
 */
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { createRequire } from 'node:module';
import { FakeModels } from './fake-models.ts';
import { chatLoop } from './hand-loops.ts';
import { startProvider } from './provider.ts';
import { collectorUrl, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';

const emitter = process.argv[2];
const own = emitter.startsWith('edot-')
  ? '@elastic/opentelemetry-instrumentation-openai'
  : '@opentelemetry/instrumentation-openai';
const fake = await new FakeModels().listen();
const { OpenAIInstrumentation } = await import(own);
const instrumentation = new OpenAIInstrumentation({ captureMessageContent: true });
const provider = await startProvider(emitter, { instrumentations: [instrumentation] });
const exporter = new OTLPLogExporter({ url: `${collectorUrl}/v1/logs` });
const records = new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: 600_000 });
const resource = resourceFromAttributes({ 'service.name': `wire-${emitter}` });
instrumentation.setLoggerProvider(new LoggerProvider({ resource, processors: [records] }));
// It patches what is required, not what is imported.
const { default: OpenAI } = createRequire(`${process.env['PACKAGES']}/packages.cjs`)('openai');

async function run(turn: Turn) {
  fake.turn = turn;
  const client = new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` });
  await chatLoop(client, turn, { isStream: emitter.endsWith('-stream') });
}

await record({
  emitter,
  packages: [own, 'openai', '@opentelemetry/sdk-node'],
  run,
  flush: async () => {
    await provider.flush();
    await records.forceFlush();
  },
  session: false,
  user: false,
  agent: null,
});
