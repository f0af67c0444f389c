/**
 * `node test/ledger/writer.ts LEDGER SEED TURNS HTTP GRPC`: sends what is planned over all lanes, and beside it some turns by
 * the SDK's own exporters; notes in the ledger what was sent and what was acknowledged. Ends when everything was tried.
 */
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { toJson, toProtobuf } from './encode.ts';
import { openLedger } from './ledger.ts';
import { attributesOf, planRequests, type LedgerSpan, type PlannedRequest } from './plan.ts';

const [, , ledgerPath = '', seed = '1', turns = '10', http = '', grpc = ''] = process.argv;
const ledger = openLedger(ledgerPath);
const TRIES = 60;
const PAUSE_MS = 150;
const AT_ONCE = 6;
/** Keeps the writer busy while faults happen. */
const BETWEEN_MS = 15;

async function sendHttp(request: PlannedRequest): Promise<boolean> {
  const isJson = request.lane === 'http-json';
  const body = isJson ? toJson(request) : toProtobuf(request);
  const headers: Record<string, string> = {
    'content-type': isJson ? 'application/json' : 'application/x-protobuf',
  };
  if (request.gzip) headers['content-encoding'] = 'gzip';
  try {
    const answer = await fetch(`${http}/v1/traces`, {
      method: 'POST',
      body: new Uint8Array(request.gzip ? gzipSync(body) : body),
      headers,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

const client = new Client(new URL(grpc).host, credentials.createInsecure(), {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 300,
});
const asIs = (bytes: Buffer): Buffer => bytes;
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

function sendGrpc(request: PlannedRequest): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const deadline = Date.now() + 10_000;
  client.makeUnaryRequest(
    EXPORT,
    asIs,
    asIs,
    toProtobuf(request),
    new Metadata(),
    { deadline },
    (error) => resolve(error === null),
  );
  return promise;
}

const send = (request: PlannedRequest): Promise<boolean> =>
  request.lane === 'grpc' ? sendGrpc(request) : sendHttp(request);

async function deliver(request: PlannedRequest): Promise<void> {
  const { id, spans, bad } = request;
  ledger.write({ kind: 'sent', id, spans, bad });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (await send(request)) {
      ledger.write({ kind: 'acked', id });
      for (let time = 0; time < request.resends; time += 1) await send(request);
      return;
    }
    await sleep(PAUSE_MS);
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The SDK's exporter, with a ledger around it: what it reports as exported was acknowledged. */
function noted(exporter: SpanExporter, name: string): SpanExporter {
  let batches = 0;
  return {
    export(spans, done) {
      batches += 1;
      const id = `${name}/${batches}`;
      const said = spans.map(({ attributes, spanContext, startTime }): LedgerSpan => ({
        traceId: spanContext().traceId,
        spanId: spanContext().spanId,
        session: text(attributes['gen_ai.conversation.id']),
        tool: text(attributes['gen_ai.tool.name']),
        args: text(attributes['gen_ai.tool.call.arguments']),
        startMs: startTime[0] * 1000,
      }));
      ledger.write({ kind: 'sent', id, spans: said, bad: 0 });
      exporter.export(spans, (result) => {
        if (result.error === undefined) ledger.write({ kind: 'acked', id });
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

async function runSdk(name: string, exporter: SpanExporter): Promise<void> {
  const processor = new BatchSpanProcessor({
    exporter: noted(exporter, name),
    scheduledDelayMillis: 200,
  });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  const tracer = provider.getTracer('ledger');
  for (let turn = 0; turn < 5; turn += 1) {
    const session = `${name}-${seed}-${turn}`;
    const say = (tool: string) => {
      const span = {
        session,
        tool,
        args: tool === '' ? '' : '{"q":1}',
        traceId: '',
        spanId: '',
        startMs: 0,
      };
      return { attributes: Object.fromEntries(attributesOf(span)) };
    };
    const root = tracer.startSpan('invoke_agent', { ...say(''), root: true });
    const inside = trace.setSpan(ROOT_CONTEXT, root);
    for (let call = 0; call < 4; call += 1) tracer.startSpan('tool', say('tool_sdk'), inside).end();
    root.end();
    await sleep(250);
  }
  await provider.forceFlush().catch(() => {});
  await provider.shutdown().catch(() => {});
}

const waiting = planRequests(Number(seed), Number(turns), Date.now());
async function work(): Promise<void> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await deliver(next);
    await sleep(BETWEEN_MS);
  }
}

await Promise.all([
  ...Array.from({ length: AT_ONCE }, work),
  runSdk('sdk-grpc', new GrpcExporter({ url: grpc })),
  runSdk('sdk-http', new ProtobufExporter({ url: `${http}/v1/traces` })),
]);
client.close();
ledger.close();
process.exit(0);
