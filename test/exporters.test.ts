import { turnPage } from '@loopscope/api/contract';
import { credentials, Metadata } from '@grpc/grpc-js';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProduct, type Product } from './product.ts';

const KEY = 'exporters-key';
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOOPSCOPE_INGEST_KEYS: KEY } });
});
afterAll(() => product.close());

const url = (path: string): string => `${product.otlpHttp}${path}`;
const headers = { authorization: `Bearer ${KEY}` };
const compression = 'gzip' as never;

function metadata(key = KEY): Metadata {
  const given = new Metadata();
  given.set('authorization', `Bearer ${key}`);
  return given;
}

const grpc = (more: object = {}): SpanExporter =>
  new GrpcExporter({
    url: product.otlpGrpc,
    credentials: credentials.createInsecure(),
    metadata: metadata(),
    ...more,
  });

const EXPORTERS: [string, () => SpanExporter][] = [
  ['gRPC', () => grpc()],
  ['gRPC, gzip', () => grpc({ compression })],
  ['HTTP protobuf', () => new ProtobufExporter({ url: url('/v1/traces'), headers })],
  [
    'HTTP protobuf, gzip',
    () => new ProtobufExporter({ url: url('/v1/traces'), headers, compression }),
  ],
  ['HTTP JSON', () => new JsonExporter({ url: url('/v1/traces'), headers })],
  ['HTTP JSON, gzip', () => new JsonExporter({ url: url('/v1/traces'), headers, compression })],
];

/** One turn of three equal searches that find nothing, as an agent's own SDK tells it. */
async function tell(exporter: SpanExporter, session: string): Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'exporters' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('exporters');
  const root = tracer.startSpan('invoke_agent support', {
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': session },
    root: true,
  });
  const { trace, ROOT_CONTEXT } = await import('@opentelemetry/api');
  const inside = trace.setSpan(ROOT_CONTEXT, root);
  for (let index = 0; index < 3; index += 1) {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'gen_ai.tool.call.id': `call_${index}`,
      'gen_ai.tool.call.arguments': '{"customer":"c1"}',
      'gen_ai.tool.call.result': '[]',
      'gen_ai.conversation.id': session,
    };
    tracer.startSpan('execute_tool search_orders', { attributes }, inside).end();
  }
  root.end();
  await provider.forceFlush();
  await provider.shutdown();
}

describe('the exporters of the OpenTelemetry SDK', () => {
  it.each(EXPORTERS)('%s: the turn arrives whole', async (name, create) => {
    const session = `session of ${name}`;
    await tell(create(), session);
    await product.settle();
    const query = `session=${encodeURIComponent(session)}`;
    const { items } = await product.get(`/api/v1/turns?${query}`, turnPage);
    expect(items).toMatchObject([{ calls: 3, max_attempts: 3, distinct_signatures: 1 }]);
  });

  it('gRPC without a key is told, and nothing arrives', async () => {
    const exporter = grpc({ metadata: metadata('wrong') });
    await tell(exporter, 'nobody').catch(() => {});
    await product.settle();
    const { items } = await product.get('/api/v1/turns?session=nobody', turnPage);
    expect(items).toEqual([]);
  });

  it('metrics and logs over gRPC are answered, so that one setting works for all', async () => {
    const options = { url: product.otlpGrpc, metadata: metadata() };
    const meters = new MeterProvider({
      readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(options) })],
    });
    meters.getMeter('m').createCounter('c').add(1);
    await meters.forceFlush();
    await meters.shutdown();
    const logs = new LoggerProvider({
      processors: [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter(options) })],
    });
    logs.getLogger('l').emit({ body: 'hello' });
    await logs.forceFlush();
    await logs.shutdown();
  });
});
