import { trajectory, turnPage, type Turn } from '@loopscope/api/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product.ts';
import { bodiesOf } from './wire-recordings.ts';

interface Span {
  traceId: string;
  startTimeUnixNano: string;
}
interface Request {
  resourceSpans: { resource: unknown; scopeSpans: { scope: unknown; spans: Span[] }[] }[];
}

let product: Product;
beforeAll(async () => {
  product = await startProduct({ now: () => Date.UTC(2026, 10, 30, 23) });
});
afterAll(() => product.close());

/** A recording's request with but one of its spans, as a client sends it that exports each call at once. */
function alone(request: Request, spanAt: number): Request {
  return {
    resourceSpans: request.resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({
        scope,
        spans: spans.slice(spanAt, spanAt + 1),
      })),
    })),
  };
}

/** The turns, once they have become one or some seconds have passed. */
async function joinedTurns(): Promise<Turn[]> {
  const range = 'from=2026-11-29T00:00:00Z&to=2026-12-02T00:00:00Z';
  for (let look = 0; ; look += 1) {
    const { items } = await product.get(`/api/v1/turns?${range}&limit=50`, turnPage);
    if (items.length === 1 || look === 50) return items;
    await sleep(100);
    await product.settle();
  }
}

describe('model calls without session, each a trace and a request of its own', () => {
  it('are one turn, looked at after each, in whatever order they come', async () => {
    const body = bodiesOf('openlit-openai', 'loop-empty')[0]!.body;
    const request = JSON.parse(body.toString()) as Request;
    const count = request.resourceSpans[0]!.scopeSpans[0]!.spans.length;
    expect(count).toBe(6);
    for (const at of [0, 1, 3, 2, 5, 4]) {
      const response = await fetch(`${product.otlpHttp}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alone(request, at)),
      });
      expect(response.status).toBe(200);
      await product.settle();
    }
    const items = await joinedTurns();
    expect(items).toMatchObject([{ calls: 5, model_calls: 6, verdict: 'loop' }]);
    const { steps } = await product.get(`/api/v1/turns/${items[0]!.turn_id}`, trajectory);
    const calls = steps.filter((step) => step.kind === 'tool');
    expect(calls.map(({ outcome }) => outcome)).toEqual(Array(5).fill('ok'));
  });
});

describe('tool calls without session, each a trace of its own, in a turn that the SDK names', () => {
  it('are the calls of that turn', async () => {
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const startMs = Date.UTC(2026, 10, 30, 22);
    for (const at of [2, 0, 1]) {
      const span = {
        traceId: `${at + 1}`.repeat(32),
        spanId: `${at + 1}`.repeat(16),
        name: 'execute_tool search',
        startTimeUnixNano: `${startMs + at}000000`,
        endTimeUnixNano: `${startMs + at}500000`,
        attributes: [
          attribute('gen_ai.operation.name', 'execute_tool'),
          attribute('gen_ai.tool.name', 'search'),
          attribute('gen_ai.tool.call.arguments', '{"q":"x"}'),
          attribute('loopscope.turn.id', 'turn of three'),
        ],
      };
      await product.post({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
      await product.settle();
    }
    const path = `/api/v1/turns/${encodeURIComponent('turn of three')}`;
    const { turn } = await product.get(path, trajectory);
    expect(turn).toMatchObject({ calls: 3, max_attempts: 3, session_id: 'turn of three' });
  });
});
