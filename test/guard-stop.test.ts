import { guardDecisionPage, guardSummary, stopOrders, turnPage } from '@loopscope/api/contract';
import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import { createGuard, isTerminal, outsideStops } from '@loopscope/sdk/guard';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { startProduct, type Product } from './product.ts';

let product: Product;
let provider: TracerProvider;
beforeAll(async () => {
  product = await startProduct();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({ url: `${product.otlpHttp}/v1/traces` });
  provider = new TracerProvider({
    spanProcessors: [new LoopscopeSpanProcessor(), new SimpleSpanProcessor({ exporter })],
  });
}, 60_000);
afterAll(async () => {
  await provider.shutdown();
  context.disable();
  await product.close();
});

describe('a session stopped from outside', () => {
  it('ends before its next call within two seconds, and the record says so', async () => {
    const stops = outsideStops({ url: product.ui });
    const guard = createGuard({ stops, retry: false });
    const turn = guard.startTurn({ sessionId: 'runaway', turnId: 'turn-1' });
    const tracer = provider.getTracer('agent');
    let calls = 0;
    const look = (): Promise<unknown> =>
      turn.within(() =>
        tracer.startActiveSpan('execute_tool look', async (span) => {
          calls += 1;
          span.setAttributes({
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'look',
            'gen_ai.tool.call.arguments': JSON.stringify({ at: calls }),
          });
          const answer = await turn.call({ tool: 'look', args: { at: calls } }, () => ({
            seen: calls,
          }));
          span.setAttribute('gen_ai.tool.call.result', JSON.stringify(answer));
          span.end();
          return answer;
        }),
      );
    await look();
    await vi.waitFor(() => expect(stops.state()).toBe('connected'), { timeout: 10_000 });

    const ordered = await fetch(`${product.ui}/api/v1/sessions/runaway/stop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: 'ana', reason: 'it burns money' }),
    });
    expect(ordered.status).toBe(201);
    await vi.waitFor(() => expect(stops.stopOf('runaway')).not.toBeNull(), { timeout: 2_000 });
    const answer = await look();
    expect(isTerminal(answer)).toBe(true);
    expect(answer).toMatchObject({ code: 'stopped_outside' });
    expect(turn.nextStep()).toEqual({ tools: 'none', endsRun: true });
    guard.close();

    await provider.forceFlush();
    await product.settle();
    expect(await product.get('/api/v1/stops?session=runaway', stopOrders)).toMatchObject([
      { requested_by: 'ana', state: 'standing', reached_at: expect.any(String) },
    ]);
    const decisions = await product.get('/api/v1/guard/decisions', guardDecisionPage);
    expect(decisions.items).toMatchObject([
      { kind: 'outside_stop', turn_id: 'turn-1', session_id: 'runaway', requested_by: 'ana' },
    ]);
    const summary = await product.get('/api/v1/guard', guardSummary);
    expect(summary).toMatchObject({ guarded_turns: 1, enforced_stops: 1 });
    const { items } = await product.get('/api/v1/turns?session=runaway', turnPage);
    expect(items.map((item) => item.turn_id)).toEqual(['turn-1']);
  }, 60_000);
});
