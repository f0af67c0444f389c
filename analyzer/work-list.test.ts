import { migrate, openStore, pendingTraces, toInstant, type Store } from '@loopscope/sql';
import { sampleSpan } from '@loopscope/sql/sample-rows';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createWorkList, type PendingTrace, type WorkList } from './work-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-work-list-'));
const project = 'p';
let store: Store;
let looks = 0;
let questions = 0;

beforeAll(async () => {
  const opened = await openStore({ dataDir: folder, retentionDays: 3650 });
  await migrate(opened);
  store = {
    ...opened,
    query: (query, params) => {
      questions += 1;
      if (query.name === pendingTraces.name) looks += 1;
      return opened.query(query, params);
    },
  };
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const touch = (...trace_ids: string[]) =>
  store.insert(
    'spans',
    trace_ids.map((trace_id) => sampleSpan({ project, trace_id })),
  );
const open = () => createWorkList({ store, project, now: Date.now });
const namesOf = async (list: WorkList) =>
  (await list.next()).traces.map(({ trace_id }) => trace_id);

async function resolve(traces: readonly PendingTrace[]): Promise<void> {
  await store.insert(
    'resolved_traces',
    traces.map((trace) => ({ project, ...trace })),
  );
}

test('the whole list is asked for at the start only; from then on what is touched', async () => {
  const list = open();
  await touch('t1');
  const { traces } = await list.next();
  expect(traces.map(({ trace_id }) => trace_id)).toEqual(['t1']);
  list.settle(traces);
  expect(await namesOf(list)).toEqual(['t1']);

  await resolve(traces);
  list.settle([]);
  looks = 0;
  for (let round = 0; round < 3; round += 1) {
    expect(await namesOf(list)).toEqual([]);
    list.settle([]);
  }
  await touch('t2');
  expect(await namesOf(list)).toEqual(['t2']);
  // A round that failed settles nothing, so the trace is found again.
  expect(await namesOf(list)).toEqual(['t2']);
  list.settle([]);
  expect(await namesOf(list)).toEqual([]);
  expect(looks).toBe(0);
});

test('a touch that surfaces behind the latest one is seen, and so is one with its very time', async () => {
  const list = open();
  await namesOf(list);
  list.settle([]);
  await touch('a1');
  const { traces } = await list.next();
  list.settle([]);
  const time = traces[0]?.touched_at ?? '';
  const behind = time.replace(/\d$/, (digit) => String((Number(digit) + 9) % 10));
  await store.insert('touched_traces', [{ project, trace_id: 'a2', touched_at: behind }]);
  expect(await namesOf(list)).toEqual(['a2']);
  list.settle([]);
  await store.insert('touched_traces', [{ project, trace_id: 'a3', touched_at: time }]);
  expect(await namesOf(list)).toContain('a3');
});

test('a clock that is put back an hour hides nothing that comes', async () => {
  let nowMs = Date.now();
  const list = createWorkList({ store, project, now: () => nowMs });
  await namesOf(list);
  list.settle([]);
  await touch('c1');
  expect(await namesOf(list)).toEqual(['c1']);
  list.settle([]);
  nowMs -= 3_600_000;
  const touched_at = `${toInstant(nowMs)}000`;
  await store.insert('touched_traces', [{ project, trace_id: 'c2', touched_at }]);
  expect(await namesOf(list)).toContain('c2');
  list.settle([]);
  expect(await namesOf(list)).toEqual([]);
});

test('who starts anew finds what was not resolved, and nothing that was', async () => {
  const first = open();
  await touch('r1', 'r2');
  await first.next();
  first.settle([]);
  await touch('r1');
  const { traces } = await first.next();
  expect(traces).toMatchObject([{ trace_id: 'r1', touches: 2 }]);
  await resolve(traces);
  const again = await namesOf(open());
  expect(again).toContain('r2');
  expect(again).not.toContain('r1');
});

test('what was set aside is passed over until it is touched again', async () => {
  const list = open();
  await touch('s1');
  const { traces } = await list.next();
  list.setAside(traces);
  expect(await namesOf(list)).not.toContain('s1');
  list.settle([]);
  await touch('s1');
  expect(await namesOf(list)).toEqual(['s1']);
});

test('as long as nothing is written nothing is asked', async () => {
  const list = open();
  await touch('q1');
  while ((await list.next()).traces.length > 0) list.settle([]);
  questions = 0;
  for (let look = 0; look < 20; look += 1) expect(await namesOf(list)).toEqual([]);
  expect(questions).toBe(0);
  await touch('q2');
  expect(await namesOf(list)).toEqual(['q2']);
});
