import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { ensurePrometheus } from '../scripts/prometheus.ts';
import { exportRequest, spansOf } from './otlp.ts';
import { startProduct, type Product } from './product.ts';

const folder = fileURLToPath(new URL('../alerts/prometheus/', import.meta.url));

const programs = { promtool: '', prometheus: '', alertmanager: '' };
beforeAll(() => {
  for (const name of ['promtool', 'prometheus', 'alertmanager'] as const) {
    programs[name] = ensurePrometheus(name);
  }
}, 300_000);

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(programs.promtool, args, {
    encoding: 'utf8',
    cwd: folder,
  });
  return status === 0 ? 'ok' : `${stdout}${stderr}`;
}

describe('what is shipped for Prometheus', () => {
  test('is valid, and its rules fire when they must and not before', () => {
    expect(promtool('check', 'rules', 'loopscope.rules.yml')).toBe('ok');
    expect(promtool('check', 'config', 'prometheus.yml')).toBe('ok');
    expect(promtool('test', 'rules', 'loopscope.rules.test.yml')).toBe('ok');
  });

  test('asks for metrics that are there, in rules and dashboard alike', async () => {
    const product = await startProduct();
    onTestFinished(() => product.close());
    await product.post(exportRequest(loop('metrics')));
    await product.settle();
    const metrics = await (await fetch(`${product.ui}/metrics`)).text();
    const asked = ['loopscope.rules.yml', 'grafana-dashboard.json']
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .flatMap((text) => text.match(/\bloopscope_\w+/g) ?? []);
    const known = new Set(metrics.match(/^# TYPE (\w+)/gm)?.map((line) => line.slice(7)));
    const lacking = [...new Set(asked)].filter(
      // Told by a process that does not evaluate.
      (name) =>
        name !== 'loopscope_alert_evaluator_silent_seconds' &&
        !known.has(name) &&
        !known.has(name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect(lacking).toEqual([]);
    const { status, stdout, stderr } = spawnSync(programs.promtool, ['check', 'metrics'], {
      input: metrics,
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  }, 90_000);
});

describe('with a real Alertmanager and a real Prometheus', () => {
  test('alerts arrive once, are grouped, and end; Prometheus reads the metrics and its rules fire', async () => {
    const home = mkdtempSync(join(tmpdir(), 'loopscope-prometheus-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const groups = await startHook();
    const alertmanager = await startAlertmanager(home, groups.url);
    const product = await startProduct({
      configText: `alerts:
  allow_private_targets: [127.0.0.1/32]
  receivers: [{ name: am, alertmanager: { url: "${alertmanager}" } }]
  rules:
    - { name: turn-max-attempts, scope: turn, when: max_attempts >= 6, quiet: 1h, severity: page }
`,
    });
    onTestFinished(() => product.close());
    const prometheus = await startPrometheus(home, product);

    await product.post(exportRequest(loop('one')));
    await product.post(exportRequest(loop('two')));
    await until(async () => (await alertsAt(alertmanager)).length === 2);
    expect((await alertsAt(alertmanager)).map(({ labels }) => labels)).toMatchObject([
      { alertname: 'turn-max-attempts', severity: 'page', agent: 'support' },
      { alertname: 'turn-max-attempts', severity: 'page', agent: 'support' },
    ]);
    await until(() =>
      groups.told.some(({ status, alerts }) => status === 'firing' && alerts.length === 2),
    );

    await until(async () => (await firingIn(prometheus)).includes('LoopscopeAlertsFire'));
    expect(await valueOf(prometheus, 'up{job="loopscope"}')).toBe(1);
    expect(await valueOf(prometheus, 'loopscope_alerts_firing')).toBe(2);

    // Every panel of the dashboard is an expression that this Prometheus can read, and shows something.
    for (const expression of panels()) {
      await until(async () => (await seriesOf(prometheus, expression)) > 0, 60_000, expression);
    }

    // A rule that is switched off has nothing to say any more.
    const switched = await fetch(`${product.ui}/api/v1/rules/turn-max-attempts`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ enabled: false }),
    });
    expect(switched.status).toBe(200);
    await until(() =>
      groups.told.some(({ status, alerts }) => status === 'resolved' && alerts.length === 2),
    );
    expect(groups.told.filter(({ status }) => status === 'resolved').length).toBe(1);
  }, 400_000);
});

const loop = (id: string) =>
  spansOf({
    id,
    startMs: Date.now() - 60_000,
    calls: Array.from({ length: 7 }, () => ({
      tool: 'search_orders',
      args: { customer_id: 'C-7841' },
      result: [],
      modelMs: 1_000,
      toolMs: 90,
    })),
  });

/** What the dashboard asks, as Grafana would send it. */
function panels(): string[] {
  const panel = z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) });
  const dashboard = z.object({ panels: z.array(panel) });
  const text = readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8');
  const asked = dashboard.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets);
  return asked.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'));
}

interface Group {
  status: string;
  alerts: unknown[];
}

async function startHook(): Promise<{ url: string; told: Group[] }> {
  const told: Group[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      told.push(JSON.parse(body) as Group);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, told };
}

async function startAlertmanager(home: string, hookUrl: string): Promise<string> {
  const port = await freePort();
  const config = join(home, 'alertmanager.yml');
  writeFileSync(
    config,
    `route: { receiver: hook, group_by: [alertname], group_wait: 2s, group_interval: 2s, repeat_interval: 1h }
receivers: [{ name: hook, webhook_configs: [{ url: "${hookUrl}" }] }]
`,
  );
  run(programs.alertmanager, [
    `--config.file=${config}`,
    `--storage.path=${join(home, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(`${url}/-/ready`));
  return url;
}

async function startPrometheus(home: string, product: Product): Promise<string> {
  const port = await freePort();
  const config = join(home, 'prometheus.yml');
  writeFileSync(
    config,
    readFileSync(join(folder, 'prometheus.yml'), 'utf8')
      .replaceAll('15s', '3s')
      .replace('- loopscope.rules.yml', `- ${join(folder, 'loopscope.rules.yml')}`)
      .replace('127.0.0.1:4319', new URL(product.ui).host),
  );
  run(programs.prometheus, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(home, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(`${url}/-/ready`));
  return url;
}

function run(program: string, args: string[]): void {
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const amAlert = z.array(z.object({ labels: z.record(z.string(), z.string()) }));
const promAlerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })),
  }),
});
const promValue = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
const alertsAt = async (url: string) => amAlert.parse(await json(`${url}/api/v2/alerts`));
const firingIn = async (url: string): Promise<string[]> =>
  promAlerts
    .parse(await json(`${url}/api/v1/alerts`))
    .data.alerts.filter(({ state }) => state === 'firing')
    .map(({ labels }) => labels['alertname'] ?? '');

const promAnswer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.unknown()) }),
});

async function seriesOf(url: string, expression: string): Promise<number> {
  const answer = await json(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  return promAnswer.parse(answer).data.result.length;
}

async function valueOf(url: string, expression: string): Promise<number> {
  const answer = await json(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  return Number(promValue.parse(answer).data.result[0]?.value[1]);
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function until(
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 100_000,
  what = 'something',
): Promise<void> {
  const endMs = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`waited too long for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
