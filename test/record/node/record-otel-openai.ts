/**
 * OpenTelemetry's own instrumentation of the OpenAI client, whose messages are log records:
 * record-otel-openai.ts otel-contrib-openai-logs [scenario ...]
 */
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { createRequire } from 'node:module';
import { FakeModels } from './fake-models.ts';
import { startProvider } from './provider.ts';
import { collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const instrumentation = new OpenAIInstrumentation({ captureMessageContent: true });
const provider = await startProvider(emitter, { instrumentations: [instrumentation] });
const records = new BatchLogRecordProcessor({
  exporter: new OTLPLogExporter({ url: `${collectorUrl}/v1/logs` }),
  scheduledDelayMillis: 600_000,
});
const resource = resourceFromAttributes({ 'service.name': `wire-${emitter}` });
instrumentation.setLoggerProvider(new LoggerProvider({ resource, processors: [records] }));
// It patches what is required, not what is imported.
const { default: OpenAI } = createRequire(`${process.env['PACKAGES']}/packages.cjs`)('openai');

async function run(turn: Turn) {
  fake.turn = turn;
  const client = new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` });
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const messages: unknown[] = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: turn.prompt },
  ];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: MODEL, messages, tools });
    const { message } = choices[0];
    if (message.tool_calls === undefined) return;
    messages.push(message);
    for (const { id, function: called } of message.tool_calls) {
      const content = await outcomeOf(turn, called.name, JSON.parse(called.arguments));
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}

async function outcomeOf(turn: Turn, name: string, args: Record<string, unknown>): Promise<string> {
  const tool = turn.tools.find((each) => each.name === name);
  if (tool === undefined) return `Error: tool ${name} does not exist`;
  try {
    const result = await tool.run(args);
    return typeof result === 'string' ? result : JSON.stringify(result);
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

await record({
  emitter,
  packages: ['@opentelemetry/instrumentation-openai', 'openai', '@opentelemetry/sdk-node'],
  run,
  flush: async () => {
    await provider.flush();
    await records.forceFlush();
  },
  session: false,
  user: false,
  agent: null,
});
