/**
 * `node test/ledger/product.ts DATA_DIR SEED HTTP_PORT GRPC_PORT [BUG]`: collector, analyzer and API on a store with planned
 * faults. Prints `ready ADDRESS` of the API; on SIGUSR2 settles and prints `settled COUNTERS`; on SIGTERM ends.
 */
import { join } from 'node:path';

import { startAnalyzer } from '@loopscope/analyzer';
import { startApi } from '@loopscope/api';
import { startCollector } from '@loopscope/collector';
import { migrate, openStore } from '@loopscope/sql';

import { ingestionOf } from '../../cli/ingestion.ts';
import { createFaultyStore, type Bug } from './faulty-store.ts';
import { startFront } from './front.ts';

const [, , dataDir = '', seedText = '1', httpText = '0', grpcText = '0', given = 'none'] =
  process.argv;
const seed = Number(seedText);
const bug = given as Bug;
const isInFront =
  bug === 'acknowledged before it is spooled' || bug === 'remembered as seen before it is spooled';
const common = { host: '127.0.0.1', declarations: new Map(), now: Date.now, log: () => {} };

const store = await openStore({ dataDir, retentionDays: 3650 });
await migrate(store);
const collector = await startCollector({
  ...common,
  store: createFaultyStore(store, seed, bug),
  httpPort: isInFront ? 0 : Number(httpText),
  grpcPort: Number(grpcText),
  dataDir: join(dataDir, 'collector'),
  ingestKeys: [],
  content: 'full',
});
if (isInFront) startFront(Number(httpText), collector.address, { bug, seed });
const analyzer = startAnalyzer({ ...common, store, prices: new Map() });
const api = await startApi({
  ...common,
  store,
  port: 0,
  webDir: null,
  apiKeys: [],
  addresses: () => ({ otlp_http: collector.address, otlp_grpc: collector.grpcAddress }),
  ingestion: () => ingestionOf(collector.counters()),
  version: '0.0.0',
});
process.on('SIGUSR2', () => void settle());
process.on('SIGTERM', () => void stop());
process.stdout.write(`ready ${api.address}\n`);

async function settle(): Promise<void> {
  await collector.drain(20_000);
  while ((await analyzer.drain()) > 0);
  process.stdout.write(`settled ${JSON.stringify(collector.counters())}\n`);
}

async function stop(): Promise<void> {
  await collector.close();
  await analyzer.close();
  await api.close();
  await store.close();
  process.exit(0);
}
