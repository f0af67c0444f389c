import type { MethodDefinition } from '@grpc/grpc-js';
import type { Signal } from '../receive.ts';

/** The unary `Export` of a service; messages stay bytes, so that both protocols are read by the same functions. */
function exportOf(service: string): MethodDefinition<Buffer, Buffer> {
  const asIs = (bytes: Buffer): Buffer => bytes;
  return {
    path: `/opentelemetry.proto.collector.${service}/Export`,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
}

/** What OTLP/gRPC is made of. */
export const EXPORTS: Readonly<Record<Signal, MethodDefinition<Buffer, Buffer>>> = {
  traces: exportOf('trace.v1.TraceService'),
  metrics: exportOf('metrics.v1.MetricsService'),
  logs: exportOf('logs.v1.LogsService'),
};
