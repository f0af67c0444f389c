/**
 * After an outage: how fast a full spool goes into the store while requests keep coming, beside the rate at which they come.
 * Run: `pnpm bench catch-up [spans in the spool] [spans per second that keep coming]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startCollector } from '@loopscope/collector';
import { migrate, openStore, StoreError, type Store } from '@loopscope/sql';

import { createTraffic, SPANS_PER_REQUEST } from './ingest/traffic.ts';

const [backlog = 30_000, incoming = 5_000] = process.argv.slice(2).map(Number);

const folder = mkdtempSync(join(tmpdir(), 'loopscope-catch-up-'));
const store = await openStore({ dataDir: join(folder, 'store'), retentionDays: 3650 });
await migrate(store);
let isAway = true;
const comingBack: Store = {
  ...store,
  async insertLines(...insert) {
    if (isAway) throw new StoreError({ code: 'store_unreachable', retryable: true }, 'away');
    await store.insertLines(...insert);
  },
};
const collector = await startCollector({
  store: comingBack,
  host: '127.0.0.1',
  httpPort: 0,
  dataDir: join(folder, 'collector'),
  declarations: new Map(),
  ingestKeys: [],
  content: 'full',
  now: Date.now,
  log: () => {},
});
const traffic = createTraffic();
try {
  while (collector.counters().spooled < backlog) await send();
  const atReturn = collector.counters();
  isAway = false;
  const startedMs = performance.now();
  const secondsSince = (): number => (performance.now() - startedMs) / 1_000;
  let sent = 0;
  while (collector.counters().stored - atReturn.stored < backlog) {
    if (sent > secondsSince() * incoming) await sleep(1);
    else {
      await send();
      sent += SPANS_PER_REQUEST;
    }
  }
  const rate = backlog / secondsSince();
  console.log(
    `${backlog} spans (${Math.round(atReturn.spoolBytes / 1e6)} MB) were in the store ${secondsSince().toFixed(1)} s after it came back: ` +
      `${Math.round(rate)} spans/s, ${(rate / incoming).toFixed(1)} times the ${incoming} spans/s that kept coming (${Math.round(sent / secondsSince())} managed)`,
  );
} finally {
  await collector.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function send(): Promise<void> {
  const { body } = traffic.next(Date.now());
  const response = await fetch(`${collector.address}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
}
