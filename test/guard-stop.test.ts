import { setTimeout as sleep } from 'node:timers/promises';

import { guardDecisionPage, guardSummary, stopOrders, turnPage } from '@loopscope/api/contract';
import { LoopscopeSpanProcessor } from '@loopscope/sdk';
import { createGuard, isTerminal, outsideStops } from '@loopscope/sdk/guard';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { proxiedTools } from '../cli/testing/proxied-tools.ts';
import { ADAPTERS } from '../sdk/adapters/testing/players.ts';
import { startProduct, type Product } from './product.ts';

/** From the order to the guard that obeys it. */
const PROMISED_MS = 2_000;

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

async function orderStop(sessionId: string): Promise<void> {
  const ordered = await fetch(`${product.ui}/api/v1/sessions/${sessionId}/stop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ by: 'ana', reason: 'it burns money' }),
  });
  expect(ordered.status).toBe(201);
}

/** As behind a proxy that lets no stream through. */
const withoutStreams: typeof fetch = async (asked, init) =>
  String(asked instanceof Request ? asked.url : asked).endsWith('/live')
    ? new Response('', { status: 502 })
    : fetch(asked, init);

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

    await orderStop('runaway');
    await vi.waitFor(() => expect(stops.stopOf('runaway')).not.toBeNull(), {
      timeout: PROMISED_MS,
    });
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

/** A poll takes a second: half of the adapters will do. */
const POLLED = ADAPTERS.filter((_, at) => at % 2 === 1);

describe.each([
  ['heard by the stream', fetch, 'connected', ADAPTERS],
  ['asked for', withoutStreams, 'polling', POLLED],
] as const)('an order to stop that is %s', (_, ask, state, adapters) => {
  const stops = () => outsideStops({ url: product.ui, fetch: ask });

  it.each([...adapters])(
    '%s obeys before the next call, and names the one that runs',
    async (name, play) => {
      const source = stops();
      const guard = createGuard({ stops: source, retry: false });
      const turn = guard.startTurn({ sessionId: `${name}, ${state}` });
      expect(turn.nextStep().tools).toBe('allowed');
      await vi.waitFor(() => expect(source.state()).toBe(state), { timeout: 10_000 });
      let paid = 0;
      const pay = async () => {
        paid += 1;
        await orderStop(encodeURIComponent(turn.sessionId));
        await vi.waitFor(() => expect(turn.nextStep().tools).toBe('none'), {
          timeout: PROMISED_MS,
        });
        return { paid };
      };
      const { asked } = await play(turn, {
        tools: [{ name: 'pay', run: pay, declaration: { effect: 'write' } }],
        next: (nth) => ({ tool: 'pay', args: { order: nth } }),
      });
      expect(paid).toBe(1);
      expect(asked.slice(1).some(({ hasTools }) => hasTools)).toBe(false);
      const { stop, inFlight } = turn.state();
      expect(stop).toMatchObject({ reason: 'stopped_outside', enforced: true });
      expect(stop?.result.message).toContain('Still running');
      expect(stop?.result.message).toContain('pay (write)');
      expect(inFlight).toEqual([]);
      guard.close();
    },
    30_000,
  );
});

it(
  'an agent behind the MCP proxy is stopped from outside as well',
  { timeout: 60_000 },
  async () => {
    const client = await proxiedTools('--stops', product.ui, '--session', 'proxied');
    const look = async (row: number): Promise<string> =>
      JSON.stringify(await client.callTool({ name: 'read_table', arguments: { rows: row } }));
    expect(await look(1)).toContain('row of a large table');
    await orderStop('proxied');
    const orderedAt = performance.now();
    let answer = '';
    for (let row = 2; !answer.includes('stopped_outside'); row += 1) {
      answer = await look(row);
      expect(performance.now() - orderedAt).toBeLessThan(PROMISED_MS);
      await sleep(100);
    }
    expect(answer).toContain('Stopped by ana (it burns money)');
    await client.close();
  },
);
