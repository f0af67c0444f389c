import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

import { migrate, openDeliveries, openStore, type Store } from '@loopscope/sql';
import { turnRow } from '@loopscope/sql/placed-rows';

import { startFront } from './store-questions.ts';

const ENTRY = fileURLToPath(new URL('../cli/loopscope.ts', import.meta.url));

export interface Told {
  id: string;
  type: string;
  key: string;
  rule: string;
  turns: string[];
}

/** Polls with a deadline. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const endMs = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Ends what a place has started, the latest first. */
type Ends = (() => unknown)[];

async function listen(server: Server, ends: Ends): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A webhook; while it is told to hold, nobody gets an answer. */
async function startHook(ends: Ends) {
  const told: Told[] = [];
  const hook = { told, url: '', isHolding: false, status: 204 };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { type, data } = JSON.parse((await buffer(request)).toString()) as {
      type: string;
      data: { rule: string; dedup_key: string; alerts: { turn_id: string }[] };
    };
    const turns = data.alerts.map((alert) => alert.turn_id);
    const id = String(request.headers['webhook-id']);
    told.push({ id, type, key: data.dedup_key, rule: data.rule, turns });
    if (!hook.isHolding) response.writeHead(hook.status).end();
  }
  const server = createServer((request, response) => void take(request, response));
  hook.url = await listen(server, ends);
  return hook;
}

/** The store's own address, but that an insert into one table is held for ever while it is told to. */
async function startProxy(target: string, ends: Ends) {
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
    ends,
  );
  return proxy;
}

const configText = (hookUrl: string): string => `alerts:
  shipped_rules: false
  takeover_after: 10s
  allow_private_targets: [127.0.0.1/32]
  receivers: [{ name: ops, webhook: { url: "${hookUrl}/" } }]
  rules: [{ name: attempts, scope: turn, when: max_attempts >= 6, quiet: 1h }]
`;

/** An engine behind HTTP, a webhook, and roles that are processes of their own. */
export async function startAlertRoles() {
  const ends: Ends = [];
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-roles-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const front = await startFront(join(folder, 'store'));
  ends.push(() => front.kill());
  const proxy = await startProxy(front.url, ends);
  const hook = await startHook(ends);
  const store = await openStore({ dataDir: '', url: front.url, retentionDays: 3_650, readers: 1 });
  ends.push(() => store.close());
  await migrate(store);
  writeFileSync(join(folder, 'loopscope.yaml'), configText(hook.url));

  /** The role's ready line; without the configuration file where it is to know nothing. */
  function startRole(role: 'alerts' | 'api', cwd = folder) {
    mkdirSync(cwd, { recursive: true });
    const child = spawn(process.execPath, [ENTRY, role], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        LOOPSCOPE_CLICKHOUSE_URL: proxy.url,
        LOOPSCOPE_DATA_DIR: cwd,
        LOOPSCOPE_HTTP_PORT: '0',
      },
    });
    ends.push(() => kill(child));
    const ready = once(child.stdout, 'data').then(([line]) => String(line));
    return { child, ready };
  }

  return {
    folder,
    proxy,
    hook,
    startEvaluator: () => startRole('alerts').child,
    startApi: async (): Promise<string> => {
      const line = await startRole('api', join(folder, 'elsewhere')).ready;
      return /ui=(\S+)/.exec(line)?.[1] ?? '';
    },
    storeTurn: storeTurns(store),
    /** Alerts of which it is written down that their beginning was told. */
    written: async (): Promise<number> => {
      const since = '2020-01-01 00:00:00.000';
      const open = { project: 'default', since, after: '', after_receiver: '', limit: 100 };
      const rows = await store.query(openDeliveries, open);
      return rows.filter(({ told, trying }) => told === 'firing' && trying === '').length;
    },
    async close() {
      for (const end of ends.toReversed()) await end();
    },
  };
}

/** Turns as the analyzer writes them, each time as a newer version. */
function storeTurns(store: Store) {
  let version = 0;
  return (turn: string, attempts: number): Promise<void> => {
    version += 1;
    const row = { turn_id: turn, session_id: turn, trace_id: turn, calls: attempts };
    return store.insert('turn_verdicts', [
      turnRow({ ...row, max_attempts: attempts, version: String(version) }),
    ]);
  };
}
