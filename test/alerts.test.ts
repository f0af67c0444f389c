import { once } from 'node:events';
import { createServer } from 'node:http';

import { alertPage, overview, RULE_SCOPES, ruleFacts } from '@loopscope/api/contract';
import { importFiles } from '@loopscope/cli';
import { LOOP_KINDS } from '@loopscope/loops';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { honestWork, loopingWork } from './casebook-turns.ts';
import { exportRequest, spansOf, type StatedCall } from './otlp.ts';
import { startProduct, type Product } from './product.ts';
import { hasSharedData, sharedFolder } from './shared-data.ts';

interface ToldAlert {
  alert_id: string;
  session_id: string;
}
interface Told {
  type: string;
  data: {
    rule: string;
    session_id: string;
    facts: Record<string, number>;
    diagnosis: unknown;
    alerts: ToldAlert[];
  };
}

/** A webhook of our own, and one product that knows it: the tests follow one another as days do. */
async function startWatched() {
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
  rules:
    - { name: many-calls, scope: session, when: tool_calls > 15, match: { agent: limited } }
`,
  });
  const close = async () => {
    await product.close();
    server.close();
  };
  return { product, told, close };
}

let watched: Awaited<ReturnType<typeof startWatched>>;
let product: Product;
let told: Told[];
beforeAll(async () => {
  watched = await startWatched();
  ({ product, told } = watched);
});
afterAll(async () => watched.close());

async function until(holds: () => boolean | Promise<boolean>, deadlineMs = 40_000): Promise<void> {
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
const look = (id: number, index: number): StatedCall => ({
  tool: 'look',
  args: { id },
  result: { n: index },
  modelMs: 100,
  toolMs: 10,
});

const beganOf = (rule: string): string[] =>
  told
    .filter(({ type }) => type === 'alert.firing')
    .filter(({ data }) => data.rule === rule)
    .flatMap(({ data }) => data.alerts.map((alert) => alert.session_id));
const firing = (): Told[] => told.filter(({ type }) => type === 'alert.firing');

let markers = 0;
/** What arrives is looked at in its order: when this has been told of, all before it has been looked at. */
async function lookedAtAll(): Promise<void> {
  await product.settle();
  markers += 1;
  const id = `marker-${markers}`;
  const calls = Array.from({ length: 6 }, (_, index) => empty(index));
  const turn = { id, agent: id, startMs: Date.now() - 60_000, calls };
  await product.post(exportRequest(spansOf(turn)));
  await until(() => beganOf('turn-max-attempts').includes(id));
  const isMarker = ({ data }: Told): boolean => data.session_id === id;
  told.splice(told.findIndex(isMarker), 1);
}

/** What was recorded, all of it watched by the shipped rules: tasks that were done, so that nothing in them was a loop. */
const HEALTHY = { sessions: 182 + 219, calls: 1_164 + 1_742, max: 4 };

describe.skipIf(!hasSharedData)('recorded healthy runs (needs ../shared)', () => {
  test('no alert over tau_bench and tau2', async () => {
    for (const set of ['tau_bench', 'tau2']) {
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
    }
    await product.settle();
    const { sessions, calls, max_attempts } = await product.get(
      '/api/v1/overview?from=2000-01-01T00:00:00Z',
      overview,
    );
    expect({ sessions, calls, max: max_attempts.max }).toEqual(HEALTHY);
    const { items } = await product.get('/api/v1/alerts?limit=500', alertPage);
    await lookedAtAll();
    expect(items.filter((alert) => alert.started_at !== null)).toEqual([]);
    expect(firing().map(({ data }) => data.rule)).toEqual([]);
  }, 120_000);
});

describe('alerts of the whole product', () => {
  test('rules are about every scope that the contract has, and may name every kind of loop that the detectors have', async () => {
    const facts = await product.get('/api/v1/rules/facts', ruleFacts);
    expect(Object.keys(facts)).toEqual([...RULE_SCOPES]);
    const kinds = (facts['turn'] ?? []).flatMap(({ name }) => /^loops_(.+)$/.exec(name)?.[1] ?? []);
    expect(kinds).toEqual([...LOOP_KINDS]);
  });

  test('a search that comes back empty all night is told of by its sixth call, and once', async () => {
    const calls = Array.from({ length: 187 }, (_, index) => empty(index));
    const spans = spansOf({ id: 'overnight', startMs: Date.now() - 60_000, calls });
    // Spans as they end, one tool call after the other; the turn itself is not over.
    await product.post(exportRequest(spans.slice(0, 10)));
    await lookedAtAll();
    expect(firing()).toEqual([]);
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
  }, 90_000);

  test('a session that calls much and learns little is told of; a limit holds for its own agents', async () => {
    const calls = Array.from({ length: 16 }, (_, index) => look(index, index));
    const startMs = Date.now() - 60_000;
    const again = calls.map((_, index) => look(index % 4, index % 4));
    const polls = calls.map((_, index) => look(index % 4, index));
    const turns = [
      { id: 'coder', agent: 'coder', startMs, calls },
      { id: 'few', agent: 'limited', startMs, calls: calls.slice(1) },
      { id: 'many', agent: 'limited', startMs, calls },
      { id: 'busy', startMs, calls: again },
      { id: 'watchful', startMs, calls: polls },
    ];
    for (const turn of turns) await product.post(exportRequest(spansOf(turn)));
    await until(() => beganOf('many-calls').length > 0);
    await until(() => beganOf('session-call-count').includes('busy'));
    await lookedAtAll();
    expect(beganOf('session-call-count')).not.toContain('watchful');
    expect(beganOf('many-calls')).toEqual(['many']);
  }, 90_000);

  test('nobody is woken by honest work that repeats itself: polling, paging, stepping, batches', async () => {
    told.length = 0;
    const honest = honestWork();
    expect(honest.length).toBeGreaterThan(70);
    for (const turn of honest) await product.post(exportRequest(spansOf(turn)));
    await lookedAtAll();
    const woken = firing().flatMap(({ data }) =>
      data.alerts.map((alert) => `${data.rule}: ${alert.session_id}`),
    );
    expect(woken.toSorted()).toEqual([
      // Its spans do not say that the commits in between write.
      'turn-max-attempts: the status after each commit',
    ]);
  }, 120_000);

  test('a fleet that loops is told of in few messages, of each incident once', async () => {
    told.length = 0;
    const looping = loopingWork();
    for (const turn of looping) await product.post(exportRequest(spansOf(turn)));
    await lookedAtAll();
    const ids = firing().flatMap(({ data }) => data.alerts.map((alert) => alert.alert_id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(15);
    // Five at once of a group, the rest together when its half minute is over.
    expect(firing().length).toBeLessThanOrEqual(2 * 5 + 5);
  }, 120_000);
});
