import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore, type Query } from '@loopscope/sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { requestOf } from '../span-fixture.ts';
import type { CrashStep } from './crash-child.ts';

const CHILD = fileURLToPath(new URL('./crash-child.ts', import.meta.url));
const SPANS = 20;

let dataDir: string;
let children: ChildProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loopscope-crash-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  address: string;
  lines: Interface;
}

async function run(step: CrashStep): Promise<Running> {
  const child = spawn(process.execPath, [CHILD, dataDir, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const [address] = await once(lines, 'line');
  return { child, address: String(address), lines };
}

/** A request of its own for each number: good spans, and one without a trace id. */
function bodyOf(number: number): string {
  const spans = Array.from({ length: SPANS }, (_, at) => ({
    traceId: (number + 1).toString(16).padStart(32, '0'),
    spanId: (at + 1).toString(16).padStart(16, '0'),
    attributes: { 'gen_ai.conversation.id': `session-${number}` },
  }));
  return JSON.stringify(requestOf(...spans, { traceId: '0'.repeat(32) }));
}

/** True where the collector has said that it took the request. */
async function isTaken(address: string, number: number): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    const body = bodyOf(number);
    return (await fetch(`${address}/v1/traces`, { method: 'POST', body, headers })).ok;
  } catch {
    return false;
  }
}

/** Sends until it is taken, over as many lives of the collector as that needs. */
const owed = new Set<number>();
async function sendAll(address: string): Promise<void> {
  for (const number of owed) if (await isTaken(address, number)) owed.delete(number);
}

test('killed between any two steps: every acknowledged span is there, once, and so is every reason', async () => {
  const steps: CrashStep[] = ['before insert', 'after insert', 'between tables', 'after drop'];
  let next = 0;
  for (const step of [...steps, 'before insert'] as const) {
    const { child, address } = await run(step);
    const died = once(child, 'exit');
    owed.add(next++).add(next++);
    await sendAll(address);
    expect((await died)[1]).toBe('SIGKILL');
  }
  for (const delayMs of [5, 40]) {
    const { child, address } = await run('never');
    const died = once(child, 'exit');
    for (let count = 0; count < 6; count += 1) owed.add(next++);
    const sending = sendAll(address);
    await sleep(delayMs);
    child.kill('SIGKILL');
    await Promise.all([sending, died]);
  }
  const { child, address, lines } = await run('never');
  await sendAll(address);
  expect(owed.size).toBe(0);
  const counted = once(lines, 'line');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const counts: Record<string, number> = JSON.parse(String((await counted)[0]));
  expect(counts['spooled']).toBe(0);
  expect(counts['received']).toBe(
    (counts['stored'] ?? 0) + (counts['duplicate'] ?? 0) + (counts['rejected'] ?? 0),
  );
  expect((await ended)[0]).toBe(0);

  await using store = await reading();
  expect(await store.first('SELECT toUInt32(count()) AS n FROM spans FINAL')).toBe(next * SPANS);
  expect(await store.first('SELECT toUInt32(count()) AS n FROM spans')).toBe(next * SPANS);
  expect(await store.first('SELECT toUInt32(count()) AS n FROM rejected_spans')).toBe(next);
  const sessions = 'SELECT toUInt32(uniqExact(session_id, trace_id)) AS n FROM session_traces';
  expect(await store.first(sessions)).toBe(next);
}, 120_000);

async function reading() {
  const store = await openStore({ dataDir, retentionDays: 3650 });
  return {
    async first(sql: string): Promise<unknown> {
      const query: Query<object, { n: number }> = {
        name: 'first',
        sql,
        params: z.object({}),
        row: z.object({ n: z.number() }),
      };
      return (await store.query(query, {}))[0]?.n;
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}
