/**
 * The web in a real Chromium against a real server, each value beside its limit; exit code 1 where one is over.
 * Run: `pnpm bench web [load|trajectory|turns|live] [arguments]`, one part or all.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';

import { createLimits, type Limits } from './web/limits.ts';
import { benchLive } from './web/live.ts';
import { benchLoad } from './web/load.ts';
import { benchTrajectory } from './web/trajectory.ts';
import { benchTurns } from './web/turns.ts';

const PARTS: Readonly<Record<string, { what: string; run: (limits: Limits) => Promise<void> }>> = {
  load: { what: 'first load of the Overview on the demo data', run: benchLoad },
  trajectory: { what: 'a trajectory of 10,000 steps', run: benchTrajectory },
  turns: { what: 'lists over a million turns', run: benchTurns },
  live: { what: 'an hour of live tail', run: benchLive },
};

const asked = process.argv[2];
if (asked !== undefined && PARTS[asked] === undefined) {
  console.error(`there is no part "${asked}"; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
const limits = createLimits((line) => console.log(line));
for (const [name, { what, run }] of Object.entries(PARTS)) {
  if (asked !== undefined && asked !== name) continue;
  console.log(`${name}: ${what}`);
  await run(limits);
}
process.exit(limits.isOver ? 1 : 0);
