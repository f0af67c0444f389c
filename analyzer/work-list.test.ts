import { migrate, openStore, pendingTraces, type Store } from '@loopscope/sql';
import { sampleSpan } from '@loopscope/sql/sample-rows';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createWorkList } from './work-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-work-list-'));
const project = 'p';
let store: Store;
let looks = 0;

beforeAll(async () => {
  const opened = await openStore({ dataDir: folder, retentionDays: 3650 });
  await migrate(opened);
  store = {
    ...opened,
    query: (query, params) => {
      if (query.name === pendingTraces.name) looks += 1;
      return opened.query(query, params);
    },
  };
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the whole list is asked for only while something is left or newly touched', async () => {
  const list = createWorkList({ store, project, now: Date.now });
  const touch = (trace_id: string) => store.insert('spans', [sampleSpan({ project, trace_id })]);
  const namesOf = async () => (await list.next()).traces.map(({ trace_id }) => trace_id);

  await touch('t1');
  const { traces } = await list.next();
  expect(traces.map(({ trace_id }) => trace_id)).toEqual(['t1']);
  list.settle(traces);
  expect(await namesOf()).toEqual(['t1']);

  await store.insert(
    'resolved_traces',
    traces.map(({ trace_id, touched_at, touches }) => ({ project, trace_id, touched_at, touches })),
  );
  list.settle([]);
  looks = 0;
  for (let round = 0; round < 3; round += 1) {
    expect(await namesOf()).toEqual([]);
    list.settle([]);
  }
  expect(looks).toBe(0);

  await touch('t2');
  expect(await namesOf()).toEqual(['t2']);
  // A round that failed settles nothing, so the trace is found again.
  expect(await namesOf()).toEqual(['t2']);
});
