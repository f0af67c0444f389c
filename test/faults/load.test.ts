import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { startCollector, type Collector } from '@loopscope/collector';
import { migrate, openStore, type Store } from '@loopscope/sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createRandom } from '../ledger/plan.ts';
import { select } from '../select.ts';
import { oddSpans, requestAround } from './odd-spans.ts';
import { postTo, turnRequest } from './traffic.ts';

/** A soak gives each of these its full size. */
const isSoak = process.env['LOOPSCOPE_SOAK'] === '1';

let folder: string;
let store: Store;
let collector: Collector;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-load-'));
  store = await openStore({ dataDir: join(folder, 'store'), retentionDays: 3650 });
  await migrate(store);
  collector = await startCollector({
    store,
    host: '127.0.0.1',
    httpPort: 0,
    dataDir: join(folder, 'spool'),
    declarations: new Map(),
    ingestKeys: [],
    content: 'full',
    now: Date.now,
    log: () => {},
  });
});
afterAll(async () => {
  await collector.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const isTaken = async (turn: number): Promise<boolean> =>
  (await postTo(collector.address, turnRequest(turn)))?.status === 200;

const IDLE = isSoak ? 10_000 : 1_000;
const SLOW = isSoak ? 1_000 : 200;
/** Connections that are opened at a time: more would not fit into the backlog of the port. */
const AT_ONCE = 100;

/** Files that this process may have open, as far as the system says so. */
function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

// Both ends of each connection are of this process.
describe.skipIf(openFilesLimit() < 2 * (IDLE + SLOW) + 500)(
  'very many connections (needs that many open files)',
  () => {
    test('idle ones and slow senders leave the others alone', async () => {
      const port = Number(new URL(collector.address).port);
      const sockets: Socket[] = [];
      const open = async (hello: string): Promise<void> => {
        const socket = connect(port, '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(hello);
      };
      const openMany = async (count: number, hello: string): Promise<void> => {
        for (let from = 0; from < count; from += AT_ONCE) {
          await Promise.all(Array.from({ length: AT_ONCE }, () => open(hello)));
        }
      };
      try {
        // A whole request each, after which the connection stays open.
        await openMany(IDLE, 'GET /v1/traces HTTP/1.1\r\nhost: x\r\n\r\n');
        const head = 'host: x\r\ncontent-type: application/json\r\ncontent-length: 1000';
        await openMany(SLOW, `POST /v1/traces HTTP/1.1\r\n${head}\r\n\r\n{`);
        for (let turn = 0; turn < 20; turn += 1) expect(await isTaken(turn)).toBe(true);
        expect(sockets.filter((socket) => socket.closed)).toHaveLength(0);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    }, 120_000);
  },
);

test('sixteen long questions at once: senders do not wait for them', async () => {
  let answered = 0;
  const questions = Array.from({ length: 16 }, async (_, index) => {
    await select(store, `SELECT sum(sipHash64(number, ${index})) AS s FROM numbers(20000000)`);
    answered += 1;
  });
  const before: number[] = [];
  for (let turn = 100; turn < 120; turn += 1) {
    expect(await isTaken(turn)).toBe(true);
    before.push(answered);
  }
  expect(before.at(-1)).toBeLessThan(16);
  await Promise.all(questions);
  expect(await collector.drain(20_000)).toBe(true);
}, 120_000);

const INPUTS = isSoak ? 100_000 : 400;
/** One recorded turn of six spans, as protobuf. */
const recorded = gunzipSync(
  readFileSync(new URL('../wire/semconv-genai-structured/ok/request-1.pb.gz', import.meta.url)),
);

/** Random bytes, a good request cut anywhere, with bytes changed, with a huge length or an endless number in it. */
function malformed(random: () => number): Uint8Array<ArrayBuffer> {
  const pick = (count: number): number => Math.floor(random() * count);
  const changed = Uint8Array.from(recorded);
  switch (pick(5)) {
    case 0:
      return Uint8Array.from({ length: pick(200) }, () => pick(256));
    case 1:
      return changed.slice(0, pick(recorded.length));
    case 2:
      for (let time = pick(8); time >= 0; time -= 1) changed[pick(changed.length)] = pick(256);
      return changed;
    case 3:
      changed.set([0xff, 0xff, 0xff, 0xff, 0x07], pick(changed.length - 5));
      return changed;
    default:
      return changed.fill(0xff, pick(changed.length));
  }
}

test('bytes that are no request are answered with a Status, and the connections go on', async () => {
  const random = createRandom(15);
  const statuses = new Set<number>();
  let left = INPUTS;
  const sender = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const answer = await fetch(`${collector.address}/v1/traces`, {
        method: 'POST',
        body: malformed(random),
        headers: { 'content-type': 'application/x-protobuf' },
      });
      statuses.add(answer.status);
      const body = Buffer.from(await answer.arrayBuffer());
      // The code of a google.rpc.Status: INVALID_ARGUMENT.
      if (answer.status === 400) expect([...body.subarray(0, 2)]).toEqual([8, 3]);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  expect(statuses).toEqual(new Set([200, 400]));
  expect(await isTaken(200)).toBe(true);
}, 600_000);

const nowNs = BigInt(Date.now() - 60_000) * 1_000_000n;

test('a span out of the ordinary is stored with a mark, and its siblings as ever', async () => {
  const odd = oddSpans(nowNs, isSoak ? 50 : 3);
  const traces = new Map<string, (typeof odd)[number]>();
  for (const [at, span] of odd.entries()) {
    const { traceId, body } = requestAround(span, at + 1, nowNs);
    traces.set(traceId, span);
    expect((await postTo(collector.address, body))?.status, span.name).toBe(200);
  }
  expect(await collector.drain(60_000)).toBe(true);
  const rows = await select(
    store,
    `SELECT trace_id, name, marks, duration_ms FROM spans FINAL WHERE name IN ('odd', 'sibling')`,
  );
  for (const [traceId, { name, mark }] of traces) {
    const own = rows.filter((row) => row['trace_id'] === traceId);
    expect(own.map((row) => String(row['name'])).toSorted(), name).toEqual([
      'odd',
      'sibling',
      'sibling',
    ]);
    const { marks, duration_ms: durationMs } = own.find((row) => row['name'] === 'odd') ?? {};
    expect(marks, name).toContain(mark);
    expect(Number(durationMs), name).toBeGreaterThanOrEqual(0);
  }
}, 120_000);

test('a request over the limit is 413, the next one is taken; 20,000 spans in one are stored', async () => {
  const large = `{"resourceSpans":[],"x":"${'z'.repeat(65 * 1024 * 1024)}"}`;
  expect((await postTo(collector.address, large))?.status).toBe(413);
  const before = collector.counters().received;
  const spans = Array.from(
    { length: 20_000 },
    (_, n) =>
      `{"traceId":"${'9'.repeat(32)}","spanId":"${(n + 1).toString(16).padStart(16, '0')}","name":"n","startTimeUnixNano":"${nowNs}","endTimeUnixNano":"${nowNs}"}`,
  );
  const body = `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(',')}]}]}]}`;
  expect((await postTo(collector.address, body))?.status).toBe(200);
  expect(await collector.drain(60_000)).toBe(true);
  expect(collector.counters().received - before).toBe(20_000);
}, 120_000);
