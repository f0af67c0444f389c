/**
 * Spans per second through HTTP until they are visible in the views, beside the engine's bare insert of the same rows.
 * Generator and product share this machine. Run: `node bench/ingest.ts [requests]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { loadConfig, startLoopscope } from '@loopscope/cli';
import { migrate, openStore } from '@loopscope/sql';

import { spanRows } from './store-rows.ts';

const REQUESTS = Number(process.argv[2] ?? 300);
const SPANS_PER_REQUEST = 100;
const IN_FLIGHT = 4;
const NOTE =
  'Customer called again and has not received the refund for the returned boots. '.repeat(8);

/** One turn of a hundred tool calls, about 1 KB a span. */
function requestBody(number: number): string {
  const traceId = `f${number.toString(16).padStart(31, '0')}`;
  const startNs = BigInt(Date.now()) * 1_000_000n;
  const spans = Array.from({ length: SPANS_PER_REQUEST }, (_, index) => ({
    traceId,
    spanId: `f${index.toString(16).padStart(15, '0')}`,
    name: 'execute_tool search_orders',
    startTimeUnixNano: `${startNs + BigInt(index) * 1_000_000n}`,
    endTimeUnixNano: `${startNs + BigInt(index) * 1_000_000n + 900_000n}`,
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.name', value: { stringValue: 'search_orders' } },
      {
        key: 'gen_ai.tool.call.arguments',
        value: { stringValue: JSON.stringify({ page: index, number }) },
      },
      {
        key: 'gen_ai.tool.call.result',
        value: { stringValue: JSON.stringify({ id: index, note: NOTE }) },
      },
    ],
  }));
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

async function bareInsertPerSecond(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir, retentionDays: 3650 });
  await migrate(store);
  const rows = spanRows(20_000);
  const startedMs = performance.now();
  for (let at = 0; at < rows.length; at += 2000)
    await store.insert('spans', rows.slice(at, at + 2000));
  const seconds = (performance.now() - startedMs) / 1000;
  await store.close();
  return rows.length / seconds;
}

const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
try {
  const bare = await bareInsertPerSecond(join(folder, 'bare'));
  const env = {
    LOOPSCOPE_DATA_DIR: join(folder, 'product'),
    LOOPSCOPE_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_GRPC_PORT: '0',
  };
  const product = await startLoopscope(loadConfig({ env, cwd: folder }), { log: () => {} });
  const bodies = Array.from({ length: REQUESTS }, (_, number) => requestBody(number));
  const waitsMs: number[] = [];
  let next = 0;
  const startedMs = performance.now();
  const sendAll = async (): Promise<void> => {
    while (next < bodies.length) {
      const body = bodies[next++] ?? '';
      const sentMs = performance.now();
      const response = await fetch(`${product.addresses.otlpHttp}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!response.ok) throw new Error(`collector answered ${response.status}`);
      await response.arrayBuffer();
      waitsMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll));
  const acknowledgedMs = performance.now() - startedMs;
  for (;;) {
    const response = await fetch(
      `${product.addresses.ui}/api/v1/overview?from=2000-01-01T00:00:00Z`,
    );
    const { calls } = (await response.json()) as { calls: number };
    if (calls === REQUESTS * SPANS_PER_REQUEST) break;
    await sleep(50);
  }
  const visibleMs = performance.now() - startedMs;
  await product.close();

  const spans = REQUESTS * SPANS_PER_REQUEST;
  const perSecond = (ms: number): number => Math.round((spans / ms) * 1000);
  waitsMs.sort((a, b) => a - b);
  const ratio = (rate: number): string => (rate / bare).toFixed(2);
  console.table({
    'bare insert of span rows': { 'spans/s': Math.round(bare), ratio: '1.00' },
    acknowledged: { 'spans/s': perSecond(acknowledgedMs), ratio: ratio(perSecond(acknowledgedMs)) },
    'visible in views': { 'spans/s': perSecond(visibleMs), ratio: ratio(perSecond(visibleMs)) },
  });
  const p99 = waitsMs[Math.floor(waitsMs.length * 0.99)] ?? 0;
  console.log(
    `acknowledgement p99 ${p99.toFixed(0)} ms; visible ${(visibleMs - acknowledgedMs).toFixed(0)} ms after the last; RSS ${Math.round(process.memoryUsage.rss() / 1e6)} MB (generator within)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
