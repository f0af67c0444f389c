/**
 * `pnpm test:soak [MINUTES]`: first the tests that CI runs in short, in long; then runs of the ledger with a seed each until
 * the time is up. Stops at the first that does not add up.
 */
import { spawnSync } from 'node:child_process';

import { runLedger } from './run.ts';

const minutes = Number(process.argv[2] ?? 120);
const endMs = Date.now() + minutes * 60_000;

const LONG = [
  'collector/spool/kill.test.ts',
  'collector/spool/open-spool.test.ts',
  'test/faults/api.test.ts',
  'test/faults/load.test.ts',
  'test/recorded-runs.test.ts',
];
const { status } = spawnSync('vitest', ['run', ...LONG], {
  stdio: 'inherit',
  env: { ...process.env, LOOPSCOPE_KILLS: '200', LOOPSCOPE_SOAK: '1' },
});
if (status !== 0) process.exit(1);

let runs = 0;
for (let seed = Math.floor(Date.now() / 1000); Date.now() < endMs; seed += 1) {
  const run = await runLedger({ seed, turns: 400, kills: 6, bug: 'none' });
  const { found, account, counters, isWhole, looks } = run;
  runs += 1;
  console.log(
    `seed ${seed}: ${account.requests} requests, ${account.acked.size} spans acknowledged of ${account.sent.size} sent, ${looks} looks at the equation, views and routes ${isWhole ? 'recomputed' : 'not recomputed'}, ${JSON.stringify(counters)}`,
  );
  if (found.length > 0) {
    console.error(found.join('\n'));
    process.exitCode = 1;
    break;
  }
}
console.log(`${runs} runs`);
