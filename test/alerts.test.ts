import { createServer } from 'node:http';
import { once } from 'node:events';

import { alertPage } from '@loopscope/api/contract';
import { importFiles } from '@loopscope/cli';
import { describe, expect, onTestFinished, test } from 'vitest';

import { exportRequest, spansOf, type StatedCall } from './otlp.ts';
import { startProduct, type Product } from './product.ts';
import { hasSharedData, sharedFolder } from './shared-data.ts';

interface Told {
  type: string;
  data: { rule: string; session_id: string; facts: Record<string, number>; diagnosis: unknown };
}

/** A webhook of our own, and a product that knows it. */
async function startWatched(): Promise<{ product: Product; told: Told[] }> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      told.push(JSON.parse(body) as Told);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const product = await startProduct({
    configText: `alerts:
  allow_private_targets: [127.0.0.1/32]
  receivers:
    - { name: ops, webhook: { url: "http://127.0.0.1:${address.port}/hook" } }
`,
  });
  onTestFinished(async () => {
    await product.close();
    server.close();
  });
  return { product, told };
}

async function until(holds: () => boolean | Promise<boolean>, deadlineMs = 25_000): Promise<void> {
  const endMs = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const empty = (index: number): StatedCall => ({
  tool: 'search_orders',
  args: { customer_id: 'C-7841' },
  result: [],
  modelMs: 1_000,
  toolMs: 90 + index,
});

describe('alerts of the whole product', () => {
  test('a search that comes back empty all night is told of by its sixth call', async () => {
    const { product, told } = await startWatched();
    const calls = Array.from({ length: 6 }, (_, index) => empty(index));
    const spans = spansOf({ id: 'overnight', startMs: Date.now() - 60_000, calls });
    // Spans as they end, one tool call after the other; the turn itself is not over.
    await product.post(exportRequest(spans.slice(0, 10)));
    await product.settle();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(told).toEqual([]);
    await product.post(exportRequest(spans.slice(10, 12)));
    await until(() => told.length > 0);
    expect(told[0]).toMatchObject({
      type: 'alert.firing',
      data: {
        rule: 'turn-max-attempts',
        session_id: 'overnight',
        facts: { tool_calls: 6, max_attempts: 6 },
        diagnosis: { kind: 'empty', fix_place: 'tool_result' },
      },
    });
  }, 60_000);

  test('a session that calls much and learns little is told of, whatever it costs', async () => {
    const { product, told } = await startWatched();
    const calls = Array.from({ length: 16 }, (_, index): StatedCall => ({
      tool: 'look',
      args: { id: index % 4 },
      result: { n: index },
      modelMs: 100,
      toolMs: 10,
    }));
    await product.post(exportRequest(spansOf({ id: 'busy', startMs: Date.now() - 60_000, calls })));
    await until(() => told.some(({ data }) => data.rule === 'session-call-count'));
  }, 60_000);
});

/** Tasks that were done: whatever the agent did on the way was no loop. */
describe.skipIf(!hasSharedData)('recorded healthy runs (needs ../shared)', () => {
  test.each(['tau_bench', 'tau2'])(
    'no alert over %s',
    async (set) => {
      const { product, told } = await startWatched();
      await importFiles([`${sharedFolder}data/${set}/turns.jsonl.gz`], {
        url: product.otlpHttp,
        key: '',
        fetch,
        form: null,
        declarations: new Map(),
        atMs: Date.now(),
        spreadMs: 3_600_000,
        onProgress: () => undefined,
        onProblem: () => undefined,
      });
      await product.settle();
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      const { items } = await product.get('/api/v1/alerts?limit=500', alertPage);
      console.log(
        JSON.stringify(
          items.map(({ rule, subject, facts, tool }) => [
            rule,
            subject,
            tool,
            facts['tool_calls'],
            facts['max_attempts'],
            facts['distinct_ratio'],
          ]),
        ),
      );
      expect(
        told.filter(({ type }) => type === 'alert.firing').map(({ data }) => data.rule),
      ).toEqual([]);
    },
    120_000,
  );
});
