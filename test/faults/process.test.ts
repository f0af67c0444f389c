import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ingestionHealth } from '@loopscope/api/contract';
import { openStore } from '@loopscope/sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { select } from '../select.ts';
import { startFront, type Front } from '../store-questions.ts';
import { startLoopscope, type Loopscope, type LoopscopeOptions } from './process.ts';
import { postTo, SPANS, turnRequest } from './traffic.ts';

let folder: string;
let running: Loopscope[];
let engines: Front[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-process-'));
  running = [];
  engines = [];
});
afterEach(async () => {
  for (const process of running) await process.end('SIGKILL');
  for (const engine of engines) await engine.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<LoopscopeOptions> = {}): Promise<Loopscope> {
  const process = await startLoopscope({ folder, ...options });
  running.push(process);
  return process;
}

async function startEngine(): Promise<Front> {
  const engine = await startFront(join(folder, 'engine'));
  engines.push(engine);
  return engine;
}

/** Turns that were acknowledged, and what else was answered. */
interface Sent {
  acked: number[];
  refused: number[];
}

/** Eight senders at once, until nobody answers any more. */
async function sendUntilGone(address: string, sent: Sent): Promise<void> {
  let next = 0;
  const sender = async (): Promise<void> => {
    for (;;) {
      const turn = next++;
      const answer = await postTo(address, turnRequest(turn));
      if (answer === null) return;
      if (answer.status === 200) sent.acked.push(turn);
      else sent.refused.push(answer.status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

/** Spans of each turn that lies in the store; those that came twice counted twice. */
async function storedTurns(location: { dataDir: string; url?: string }) {
  const store = await openStore({ ...location, retentionDays: 3650, readers: 1 });
  try {
    const rows = await select(
      store,
      'SELECT session_id AS turn, toUInt32(count()) AS spans FROM spans GROUP BY turn',
    );
    return new Map(rows.map(({ turn, spans }) => [String(turn), Number(spans)]));
  } finally {
    await store.close();
  }
}

const whole = (acked: readonly number[]) => acked.map((turn) => [`turn-${turn}`, SPANS]);

describe('a stop while spans come in', () => {
  test('with the store at hand: ends with 0, and everything that was acknowledged is stored once', async () => {
    const loopscope = await start();
    const sent: Sent = { acked: [], refused: [] };
    const sending = sendUntilGone(loopscope.otlpHttp, sent);
    await expect.poll(() => sent.acked.length, { timeout: 20_000 }).toBeGreaterThan(100);
    expect(await loopscope.end('SIGTERM')).toBe(0);
    await sending;
    // Whoever is not taken any more is asked to come again.
    expect(new Set([...sent.refused, 503])).toEqual(new Set([503]));
    const stored = await storedTurns({ dataDir: join(folder, '.loopscope') });
    expect(sent.acked.map((turn) => [`turn-${turn}`, stored.get(`turn-${turn}`)])).toEqual(
      whole(sent.acked),
    );
  }, 90_000);

  test('with the store gone: ends with 0 in its time, and the next start brings what it left', async () => {
    let engine = await startEngine();
    const role = { role: 'collector', env: { LOOPSCOPE_CLICKHOUSE_URL: engine.url } } as const;
    const first = await start(role);
    const sent: Sent = { acked: [], refused: [] };
    await engine.kill();
    const sending = sendUntilGone(first.otlpHttp, sent);
    await expect.poll(() => sent.acked.length, { timeout: 20_000 }).toBeGreaterThan(50);
    expect(await first.end('SIGTERM')).toBe(0);
    await sending;
    expect(first.log()).toContain('spans stay in the spool for the next start');
    engine = await startEngine();
    const second = await start({ ...role, env: { LOOPSCOPE_CLICKHOUSE_URL: engine.url } });
    expect(await second.end('SIGTERM')).toBe(0);
    const stored = await storedTurns({ dataDir: '', url: engine.url });
    expect(sent.acked.map((turn) => [`turn-${turn}`, stored.get(`turn-${turn}`)])).toEqual(
      whole(sent.acked),
    );
  }, 120_000);
});

describe('a kill', () => {
  test('at any moment, one after another: everything that was acknowledged is stored once', async () => {
    const acked: number[] = [];
    let next = 0;
    for (const afterMs of [30, 150, 400, 900]) {
      const loopscope = await start();
      const from = next;
      next += 100_000;
      const sender = async (lane: number): Promise<void> => {
        for (let turn = from + lane; ; turn += 4) {
          const answer = await postTo(loopscope.otlpHttp, turnRequest(turn));
          if (answer === null) return;
          if (answer.status === 200) acked.push(turn);
        }
      };
      const sending = [0, 1, 2, 3].map(sender);
      const before = acked.length;
      await expect
        .poll(() => acked.length, { interval: 2, timeout: 20_000 })
        .toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await loopscope.end('SIGKILL');
      await Promise.all(sending);
    }
    const last = await start();
    expect(await last.end('SIGTERM')).toBe(0);
    const stored = await storedTurns({ dataDir: join(folder, '.loopscope') });
    expect(acked.length).toBeGreaterThan(20);
    expect(acked.map((turn) => [`turn-${turn}`, stored.get(`turn-${turn}`)])).toEqual(whole(acked));
    expect([...stored.values()].every((spans) => spans === SPANS)).toBe(true);
  }, 180_000);
});

describe('a spool that was damaged while nobody held it', () => {
  test('a flipped bit costs the spans it fell on, which are counted, told and kept beside; the others are stored', async () => {
    const engine = await startEngine();
    const env = { LOOPSCOPE_CLICKHOUSE_URL: engine.url };
    const spool = join(folder, '.loopscope', 'spool.sqlite');
    const first = await start({ env });
    await engine.kill();
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await postTo(first.otlpHttp, turnRequest(turn)))?.status).toBe(200);
    }
    await first.end('SIGKILL');
    await flipIn(existsSync(`${spool}-wal`) ? `${spool}-wal` : spool, '"turn-7"');
    const again = await startEngine();
    const second = await start({ env: { LOOPSCOPE_CLICKHOUSE_URL: again.url } });
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${second.ui}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
    };
    await expect.poll(() => metric('loopscope_spooled_spans'), { timeout: 20_000 }).toBe(0);
    const lost = await metric('loopscope_rejected_spans_total');
    expect(lost).toBeGreaterThan(0);
    expect(await metric('loopscope_received_spans_total')).toBe(
      (await metric('loopscope_stored_spans_total')) + lost,
    );
    const stored = await storedTurns({ dataDir: '', url: again.url });
    expect(stored.size * SPANS + lost).toBeGreaterThanOrEqual(20 * SPANS);
    const health = ingestionHealth.parse(
      await (await fetch(`${second.ui}/api/v1/ingestion`)).json(),
    );
    expect(health.rejected.map(({ reason }) => reason)).toContain('spool_damaged');
    const beside = readdirSync(join(folder, '.loopscope'));
    expect(beside.some((name) => name.includes('.damaged'))).toBe(true);
  }, 120_000);
});

/** Turns one bit behind the first place of a text in a file. */
async function flipIn(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const bytes = await file.readFile();
    const at = bytes.indexOf(text);
    if (at < 0) throw new Error(`${text} is not in ${path}`);
    await file.write(Buffer.from([bytes[at + 2]! ^ 1]), 0, 1, at + 2);
  } finally {
    await file.close();
  }
}
