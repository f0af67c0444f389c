import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as sql from '@loopscope/sql';
import type { Store } from '@loopscope/sql';
import { sampleSpan } from '@loopscope/sql/sample-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  expectSame,
  fill,
  nasty,
  paramsOf,
  project,
  QUESTIONS,
  startFront,
  type Front,
} from './store-questions.ts';

const { migrate, openStore } = sql;
const folder = mkdtempSync(join(tmpdir(), 'loopscope-http-'));
let front: Front;
let server: Store;
let embedded: Store;

beforeAll(async () => {
  front = await startFront(join(folder, 'server'));
  server = await openStore({ dataDir: '', url: front.url, retentionDays: 3650, readers: 2 });
  embedded = await openStore({
    dataDir: join(folder, 'embedded'),
    retentionDays: 3650,
    readers: 2,
  });
});
afterAll(async () => {
  await server.close();
  await embedded.close();
  await front.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('over HTTP', () => {
  it('a question before the tables are there is schema_missing', async () => {
    await expect(server.query(sql.status, { project })).rejects.toMatchObject({
      code: 'schema_missing',
      retryable: true,
      engineCode: 60,
    });
  });

  it('migrate makes everything, twice over', async () => {
    for (const store of [server, embedded]) {
      await migrate(store);
      await migrate(store);
      await fill(store);
    }
    expect([server.kind, embedded.kind]).toEqual(['server', 'embedded']);
  });

  let answered = 0;
  it.each(QUESTIONS)('$name answers as it does embedded', async ({ name, query }) => {
    const params = paramsOf(query);
    const [overHttp, inProcess] = await Promise.all([
      server.query(query, params),
      embedded.query(query, params),
    ]);
    expectSame(name, [overHttp, inProcess]);
    answered += overHttp.length === 0 ? 0 : 1;
  });

  it('most questions had something to answer', () => {
    expect(answered / QUESTIONS.length).toBeGreaterThan(0.5);
  });

  it('texts arrive as they were sent', async () => {
    const steps = await server.query(sql.turnSteps, { project, turn_id: 'u1', ...sql.WHOLE_STEPS });
    expect(steps.find((step) => step.kind === 'tool')).toMatchObject({
      args: nasty,
      result: nasty,
    });
  });

  it('more trace ids than an address can hold are bound all the same', async () => {
    const trace_ids = Array.from({ length: 5_000 }, (_, n) => n.toString(16).padStart(32, '0'));
    const rows = await server.query(sql.spansOfTraces, {
      blocks: [],
      project,
      trace_ids: [...trace_ids, 't0'],
      until_ns: String(2n ** 63n - 1n),
      after_trace: '',
      after_span: '',
      limit: 100,
    });
    expect(rows).toHaveLength(5);
  });

  it('one token stores once, none stores as often as it comes', async () => {
    const row = sampleSpan({ project: 'twice' });
    for (let time = 0; time < 2; time += 1) await server.insert('spans', [row], 'twice/1');
    const pending = () =>
      server.query(sql.pendingTraces, {
        project: 'twice',
        since: '2020-01-01 00:00:00.000000',
        limit: 9,
      });
    expect(await pending()).toMatchObject([{ touches: 1 }]);
    await server.insert('spans', [row]);
    await server.insert('spans', [row]);
    expect(await pending()).toMatchObject([{ touches: 3 }]);
  });

  it.each([
    ['bad_data', [sampleSpan({ started_at: 'yesterday' })]],
    [
      'too_many_partitions',
      Array.from({ length: 101 }, (_, n) =>
        sampleSpan({ span_id: String(n), started_at: `${2000 + n}-01-01 00:00:00.000` }),
      ),
    ],
  ])('what cannot be taken is %s and not worth another try', async (code, rows) => {
    await expect(server.insert('spans', rows)).rejects.toMatchObject({ code, retryable: false });
  });

  it('a server that is gone is store_unreachable, for reads, writes and ping', async () => {
    await front.kill();
    const gone = { code: 'store_unreachable', retryable: true };
    await expect(server.query(sql.status, { project })).rejects.toMatchObject(gone);
    await expect(server.insert('spans', [sampleSpan()])).rejects.toMatchObject(gone);
    expect(await server.ping()).toBe(false);
  });
});
