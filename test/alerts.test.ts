import { createServer } from 'node:http';
import { once } from 'node:events';

import { alertPage, overview } from '@loopscope/api/contract';
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
async function startWatched(more = ''): Promise<{ product: Product; told: Told[] }> {
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
${more}`,
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
    const calls = Array.from({ length: 187 }, (_, index) => empty(index));
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
    // The other 181 are no news: it was told, once.
    await product.post(exportRequest(spans.slice(12)));
    await product.settle();
    const facts = async () =>
      (await product.get('/api/v1/alerts?session=overnight', alertPage)).items.map((alert) => [
        alert.rule,
        alert.facts['tool_calls'],
        alert.muted?.kind ?? '',
      ]);
    const expected = ['session-call-count 187 ', 'turn-max-attempts 187 inhibition'];
    await until(async () => {
      const said = (await facts()).map((fact) => fact.join(' '));
      return said.length === 2 && expected.every((line) => said.includes(line));
    });
    await until(() => told.length === 2);
    expect(told.map(({ type, data }) => [type, data.rule])).toEqual([
      ['alert.firing', 'turn-max-attempts'],
      ['alert.firing', 'session-call-count'],
    ]);
  }, 60_000);

  test('a limit of calls holds for the one type of agent that it is set for', async () => {
    const { product, told } = await startWatched(`
  shipped_rules: false
  rules:
    - { name: many-calls, scope: session, when: tool_calls > 15, match: { agent: support } }
`);
    const calls = Array.from({ length: 16 }, (_, index): StatedCall => ({
      tool: 'look',
      args: { id: index },
      result: { n: index },
      modelMs: 100,
      toolMs: 10,
    }));
    const startMs = Date.now() - 60_000;
    const turns = [
      { id: 'coder', agent: 'coder', startMs, calls },
      { id: 'few', startMs, calls: calls.slice(1) },
      { id: 'many', startMs, calls },
    ];
    for (const turn of turns) await product.post(exportRequest(spansOf(turn)));
    await until(() => told.length > 0);
    await product.settle();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(told.map(({ data }) => data.session_id)).toEqual(['many']);
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

/** What was recorded, all of it watched by the shipped rules. */
const HEALTHY = {
  tau_bench: { sessions: 182, calls: 1_164, max: 4 },
  tau2: { sessions: 219, calls: 1_742, max: 2 },
};

/** Tasks that were done: whatever the agent did on the way was no loop. */
describe.skipIf(!hasSharedData)('recorded healthy runs (needs ../shared)', () => {
  test.each(['tau_bench', 'tau2'] as const)(
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
      const { sessions, calls, max_attempts } = await product.get(
        '/api/v1/overview?from=2000-01-01T00:00:00Z',
        overview,
      );
      expect({ sessions, calls, max: max_attempts.max }).toEqual(HEALTHY[set]);
      const { items } = await product.get('/api/v1/alerts?limit=500', alertPage);
      expect(items.filter((alert) => alert.started_at !== null)).toEqual([]);
      expect(
        told.filter(({ type }) => type === 'alert.firing').map(({ data }) => data.rule),
      ).toEqual([]);
    },
    120_000,
  );
});
