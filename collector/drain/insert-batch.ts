import type { Store } from '@loopscope/sql';
import type { Log } from '../log.ts';
import { toRefusedRow } from '../rows/rejected-row.ts';
import type { Batch } from '../spool/spool.ts';
import { insertLines } from './insert-lines.ts';

export interface BatchPlace {
  store: Pick<Store, 'insertLines'>;
  now: () => number;
  log: Log;
}

/**
 * Puts a batch where it belongs and answers how many of its spans the store refused; those are in `rejected_spans` then.
 * Doing it again, in part or as a whole, adds nothing.
 * @throws {StoreError} where the same batch may be taken later.
 */
export async function insertBatch(batch: Batch, { store, now, log }: BatchPlace): Promise<number> {
  const { lines, rejectedLines, token } = batch;
  const refused = await insertLines({ store, table: 'spans', lines, token });
  if (refused.length > 0) {
    log('error', 'the store refused spans', { spans: refused.length, why: refused[0]?.detail });
  }
  const rows = refused.map(({ line, detail }) => toRefusedRow(line, detail, now()));
  const written = [rows.map((row) => JSON.stringify(row)).join('\n'), rejectedLines.toString()];
  const lost = await insertLines({
    store,
    table: 'rejected_spans',
    lines: Buffer.from(written.filter((text) => text !== '').join('\n')),
    token: `${token}/rejected`,
  });
  if (lost.length > 0) log('error', 'the reasons of rejected spans could not be stored', { lost });
  return refused.length;
}
