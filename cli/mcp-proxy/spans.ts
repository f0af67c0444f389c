import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import type { Declarations } from '@loopscope/signature';
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import type { Answer } from './pending-calls.ts';
import type { ToolCall } from './tool-call.ts';

/** Tells a collector of the calls that go through the proxy. */
export interface Spans {
  observe(call: ToolCall, work: () => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

export interface SpanOptions {
  /** Where OTLP/HTTP is taken, such as http://127.0.0.1:4318. */
  url: string;
  /** Empty without one. */
  key: string;
  service: string;
  declarations: Declarations;
}

export function startSpans({ url, key, service, declarations }: SpanOptions): Spans {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    ...(key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new LoopscopeSpanProcessor({ tools: Object.fromEntries(declarations) }),
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: 500 }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('loopscope-mcp-proxy');
  return {
    observe(call, work) {
      const attributes = {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.name,
        'gen_ai.tool.call.arguments': JSON.stringify(call.args),
      };
      const options = { kind: SpanKind.SERVER, attributes };
      return tracer.startActiveSpan(`tools/call ${call.name}`, options, callerOf(call), (span) =>
        within(span, work),
      );
    },
    close: () => provider.shutdown(),
  };
}

/** The caller's own trace, where it says which. */
function callerOf({ traceparent }: ToolCall): Context {
  const around = context.active();
  return traceparent === '' ? around : propagation.extract(around, { traceparent });
}

async function within(span: Span, work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work();
    if ('error' in answer) {
      span.setAttribute('error.type', String(answer.error.code));
      span.setStatus({ code: SpanStatusCode.ERROR, message: answer.error.message });
    } else {
      span.setAttribute('gen_ai.tool.call.result', JSON.stringify(answer.result));
      if (answer.result['isError'] === true) span.setAttribute('mcp.result.is_error', true);
    }
    return answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw error;
  } finally {
    span.end();
  }
}
