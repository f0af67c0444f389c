import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { migrate, openStore } from '@loopscope/sql';
import { turnRow } from '@loopscope/sql/placed-rows';
import { describe, expect, onTestFinished, test } from 'vitest';

import { startFront } from './store-questions.ts';

const ENTRY = fileURLToPath(new URL('../cli/loopscope.ts', import.meta.url));
/** After so long without a sign of life an evaluator is replaced; some of it is the other's own start. */
const REPLACED_MS = 25_000;

interface Told {
  id: string;
  type: string;
  key: string;
  turns: string[];
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A webhook; while it is told to hold, nobody gets an answer. */
async function startHook() {
  const told: Told[] = [];
  const hook = { told, url: '', isHolding: false };
  hook.url = await listen(
    createServer((request, response) => {
      void take(request, response);
    }),
  );
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { type, data } = JSON.parse((await buffer(request)).toString()) as {
      type: string;
      data: { dedup_key: string; alerts: { turn_id: string }[] };
    };
    const turns = data.alerts.map((alert) => alert.turn_id);
    told.push({ id: String(request.headers['webhook-id']), type, key: data.dedup_key, turns });
    if (!hook.isHolding) response.writeHead(204).end();
  }
  return hook;
}

/** The store's own address, but that an insert into one table is held for ever while it is told to. */
async function startProxy(target: string) {
  const proxy = { url: '', holds: '', held: 0 };
  proxy.url = await listen(
    createServer((request, response) => {
      const path = request.url ?? '/';
      const statement = decodeURIComponent(path.replaceAll('+', ' '));
      if (proxy.holds !== '' && statement.includes(`INSERT INTO ${proxy.holds} `)) {
        proxy.held += 1;
        return;
      }
      const { method = 'GET', headers } = request;
      const onward = forward(`${target}${path}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    }),
  );
  return proxy;
}

async function until(holds: () => boolean, deadlineMs = 30_000): Promise<void> {
  const endMs = Date.now() + deadlineMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** An engine behind HTTP, a webhook, and evaluators that are processes of their own. */
async function startPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-killed-'));
  const front = await startFront(join(folder, 'store'));
  onTestFinished(async () => {
    await front.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const proxy = await startProxy(front.url);
  const hook = await startHook();
  const store = await openStore({ dataDir: '', url: front.url, retentionDays: 3_650, readers: 1 });
  onTestFinished(() => store.close());
  await migrate(store);
  writeFileSync(
    join(folder, 'loopscope.yaml'),
    `alerts:
  shipped_rules: false
  allow_private_targets: [127.0.0.1/32]
  receivers: [{ name: ops, webhook: { url: "${hook.url}/" } }]
  rules: [{ name: attempts, scope: turn, when: max_attempts >= 6, quiet: 1m }]
`,
  );

  async function startEvaluator(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [ENTRY, 'alerts'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        LOOPSCOPE_CLICKHOUSE_URL: proxy.url,
        LOOPSCOPE_DATA_DIR: folder,
      },
    });
    onTestFinished(() => kill(child));
    await once(child.stdout, 'data');
    return child;
  }

  let version = 0;
  const storeTurn = (turn: string, attempts: number) => {
    version += 1;
    const row = { turn_id: turn, session_id: turn, trace_id: turn, calls: attempts };
    return store.insert('turn_verdicts', [
      turnRow({ ...row, max_attempts: attempts, version: String(version) }),
    ]);
  };
  return { proxy, hook, startEvaluator, storeTurn };
}

describe('evaluators that are processes of their own', () => {
  test('one that is killed is replaced in time; all is told at least once by one name, and ends once', async () => {
    const { proxy, hook, startEvaluator, storeTurn } = await startPlace();
    const first = await startEvaluator();
    await storeTurn('warm', 6);
    await until(() => hook.told.length === 1);
    const second = await startEvaluator();

    // Decided, and killed before it is sent.
    proxy.holds = 'alert_deliveries';
    await storeTurn('unsent', 6);
    await until(() => proxy.held > 0);
    expect(hook.told.length).toBe(1);
    await kill(first);
    proxy.holds = '';
    await until(() => hook.told.length === 2, REPLACED_MS);
    expect(hook.told[1]).toMatchObject({ type: 'alert.firing', turns: ['unsent'] });

    // Sent, and killed before that is written down.
    const third = await startEvaluator();
    hook.isHolding = true;
    await storeTurn('sent', 6);
    await until(() => hook.told.length === 3);
    await kill(second);
    hook.isHolding = false;
    await until(() => hook.told.length === 4, REPLACED_MS);
    expect(hook.told[3]).toEqual(hook.told[2]);
    expect(hook.told[3]).toMatchObject({ type: 'alert.firing', turns: ['sent'] });

    // Killed between the beginning and the end; nobody is left who saw the beginning.
    await kill(third);
    for (const turn of ['warm', 'unsent', 'sent']) await storeTurn(turn, 2);
    await startEvaluator();
    const ended = () =>
      hook.told.filter(({ type }) => type === 'alert.resolved').flatMap(({ turns }) => turns);
    await until(() => ended().length === 3, REPLACED_MS);
    expect(ended().toSorted()).toEqual(['sent', 'unsent', 'warm']);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const began = hook.told.filter(({ type }) => type === 'alert.firing');
    expect(began.map(({ turns }) => turns)).toEqual([['warm'], ['unsent'], ['sent'], ['sent']]);
    expect(ended().length).toBe(3);
  }, 150_000);
});
