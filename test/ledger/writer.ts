/**
 * `node test/ledger/writer.ts LEDGER SEED TURNS HTTP GRPC`: sends what is planned over all lanes, and beside it some turns by
 * the SDK's own exporters; notes in the ledger what was sent and what was acknowledged. Ends when everything was tried.
 */
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { ROOT_CONTEXT, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { toJson, toProtobuf } from './encode.ts';
import { openLedger } from './ledger.ts';
import {
  attributesOf,
  createRandom,
  nameOf,
  planRequests,
  planTurn,
  type LedgerSpan,
  type PlannedRequest,
} from './plan.ts';

const [, , ledgerPath = '', seed = '1', turns = '10', http = '', grpc = ''] = process.argv;
const ledger = openLedger(ledgerPath);
/** Longer than any machine needs to start the product again. */
const TRIES = 800;
const PAUSE_MS = 150;
const AT_ONCE = 6;
const SDK_TURNS = 5;
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

interface NotedExporter extends SpanExporter {
  /** Resolves when nothing is under way: the SDK's own flush and shutdown do not wait for what its timer began to send. */
  settled(): Promise<void>;
}

/** The SDK's exporter, with a ledger around it: what it reports as exported was acknowledged. */
function noted(
  exporter: SpanExporter,
  name: string,
  planned: Map<string, LedgerSpan>,
): NotedExporter {
  let batches = 0;
  const underWay = new Set<Promise<void>>();
  return {
    export(spans, done) {
      const over = Promise.withResolvers<void>();
      underWay.add(over.promise);
      batches += 1;
      const id = `${name}/${batches}`;
      const said = spans.flatMap((span) => {
        const { traceId, spanId } = span.spanContext();
        const plan = planned.get(spanId);
        const parentSpanId = span.parentSpanContext?.spanId ?? '';
        return plan === undefined ? [] : [{ ...plan, traceId, spanId, parentSpanId }];
      });
      ledger.write({ kind: 'sent', id, spans: said, bad: 0 });
      let tries = 0;
      // An exporter gives up after ten seconds, or at once; here it is asked until the spans are taken.
      const attempt = (): void =>
        exporter.export(spans, (result) => {
          tries += 1;
          if (result.error === undefined) ledger.write({ kind: 'acked', id });
          else if (tries < TRIES) {
            setTimeout(attempt, PAUSE_MS);
            return;
          }
          done(result);
          underWay.delete(over.promise);
          over.resolve();
        });
      attempt();
    },
    shutdown: () => exporter.shutdown(),
    async settled() {
      await Promise.all(underWay);
    },
  };
}

/** Turns as planned, through the SDK: its batches, its ids, its patience. */
async function runSdk(name: string, exporter: SpanExporter): Promise<void> {
  const planned = new Map<string, LedgerSpan>();
  const exporting = noted(exporter, name, planned);
  const processor = new BatchSpanProcessor({
    exporter: exporting,
    scheduledDelayMillis: 200,
    exportTimeoutMillis: TRIES * PAUSE_MS,
  });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  const tracer = provider.getTracer('ledger');
  const random = createRandom(Number(seed) + name.length);
  for (let turn = 0; turn < SDK_TURNS; turn += 1) {
    const startMs = Date.now() - 1_800_000 + turn * 500;
    const [agent, ...calls] = planTurn(random, `${name}-${seed}-${turn}`, startMs);
    if (agent === undefined) continue;
    const begin = (span: LedgerSpan, inside = ROOT_CONTEXT): Span => {
      const attributes = Object.fromEntries(attributesOf(span));
      const made = tracer.startSpan(nameOf(span), { startTime: span.startMs, attributes }, inside);
      if (span.error !== '') made.setStatus({ code: SpanStatusCode.ERROR, message: span.error });
      planned.set(made.spanContext().spanId, span);
      return made;
    };
    const root = begin(agent);
    const inside = trace.setSpan(ROOT_CONTEXT, root);
    for (const call of calls) begin(call, inside).end(call.startMs + call.durationMs);
    root.end(agent.startMs + agent.durationMs);
    await sleep(250);
  }
  await provider.forceFlush().catch(() => {});
  await exporting.settled();
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
  runSdk(
    'sdk-json',
    // The enum of a package that this one does not name.
    new JsonExporter({ url: `${http}/v1/traces`, compression: 'gzip' as never }),
  ),
]);
client.close();
ledger.close();
process.exit(0);
