import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import { context, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  StackContextManager,
  TracerProvider,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';

import { createRandom } from './random.ts';
import { RELEASES, type Release } from './releases.ts';

/** Spans of one export request. */
const BATCH_SPANS = 1024;
/** A machine that is busy building something else may take its time. */
const DELIVERY_TIMEOUT_MS = 120_000;
/** More than this waiting in the exporter's queue would be dropped. */
export const MAX_WAITING_SPANS = 8192;

/** The agents' side: one tracer for each release, all exporting to one collector. */
export interface Telemetry {
  tracerOf(release: Release): Tracer;
  /** Resolves when all that has ended so far is delivered, or given up on. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface TelemetryOptions {
  /** Where OTLP/HTTP is taken, such as http://127.0.0.1:4318. */
  url: string;
  /** Empty without one. */
  key: string;
  seed: string;
  /** Hears why a batch was not delivered. */
  onFailure: (why: string) => void;
  /** Beside the fleet's own. */
  releases?: readonly Release[];
  /** Instead of OTLP/HTTP to `url`. */
  exporter?: SpanExporter;
}

/** The set-up of `docs`' quick start: Loopscope's processor before the exporting one. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  // Session and turn travel in the active context; scripts are played synchronously between two waits.
  context.setGlobalContextManager(new StackContextManager().enable());
  const exporting = new BatchSpanProcessor({
    exporter: reporting(options.exporter ?? toCollector(options), options.onFailure),
    maxExportBatchSize: BATCH_SPANS,
    maxQueueSize: MAX_WAITING_SPANS,
    scheduledDelayMillis: 500,
  });
  const idGenerator = seededIds(options.seed);
  const providers = new Map<Release, TracerProvider>(
    [...RELEASES, ...(options.releases ?? [])].map((release) => [
      release,
      new TracerProvider({
        idGenerator,
        resource: resourceFromAttributes({
          'service.name': `${release.agent.name}-agent`,
          'service.version': release.version,
          'deployment.environment.name': 'demo',
        }),
        spanProcessors: [new LoopscopeSpanProcessor({ tools: release.agent.tools }), exporting],
      }),
    ]),
  );
  return {
    tracerOf(release) {
      const provider = providers.get(release);
      if (provider === undefined) throw new Error(`no tracer for ${release.agent.name}`);
      return provider.getTracer('loopscope-demo');
    },
    // What could not be delivered has been told of already.
    flush: () => exporting.forceFlush().catch(() => {}),
    async close() {
      await exporting.shutdown().catch(() => {});
      context.disable();
    },
  };
}

function toCollector({ url, key }: TelemetryOptions): SpanExporter {
  return new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    timeoutMillis: DELIVERY_TIMEOUT_MS,
    ...(key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  });
}

/** An exporter that says so when a batch is lost, which the SDK only tells its own log. */
function reporting(exporter: SpanExporter, onFailure: (why: string) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) onFailure(result.error.message);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The same ids on every run of the same seed. */
function seededIds(seed: string): IdGenerator {
  const random = createRandom(`${seed}/ids`);
  return { generateTraceId: () => random.hex(32), generateSpanId: () => random.hex(16) };
}
