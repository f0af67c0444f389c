/**
 * The whole path under load: protobuf requests of a hundred spans of 1 KB over HTTP into the product, everything on, the
 * generator beside it on the same machine. Run: `pnpm bench ingest [seconds] [connections] [spans per second]`; without
 * the last one, at two even rates, where each request is sent when its time has come and its answer counts from then, and
 * then as fast as it is answered.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStore, type Query } from '@loopscope/sql';
import { z } from 'zod';

import type { Question, Ready, Report } from './ingest/product.ts';
import { createTraffic, SPANS_PER_REQUEST, type Traffic } from './ingest/traffic.ts';

const [seconds = 10, connections = 8, ...given] = process.argv.slice(2).map(Number);
/** 0: as fast as answered. */
const rates = given.length > 0 ? given : [2_000, 5_000, 0];
/** At an even rate nothing builds up, and the limits are soon seen. */
const EVEN_SECONDS = 20;
const WARM_UP_SECONDS = 3;
const SAMPLE_MS = 250;
const VISIBLE_WITHIN_MS = 60_000;

/** The one answer of a script that ends by itself. */
async function ask<Answer>(script: URL, dataDir: string): Promise<Answer> {
  const child = fork(script, [dataDir]);
  const ended = once(child, 'exit');
  const [answer] = await once(child, 'message');
  await ended;
  return answer;
}

interface Measured {
  rate: number;
  seconds: number;
  spans: number;
  ackedMs: number;
  storedMs: number;
  ackMs: number[];
  visibleMs: number[];
  report: Report;
  generatorCpuMs: number;
  turnedAway: number;
}

async function measure(dataDir: string): Promise<Measured[]> {
  const child = fork(new URL('./ingest/product.ts', import.meta.url), [dataDir]);
  const [ready]: Ready[] = await once(child, 'message');
  if (ready === undefined) throw new Error('the product did not start');
  const traffic = createTraffic();
  const warmUp = { rate: 0, forSeconds: WARM_UP_SECONDS, ...noTimes() };
  await (
    await load(ready, traffic, warmUp)
  ).seen;
  await untilStored(ready);
  const measured: Measured[] = [];
  for (const rate of rates) measured.push(await measureRate(rate, { child, ready, traffic }));
  tell(child, 'close');
  await once(child, 'exit');
  return measured;
}

async function measureRate(
  rate: number,
  { child, ready, traffic }: { child: ChildProcess; ready: Ready; traffic: Traffic },
): Promise<Measured> {
  const forSeconds = rate === 0 ? seconds : Math.min(seconds, EVEN_SECONDS);
  tell(child, 'begin');
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const times = noTimes();
  const { seen, ...sent } = await load(ready, traffic, { rate, forSeconds, ...times });
  const ackedMs = performance.now() - startedMs;
  const generator = process.cpuUsage(cpu);
  await untilStored(ready);
  const storedMs = performance.now() - startedMs;
  tell(child, 'report');
  const [report]: Report[] = await once(child, 'message');
  if (report === undefined) throw new Error('the product did not report');
  await seen;
  const generatorCpuMs = (generator.user + generator.system) / 1_000;
  return {
    rate,
    seconds: forSeconds,
    ...sent,
    ackedMs,
    storedMs,
    ...times,
    report,
    generatorCpuMs,
  };
}

function tell(child: ChildProcess, question: Question): void {
  child.send(question);
}

interface Times {
  ackMs: number[];
  visibleMs: number[];
}

const noTimes = (): Times => ({ ackMs: [], visibleMs: [] });

async function load(
  { otlpHttp, ui }: Ready,
  traffic: Traffic,
  { rate, forSeconds, ...times }: Times & { rate: number; forSeconds: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: rate === 0 ? connections : Infinity });
  const endMs = performance.now() + forSeconds * 1_000;
  let spans = 0;
  let turnedAway = 0;
  let latest = '';
  const startedMs = performance.now();
  const send = async (dueMs: number): Promise<void> => {
    const { body, lastSession } = traffic.next(Date.now());
    const status = await post(`${otlpHttp}/v1/traces`, body, agent);
    times.ackMs.push(performance.now() - dueMs);
    if (status === 200) {
      latest = lastSession;
      spans += SPANS_PER_REQUEST;
    } else turnedAway += 1;
  };
  const sendOn = async (): Promise<void> => {
    while (performance.now() < endMs) await send(performance.now());
  };
  const sendEvenly = async (): Promise<void> => {
    const everyMs = (SPANS_PER_REQUEST / rate) * 1_000;
    const sent: Promise<void>[] = [];
    for (let dueMs = startedMs; dueMs < endMs; dueMs += everyMs) {
      const restMs = dueMs - performance.now();
      if (restMs > 0) await sleep(restMs);
      sent.push(send(dueMs));
    }
    await Promise.all(sent);
  };
  // One after the other: a crowd that asks again and again would be a load of its own.
  const watch = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await sleep(SAMPLE_MS);
      if (latest !== '') await untilVisible(ui, latest, times.visibleMs);
    }
  };
  const seen = watch();
  if (rate > 0) await sendEvenly();
  else await Promise.all(Array.from({ length: connections }, sendOn));
  agent.destroy();
  return { spans, turnedAway, seen };
}

function post(url: string, body: Buffer, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/x-protobuf', 'content-length': body.length };
  const sending = request(url, { method: 'POST', headers, agent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  });
  sending.on('error', reject).end(body);
  return promise;
}

/** From the acknowledgement of a turn until the api answers with all of its calls. */
async function untilVisible(ui: string, session: string, visibleMs: number[]): Promise<void> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < VISIBLE_WITHIN_MS) {
    const response = await fetch(`${ui}/api/v1/sessions/${session}`);
    await response.arrayBuffer();
    if (response.ok) break;
    await sleep(SAMPLE_MS);
  }
  visibleMs.push(performance.now() - startedMs);
}

async function untilStored({ ui }: Ready): Promise<void> {
  for (;;) {
    const response = await fetch(`${ui}/metrics`);
    if (/^loopscope_spooled_spans 0$/m.test(await response.text())) return;
    await sleep(50);
  }
}

const onDisk: Query<object, { table: string; bytes: number }> = {
  name: 'on_disk',
  sql: `SELECT table, sum(bytes_on_disk) / sum(rows) AS bytes FROM system.parts
    WHERE active AND table IN ('spans', 'tool_calls') GROUP BY table ORDER BY table`,
  params: z.object({}),
  row: z.object({ table: z.string(), bytes: z.number() }),
};

async function bytesPerRow(dataDir: string): Promise<Record<string, number>> {
  const store = await openStore({ dataDir, retentionDays: 3650 });
  try {
    const rows = await store.query(onDisk, {});
    return Object.fromEntries(rows.map(({ table, bytes }) => [table, Math.round(bytes)]));
  } finally {
    await store.close();
  }
}

function print(bare: { rowsPerSecond: number; cpuUsPerRow: number }, measured: Measured): void {
  const { rate, spans, ackedMs, storedMs, report, generatorCpuMs } = measured;
  const perSecond = (ms: number): number => (spans / ms) * 1_000;
  const row = (spansPerSecond: number) => ({
    'spans/s': Math.round(spansPerSecond),
    ratio: (spansPerSecond / bare.rowsPerSecond).toFixed(2),
  });
  console.log(
    rate > 0
      ? `${rate} spans/s offered for ${measured.seconds} s`
      : `${connections} connections for ${measured.seconds} s, as fast as answered`,
  );
  console.table({
    'bare insert of the same rows': row(bare.rowsPerSecond),
    acknowledged: row(perSecond(ackedMs)),
    'in the store': row(perSecond(storedMs)),
  });
  const ms = (values: number[], share: number): string => `${at(values, share).toFixed(0)} ms`;
  const { ackMs, visibleMs } = measured;
  console.table({
    'acknowledgement p50, p99': `${ms(ackMs, 0.5)}, ${ms(ackMs, 0.99)}`,
    'visible in views p50, p99': `${ms(visibleMs, 0.5)}, ${ms(visibleMs, 0.99)}`,
    'event-loop lag p50, p99, max': `${report.loopLagMs.p50}, ${report.loopLagMs.p99}, ${report.loopLagMs.max} ms`,
    'resident memory': `${Math.round(report.rssBytes / 1e6)} MB`,
    'CPU per span, product': `${((report.cpuMs * 1_000) / spans).toFixed(1)} µs`,
    'CPU per span, generator': `${((generatorCpuMs * 1_000) / spans).toFixed(1)} µs`,
    'CPU per row, bare insert': `${bare.cpuUsPerRow.toFixed(1)} µs`,
    'turned away': `${measured.turnedAway} requests`,
  });
  const parts = Object.entries(report.threadCpuMs).toSorted(([, a], [, b]) => b - a);
  if (parts.length === 0) return;
  const perSpan = (ms: number): string => `${((ms * 1_000) / spans).toFixed(1)} µs`;
  console.table(
    Object.fromEntries(parts.map(([part, ms]) => [part, { 'CPU per span': perSpan(ms) }])),
  );
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
try {
  const bare = await ask<{ rowsPerSecond: number; cpuUsPerRow: number }>(
    new URL('./ingest/bare.ts', import.meta.url),
    join(folder, 'bare'),
  );
  const measured = await measure(join(folder, 'product'));
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  for (const each of measured) print(bare, each);
  const bytes = await bytesPerRow(join(folder, 'product'));
  console.log(`bytes on disk per row: ${JSON.stringify(bytes)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
