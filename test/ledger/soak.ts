/** `pnpm test:soak [MINUTES]`: runs of the ledger with a seed each until the time is up; stops at the first that does not add up. */
import { runLedger } from './run.ts';

const minutes = Number(process.argv[2] ?? 120);
const endMs = Date.now() + minutes * 60_000;
let runs = 0;
for (let seed = Math.floor(Date.now() / 1000); Date.now() < endMs; seed += 1) {
  const { found, account, counters } = await runLedger({ seed, turns: 400, kills: 6, bug: 'none' });
  runs += 1;
  console.log(
    `seed ${seed}: ${account.requests} requests, ${account.acked.size} spans acknowledged of ${account.sent.size} sent, ${JSON.stringify(counters)}`,
  );
  if (found.length > 0) {
    console.error(found.join('\n'));
    process.exitCode = 1;
    break;
  }
}
console.log(`${runs} runs`);
