import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStore, turn } from '@loopscope/sql';
import { describe, expect, test } from 'vitest';

import {
  closedAddress,
  DEADLINE_MS,
  ready,
  until,
  useWorkplace,
} from './testing/spawn-loopscope.ts';

const { folder, loopscope } = useWorkplace();

test('a server that does not answer yet is waited for, with a line that says so', async () => {
  const command = loopscope(['collector'], { LOOPSCOPE_CLICKHOUSE_URL: 'http://127.0.0.1:1' });
  await until(() => command.stderr().includes('waiting for it'), command.stderr);
  expect(command.child.exitCode).toBeNull();
  command.child.kill('SIGTERM');
  expect(await command.over).toBe(0);
});

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

function exportRequest(): string {
  const startNs = BigInt(Date.now() - 1000) * 1_000_000n;
  const span = (spanId: string, parentSpanId: string, attributes: Record<string, string>) => ({
    traceId: TRACE_ID,
    spanId,
    parentSpanId,
    name: 'x',
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + 1_000_000n),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({
      key,
      value: { stringValue },
    })),
  });
  const spans = [
    span('00f067aa0ba902b7', '', {
      'gen_ai.operation.name': 'invoke_agent',
      'loopscope.turn.id': 'turn-1',
    }),
    span('00f067aa0ba902b8', '00f067aa0ba902b7', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.arguments': '{"q":1}',
      'loopscope.turn.id': 'turn-1',
    }),
  ];
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

describe('a running process', () => {
  test('prints one line, outlives SIGHUP, drains on SIGTERM and exits with 0: what was acknowledged is resolved', async () => {
    const command = loopscope(['start']);
    const { otlpHttp } = await ready(command);
    command.child.kill('SIGHUP');
    await until(() => command.stderr().includes('SIGHUP'), command.stderr);
    const response = await fetch(`${otlpHttp}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: exportRequest(),
    });
    expect(response.status).toBe(200);
    command.child.kill('SIGTERM');
    expect(await command.over).toBe(0);
    expect(command.stdout().trimEnd().split('\n')).toHaveLength(1);

    const store = await openStore({ dataDir: join(folder(), '.loopscope'), retentionDays: 90 });
    try {
      const rows = await store.query(turn, { project: 'default', turn_id: 'turn-1' });
      expect(rows).toMatchObject([{ turn_id: 'turn-1', calls: 1 }]);
    } finally {
      await store.close();
    }
  });

  test('with --json prints nothing but JSON, has a pool of sixteen threads, and SIGINT ends it like SIGTERM', async () => {
    const command = loopscope(['start', '--json']);
    await until(() => command.stdout().endsWith('\n'), command.stderr);
    expect(JSON.parse(command.stdout())).toEqual({
      ready: true,
      ui: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      otlp_http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      otlp_grpc: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    const tasks = `/proc/${command.child.pid}/task`;
    if (existsSync(tasks)) {
      const names = readdirSync(tasks).map((task) =>
        readFileSync(`${tasks}/${task}/comm`, 'utf8').trim(),
      );
      expect(names.filter((name) => name === 'libuv-worker')).toHaveLength(16);
    }
    command.child.kill('SIGINT');
    expect(await command.over).toBe(0);
  });

  test('finishes the request that is open, and a second signal ends it at once', async () => {
    const command = loopscope(['start']);
    const { otlpHttp } = await ready(command);
    const { port } = new URL(otlpHttp);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(
      'POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await sleep(100);
    command.child.kill('SIGTERM');
    await until(() => command.stderr().includes('SIGTERM'), command.stderr);
    await sleep(200);
    expect(command.child.exitCode).toBeNull();
    command.child.kill('SIGTERM');
    expect(await command.over).toBe(143);
    socket.destroy();
  });
});

describe('import', () => {
  const run =
    '{"id":"r1","agent":"a","calls":[{"tool":"t","args":{},"result":"[]"},{"tool":"t","args":{},"result":"[]"}]}\n';

  test('sends files and standard input to the running collector and says what went in', async () => {
    const server = loopscope(['start']);
    const { ui, otlpHttp } = await ready(server);
    writeFileSync(join(folder(), 'runs.jsonl'), `${run}{"id":\n`);
    const command = loopscope(['import', 'runs.jsonl', '-', '--to', `${otlpHttp}/`, '--json']);
    command.child.stdin?.end(run.replace('r1', 'r2'));
    expect(await command.over).toBe(0);
    expect(JSON.parse(command.stdout())).toMatchObject({
      files: 2,
      runs: 2,
      turns: 2,
      calls: 4,
      spans: 6,
      skipped: 1,
    });
    expect(command.stderr()).toMatch(/^runs\.jsonl:2: no JSON/);

    let turns: unknown[] = [];
    const deadline = Date.now() + DEADLINE_MS;
    while (turns.length < 2 && Date.now() < deadline) {
      const response = await fetch(`${ui}/api/v1/turns`);
      turns = ((await response.json()) as { items: unknown[] }).items;
      await sleep(50);
    }
    expect(turns).toMatchObject([{ max_attempts: 2 }, { max_attempts: 2 }]);
  });

  test('without a collector says how to start one', async () => {
    writeFileSync(join(folder(), 'runs.jsonl'), run);
    const command = loopscope(['import', 'runs.jsonl', '--to', await closedAddress()]);
    expect(await command.over).toBe(2);
    expect(command.stderr()).toMatch(
      /No collector answers at \S+ \(ECONNREFUSED\): start one with `loopscope start`/,
    );
    expect(command.stdout()).toBe('');
  });

  test('of nothing readable exits with 2', async () => {
    const command = loopscope(['import', 'nowhere.jsonl', '--to', 'http://127.0.0.1:1']);
    expect(await command.over).toBe(2);
    expect(command.stderr()).toMatch(
      /nowhere\.jsonl: there is no such file[^]*loopscope: Nothing went in\.\n$/,
    );
  });
});

test('migrate makes the tables and says where', async () => {
  const command = loopscope(['migrate', '--json']);
  expect(await command.over).toBe(0);
  expect(JSON.parse(command.stdout())).toEqual({
    migrated: true,
    store: 'embedded',
    where: join(folder(), '.loopscope'),
  });
});

test('demo is ready with a day of turns, in a directory of its own', async () => {
  const command = loopscope(['demo', '--turns', '60']);
  const { ui } = await ready(command);
  const response = await fetch(`${ui}/api/v1/overview`);
  const overview = (await response.json()) as { turns: number; max_attempts: { max: number } };
  expect(overview.turns).toBeGreaterThan(50);
  expect(overview.max_attempts.max).toBe(40);
  await until(() => command.stdout().includes('fourteen tickets'), command.stdout);
  expect(existsSync(join(folder(), '.loopscope', 'demo', 'made-by-demo'))).toBe(true);
  command.child.kill('SIGTERM');
  expect(await command.over).toBe(0);
});
