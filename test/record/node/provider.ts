import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import * as sdkNode from '@opentelemetry/sdk-node';
import { collectorUrl } from './recorder.ts';

/** What a program would set up: OTLP over HTTP, one batch at the end of the turn. */
export async function startProvider(
  service: string,
  options: {
    processors?: unknown[];
    instrumentations?: unknown[];
    isEachAlone?: boolean;
    compression?: string;
  } = {},
): Promise<{ flush: () => Promise<void> }> {
  const { compression, instrumentations = [] } = options;
  const exporter = new OTLPTraceExporter({
    url: `${collectorUrl}/v1/traces`,
    ...(compression === undefined ? {} : { compression }),
  });
  // From its third generation on the SDK has the processors in a package of their own, with named options.
  const tracing = sdkNode.tracing ?? (await import('@opentelemetry/sdk-trace'));
  const how = { scheduledDelayMillis: 600_000 };
  const given = sdkNode.tracing === undefined ? [{ exporter, ...how }] : [exporter, how];
  const own = options.isEachAlone
    ? new tracing.SimpleSpanProcessor(...given)
    : new tracing.BatchSpanProcessor(...given);
  const spanProcessors = options.processors ?? [own];
  new sdkNode.NodeSDK({
    resource: resourceFromAttributes({ 'service.name': `wire-${service}` }),
    spanProcessors,
    instrumentations,
    autoDetectResources: false,
  }).start();
  return {
    flush: async () => {
      for (const processor of spanProcessors) await processor.forceFlush();
    },
  };
}
