/**
 * `node kill-child.ts PATH FROM`: commits chunk after chunk until it is killed. Says `committed N` behind each commit, `failed N`
 * where there was none, `dropping N` before and `dropped N` behind each drop of all up to N.
 */
import { existsSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSpoolAt } from './open-spool.ts';

const [path = '', from = '1'] = process.argv.slice(2);
const say = (text: string): void => void writeSync(1, `${text}\n`);
const { spool } = openSpoolAt({ path, maxBytes: 1e9, maxBatchRows: 40 }, Date.now());
say('open');
for (let id = Number(from); ; id += 1) {
  const line = JSON.stringify({ id, text: 'x'.repeat((id * 7919) % 60_000) });
  const arrival = { body: `${id}`, atMs: Date.now(), lines: [line], spanKeys: [id] };
  try {
    spool.commit([{ ...arrival, rejectedLines: [], message: '' }]);
    say(`committed ${id}`);
  } catch {
    say(`failed ${id}`);
    // The disk may be well again.
    while (existsSync(`${path}.failing`)) await sleep(5);
  }
  if (id % 60 === 0) {
    const batch = spool.take();
    const last = batch?.lines
      .toString()
      .split('\n')
      .findLast((text) => text !== '');
    if (batch === null || last === undefined) continue;
    const { id: lastId }: { id: number } = JSON.parse(last);
    say(`dropping ${lastId}`);
    try {
      spool.drop(batch.lastId);
      say(`dropped ${lastId}`);
    } catch {
      // It stays, and is taken once more; the next commit fails as well and says so.
    }
  }
}
