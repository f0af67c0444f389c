/** A collector that kills itself at a chosen step: `node crash-child.ts DATA_DIR STEP`. Prints its address. */
import { join } from 'node:path';
import { migrate, openStore, type Store } from '@loopscope/sql';
import { startCollector } from '../start-collector.ts';

export type CrashStep =
  | 'never'
  | 'before insert'
  | 'after insert'
  | 'between tables'
  | 'after drop';

const [dataDir = '', step = 'never'] = process.argv.slice(2);
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const store = await openStore({ dataDir, retentionDays: 3650 });
await migrate(store);
const faulty: Store = {
  ...store,
  async insertLines(table, lines, token) {
    if (step === 'before insert') die();
    if (step === 'between tables' && table === 'rejected_spans') die();
    await store.insertLines(table, lines, token);
    if (step === 'after insert') die();
  },
};
const collector = await startCollector({
  store: faulty,
  host: '127.0.0.1',
  httpPort: 0,
  dataDir: join(dataDir, 'collector'),
  declarations: new Map(),
  ingestKeys: [],
  content: 'full',
  now: Date.now,
  log: () => {},
});
if (step === 'after drop') {
  setInterval(() => {
    if (collector.counters().stored > 0) die();
  }, 1);
}
process.on('SIGTERM', () => void stop());
process.stdout.write(`${collector.address}\n`);

async function stop(): Promise<void> {
  await collector.drain();
  process.stdout.write(`${JSON.stringify(collector.counters())}\n`);
  await collector.close();
  await store.close();
  process.exit(0);
}
