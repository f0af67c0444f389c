import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { overview, turnPage } from '@loopscope/api/contract';
import { openStore } from '@loopscope/sql';
import { expect, test } from 'vitest';

import { startProduct } from '../product.ts';
import { CALLS, postTo, SPANS, turnRequest } from './traffic.ts';

const older = (name: string): Buffer => readFileSync(new URL(`./older/${name}`, import.meta.url));
/** Turns that wait in the spool of the older version. */
const SPOOLED = 9;
const RANGE = 'from=2026-11-29T00:00:00Z&to=2027-12-31T00:00:00Z';

/** What an older version left: its tables with one turn in them, and its spool. */
async function leaveOlder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const spool = join(dataDir, 'spool.sqlite');
  writeFileSync(spool, gunzipSync(older('spool.sqlite.gz')));
  const database = new DatabaseSync(spool, { readOnly: true });
  const first = database.prepare('SELECT lines FROM chunks ORDER BY id LIMIT 1').get();
  database.close();
  const [bytes] = Object.values(first ?? {});
  const lines = Buffer.from(bytes instanceof Uint8Array ? bytes : []).toString();
  const [, trace = ''] = /"trace_id":"(\w+)"/.exec(lines) ?? [];
  const stored = lines.replaceAll(trace, 'a'.repeat(32)).replaceAll('"turn-31"', '"older"');
  const store = await openStore({ dataDir, retentionDays: 3650 });
  for (const statement of older('tables.sql').toString().split(/;\n+/)) {
    if (statement !== '') await store.define(statement);
  }
  await store.insertLines('spans', Buffer.from(stored), 'older/1');
  await store.close();
}

test('the data directory of an older version: what it stored is shown, what it spooled is drained, and it goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-older-'));
  await leaveOlder(dataDir);
  const product = await startProduct({ env: { LOOPSCOPE_DATA_DIR: dataDir } });
  try {
    const answer = await postTo(product.otlpHttp, turnRequest(1_000));
    expect(answer?.status).toBe(200);
    await product.settle();
    const { items } = await product.get(`/api/v1/turns?${RANGE}`, turnPage);
    const spooled = Array.from({ length: SPOOLED }, (_, at) => `turn-${31 + at}`);
    expect(items.map(({ session_id }) => session_id).toSorted()).toEqual(
      ['older', 'turn-1000', ...spooled].toSorted(),
    );
    const { calls, max_attempts: attempts } = await product.get(
      `/api/v1/overview?${RANGE}`,
      overview,
    );
    expect([calls, attempts.max]).toEqual([(SPOOLED + 2) * CALLS, 1]);
    const metrics = await (await fetch(`${product.ui}/metrics`)).text();
    expect(metrics).toContain(`loopscope_stored_spans_total ${(SPOOLED + 1) * SPANS}`);
    expect(metrics).toContain('loopscope_spooled_spans 0');
  } finally {
    await product.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
