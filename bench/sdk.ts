/**
 * Processor cost per tool-call span: a tagging pipeline beside a bare BatchSpanProcessor, both into an exporter that drops; the same around a
 * guarded call, whose signature the processor takes over; and what it costs to parse and hash the same texts and do no more.
 */
import { hash } from 'node:crypto';
import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import { createGuard } from '@loopscope/sdk/guard';
import { ROOT_CONTEXT, context, trace, type ContextManager, type Tracer } from '@opentelemetry/api';
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

/** A call of a model, with a kilobyte of messages: no tool call. */
function callModel(tracer: Tracer): void {
  const span = tracer.startSpan('chat some-model');
  span.setAttributes({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'some-model',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.input.messages': RESULT,
  });
  span.end();
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

/** The active context and nothing more: no call here waits for anything. */
let active = ROOT_CONTEXT;
const manager: ContextManager = {
  active: () => active,
  with: (next, work, self, ...given) => {
    const before = active;
    active = next;
    try {
      return work.apply(self, given);
    } finally {
      active = before;
    }
  },
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
};
context.setGlobalContextManager(manager);

const guard = createGuard({ ceilings: { callsPerSession: Number.MAX_SAFE_INTEGER } });
let turn = guard.startTurn();
let asked = 0;

/** The same span around a call that a guard has read; each turn makes a hundred calls, no two alike. */
function callGuarded(tracer: Tracer, sees: boolean): void {
  const span = tracer.startSpan('execute_tool search_orders');
  const args = ARGS.replace('cus_8123', `cus_${(asked += 1)}`);
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search_orders',
    'gen_ai.tool.call.arguments': args,
    'gen_ai.tool.call.result': RESULT,
  });
  if (asked % 100 === 0) turn = guard.startTurn();
  const call = (): void => {
    turn.afterCall(turn.beforeCall({ tool: 'search_orders', args }), { result: asked });
  };
  if (sees) context.with(trace.setSpan(active, span), call);
  else call();
  span.end();
}

function hashed(): string {
  const asked = hash('sha256', JSON.stringify(JSON.parse(ARGS)), 'hex');
  return asked + hash('sha256', JSON.stringify(JSON.parse(RESULT)), 'hex');
}

const bare = tracerOf([]);
const tagging = tracerOf([new LoopscopeSpanProcessor()]);
const bareNs = fastestOf(() => callTool(bare), 5_000);
const taggingNs = fastestOf(() => callTool(tagging), 5_000);
const bareModelNs = fastestOf(() => callModel(bare), 5_000);
const modelNs = fastestOf(() => callModel(tagging), 5_000);
const guardedNs = fastestOf(() => callGuarded(bare, true), 5_000);
const bothNs = fastestOf(() => callGuarded(tagging, true), 5_000);
const apartNs = fastestOf(() => callGuarded(tagging, false), 5_000);
const hashedNs = fastestOf(hashed, 5_000);
const row = (ns: number, besideNs: number) => ({
  'us per span': (ns / 1000).toFixed(2),
  'added us': ((ns - besideNs) / 1000).toFixed(2),
  'added / hashed': ((ns - besideNs) / hashedNs).toFixed(2),
  ratio: (ns / besideNs).toFixed(2),
});
console.table({
  'bare BatchSpanProcessor': row(bareNs, bareNs),
  'with LoopscopeSpanProcessor': row(taggingNs, bareNs),
  'no tool call, bare': row(bareModelNs, bareModelNs),
  'no tool call, with LoopscopeSpanProcessor': row(modelNs, bareModelNs),
  'guarded call, bare': row(guardedNs, guardedNs),
  'guarded call, with LoopscopeSpanProcessor': row(bothNs, guardedNs),
  'the same where the guard does not see the span': row(apartNs, guardedNs),
  'parse and SHA-256 of both texts': row(hashedNs, hashedNs),
});
