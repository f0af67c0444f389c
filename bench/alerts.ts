/** Alerts: a tick over 10,000 active alerts beside an empty one, and the way from a span to the webhook under load. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { readShippedRules, startAlerts } from '@loopscope/alerts';
import { loadConfig, startLoopscope } from '@loopscope/cli';
import { migrate, openStore } from '@loopscope/sql';
import { turnRow } from '@loopscope/sql/placed-rows';
import { sampleLoop } from '@loopscope/sql/sample-rows';

import { toProtobuf, type BenchSpan } from './otlp-protobuf.ts';

const ACTIVE = 10_000;
const RULES = 100;
const SPANS_PER_SECOND = 2_000;
const SECONDS = Number(process.argv[2] ?? 20);
const LOOPS = SECONDS * 2;

interface Hook {
  url: string;
  messages: number;
  /** Session or turn -> when it was first told of, milliseconds since the epoch. */
  heard: Map<string, number>;
  close(): void;
}

async function startHook(): Promise<Hook> {
  const heard = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      hook.messages += 1;
      const { data } = JSON.parse(body) as { data: { alerts: { session_id: string }[] } };
      for (const { session_id: session } of data.alerts) {
        if (!heard.has(session)) heard.set(session, Date.now());
      }
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const hook: Hook = { url, messages: 0, heard, close: () => void server.close() };
  return hook;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const show = (what: string, ms: number): void =>
  console.log(`${what.padEnd(56)} ${ms.toFixed(0)} ms`);

async function benchTick(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const store = await openStore({ dataDir, retentionDays: 30 });
  await migrate(store);
  const hook = await startHook();
  const alerts = startAlerts({
    store,
    rules: readShippedRules(),
    targets: () => ({
      receivers: [{ name: 'ops', kind: 'webhook', url: hook.url, secret: null }],
      allowedTargets: [['127.0.0.1', 32]],
      grouping: { burst: 5, intervalMs: 30_000 },
    }),
    baseUrl: () => 'http://127.0.0.1:4319',
    fetch,
    intervalMs: 3_600_000,
    now: Date.now,
    log: () => undefined,
  });
  const empty = await timed(() => alerts.evaluate());
  for (let lot = 0; lot < ACTIVE; lot += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const id = `turn-${lot + index}`;
      return turnRow({ turn_id: id, session_id: id, calls: 6, max_attempts: 6, tools: ['search'] });
    });
    const loops = rows.map(({ project, turn_id, session_id }) =>
      sampleLoop({ project, turn_id, session_id, loop_id: turn_id }),
    );
    await store.insert('loops', loops);
    await store.insert('turn_verdicts', rows);
  }
  const firing = await timed(() => alerts.evaluate());
  const all = await timed(async () => {
    while (hook.heard.size < ACTIVE) {
      await sleep(20);
      await alerts.evaluate();
    }
  });
  await sleep(4_500);
  const active = await timed(() => alerts.evaluate());
  show('a tick without alerts', empty);
  show(`a tick in which ${ACTIVE} begin to fire`, firing);
  show(`until all are told, in ${hook.messages} messages`, all);
  show(`a tick over ${ACTIVE} active alerts (promise: 1,000 ms)`, active);
  console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
  await alerts.close();
  await store.close();
  hook.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function benchWay(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const hook = await startHook();
  const rules = Array.from(
    { length: RULES },
    (_, index) =>
      `    - { name: rule-${index}, scope: ${index % 2 === 0 ? 'turn' : 'session'}, when: "max_attempts >= ${index === 0 ? 6 : 100 + index}", group_by: [session] }`,
  );
  writeFileSync(
    join(home, 'loopscope.yaml'),
    `alerts:\n  shipped_rules: false\n  allow_private_targets: [127.0.0.1/32]\n  receivers:\n    - { name: ops, webhook: { url: "${hook.url}" } }\n  rules:\n${rules.join('\n')}\n`,
  );
  const env = {
    LOOPSCOPE_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_GRPC_PORT: '0',
    LOOPSCOPE_DATA_DIR: home,
  };
  const roles = ['collector', 'analyzer', 'alerts', 'api'] as const;
  const running = await startLoopscope(loadConfig({ env, cwd: home, roles }), {
    log: () => undefined,
    webDir: null,
  });
  const post = (id: string, calls: number, isLoop: boolean) =>
    fetch(`${running.addresses.otlpHttp}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(toProtobuf(spansOfTurn(id, calls, isLoop))),
    });
  const sent = new Map<string, number>();
  // A turn of 50 calls is 100 spans: 20 of these a second.
  const perSecond = SPANS_PER_SECOND / 100;
  for (let tick = 0; tick < LOOPS; tick += 1) {
    const startMs = Date.now();
    for (let index = 0; index < perSecond / 2; index += 1)
      void post(`load-${tick}-${index}`, 50, false);
    const id = `loop-${tick}`;
    sent.set(id, Date.now());
    await post(id, 6, true);
    await sleep(Math.max(0, 500 - (Date.now() - startMs)));
  }
  for (let wait = 0; wait < 100 && hook.heard.size < LOOPS; wait += 1) await sleep(200);
  const ways = [...sent].map(([id, ms]) => (hook.heard.get(id) ?? Infinity) - ms);
  const sorted = ways.toSorted((left, right) => left - right);
  const at = (level: number): number => sorted[Math.floor(level * (sorted.length - 1))] ?? NaN;
  console.log(
    `${RULES} rules, ${SPANS_PER_SECOND} spans/s for ${SECONDS} s: span received to webhook`,
  );
  show('p50', at(0.5));
  show('p99 (promise: 2,000 ms)', at(0.99));
  console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
  await running.close();
  hook.close();
  rmSync(home, { recursive: true, force: true });
}

/** A model call and a tool call after the other. */
function spansOfTurn(id: string, calls: number, isLoop: boolean): BenchSpan[] {
  const traceId = createHash('sha256').update(id).digest('hex').slice(0, 32);
  const common = { 'gen_ai.conversation.id': id, 'gen_ai.agent.name': 'support' };
  const startNs = BigInt(Date.now() - 60_000) * 1_000_000n;
  return Array.from({ length: calls * 2 }, (_, index) => {
    const at = startNs + BigInt(index) * 60_000_000n;
    const span = {
      traceId,
      spanId: (index + 1).toString(16).padStart(16, '0'),
      startNs: at,
      endNs: at + 50_000_000n,
    };
    if (index % 2 === 0) {
      const attributes = { ...common, 'gen_ai.operation.name': 'chat' };
      return { ...span, name: 'chat some-model', attributes };
    }
    const order = isLoop ? 'same' : `${id}-${index}`;
    const attributes = {
      ...common,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'gen_ai.tool.call.arguments': JSON.stringify({ order }),
      'gen_ai.tool.call.result': isLoop ? '[]' : JSON.stringify([{ n: index }]),
    };
    return { ...span, name: 'execute_tool search_orders', attributes };
  });
}

await benchWay();
await benchTick();
