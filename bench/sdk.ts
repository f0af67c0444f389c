/** Processor cost per tool-call span: a tagging pipeline beside a bare BatchSpanProcessor, both into an exporter that drops. */
import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import type { Tracer } from '@opentelemetry/api';
import {
  BatchSpanProcessor,
  TracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

import { fastestOf } from './fastest.ts';

const SUCCESS: Parameters<Parameters<SpanExporter['export']>[1]>[0] = JSON.parse('{"code":0}');

const dropping: SpanExporter = {
  export: (_spans, done) => done(SUCCESS),
  shutdown: async () => {},
  forceFlush: async () => {},
};

function tracerOf(processors: SpanProcessor[]): Tracer {
  const spanProcessors = [...processors, new BatchSpanProcessor({ exporter: dropping })];
  return new TracerProvider({ spanProcessors }).getTracer('bench');
}

/** About 200 bytes of arguments and 1 KB of result. */
function callTool(tracer: Tracer): void {
  const span = tracer.startSpan('execute_tool search_orders');
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search_orders',
    'gen_ai.tool.call.arguments': ARGS,
    'gen_ai.tool.call.result': RESULT,
  });
  span.end();
}

const ARGS = JSON.stringify({ customer_id: 'cus_8123', status: 'refunded', note: 'x'.repeat(140) });
const RESULT = JSON.stringify(
  Array.from({ length: 8 }, (_, index) => ({
    order_id: `o_${index}`,
    status: 'open',
    note: 'y'.repeat(80),
  })),
);

const bare = tracerOf([]);
const tagging = tracerOf([new LoopscopeSpanProcessor()]);
const bareNs = fastestOf(() => callTool(bare), 5_000);
const taggingNs = fastestOf(() => callTool(tagging), 5_000);
console.table({
  'bare BatchSpanProcessor': { 'us per span': (bareNs / 1000).toFixed(2), ratio: '1.00' },
  'with LoopscopeSpanProcessor': {
    'us per span': (taggingNs / 1000).toFixed(2),
    ratio: (taggingNs / bareNs).toFixed(2),
  },
});
