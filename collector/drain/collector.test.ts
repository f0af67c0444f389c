import { StoreError, type Query, type Store } from '@loopscope/sql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openCollectorFixture,
  post,
  postJson,
  recorded,
  type CollectorFixture,
} from '../collector-fixture.ts';

let fixture: CollectorFixture;
beforeAll(async () => {
  fixture = await openCollectorFixture();
});
afterEach(() => fixture.closeCollectors());
afterAll(() => fixture.close());

const start: CollectorFixture['start'] = (...options) => fixture.start(...options);
const stored: CollectorFixture['stored'] = (project) => fixture.stored(project);

describe('a store that does not take rows', () => {
  const fault = new StoreError({ code: 'store_unreachable', retryable: true }, 'no answer');

  /** Fails as often as it is told to, and may have written the rows before it failed. */
  function failing(times: number, { after = false } = {}): Store {
    let left = times;
    return {
      ...fixture.store,
      insertLines: async (table, lines, token) => {
        const fails = left > 0;
        left -= 1;
        if (!fails || after) await fixture.store.insertLines(table, lines, token);
        if (fails) throw fault;
      },
    };
  }

  it.each([
    ['before', false],
    ['after', true],
  ])(
    '%s it wrote: the sender does not notice, and the spans are stored once',
    async (_name, after) => {
      const project = `failing-${after}`;
      const logged: string[] = [];
      const collector = await start(project, {
        store: failing(3, { after }),
        log: (level, text) => logged.push(`${level} ${text}`),
      });
      expect((await post(collector, recorded)).status).toBe(200);
      expect(await stored(project)).toHaveLength(6);
      expect(await physicalRows(project)).toBe(6);
      expect(collector.counters()).toMatchObject({
        received: 6,
        stored: 6,
        duplicate: 0,
        spooled: 0,
      });
      expect(logged).toEqual([
        expect.stringMatching(/^warn spans stay in the spool/),
        'info the store takes spans again',
      ]);
    },
  );

  it('for one row of one request: everything else is stored, and the row can be looked at', async () => {
    const picky: Store = {
      ...fixture.store,
      insertLines: async (table, lines, token) => {
        if (table === 'spans' && Buffer.from(lines).includes('"name":"poison"')) {
          throw new StoreError({ code: 'bad_data', retryable: false }, 'refused');
        }
        await fixture.store.insertLines(table, lines, token);
      },
    };
    const collector = await start('picky', { store: picky });
    const spans = ['a', 'b', 'poison', 'c', 'd'].map((name, index) => ({
      name,
      spanId: `${index}`.padStart(16, 'd'),
    }));
    const requests = [spans.slice(0, 1), spans.slice(1, 4), spans.slice(4)];
    const answers = await Promise.all(requests.map((request) => postJson(collector, ...request)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored('picky')).toMatchObject(['a', 'b', 'c', 'd'].map((name) => ({ name })));
    expect(await fixture.rejected('picky')).toMatchObject([
      { reason: 'refused_by_store', service: 'shop', sample: expect.stringContaining('poison') },
    ]);
    expect(collector.counters()).toMatchObject({ received: 5, stored: 4, rejected: 1, spooled: 0 });
  });

  it('is waited for until the spool is full: then 503 and Retry-After, and it goes on afterwards', async () => {
    let isAway = true;
    const away: Store = {
      ...fixture.store,
      insertLines: async (...insert) => {
        if (isAway) throw fault;
        await fixture.store.insertLines(...insert);
      },
    };
    const collector = await start('away', { store: away, spoolBytes: 4_000 });
    const spanIds = Array.from({ length: 30 }, (_, at) => at.toString(16).padStart(16, 'e'));
    const taken: string[] = [];
    for (const spanId of spanIds) {
      const { status, retryAfter } = await postJson(collector, { spanId });
      if (status === 200) taken.push(spanId);
      else expect([status, retryAfter]).toEqual([503, '1']);
    }
    expect(taken.length).toBeGreaterThan(2);
    expect(taken.length).toBeLessThan(15);
    expect(collector.counters()).toMatchObject({
      received: taken.length,
      spooled: taken.length,
      stored: 0,
      turnedAway: 30 - taken.length,
    });
    isAway = false;
    expect(await stored('away')).toMatchObject(taken.map((span_id) => ({ span_id })));
    expect((await postJson(collector, { spanId: spanIds[29] ?? '' })).status).toBe(200);
    expect(await stored('away')).toHaveLength(taken.length + 1);
    expect(collector.counters()).toMatchObject({ spoolBytes: 0, spoolOldestMs: 0, spooled: 0 });
  });

  it('keeps the spans for the next start where it is still away when the collector closes', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-left-'));
    const away: Store = { ...fixture.store, insertLines: () => Promise.reject(fault) };
    const first = await start('left', { store: away, dataDir, closeWithinMs: 50 });
    await post(first, recorded);
    await fixture.closeCollectors();
    const second = await start('left', { dataDir });
    expect(await stored('left')).toHaveLength(6);
    expect((await post(second, recorded)).status).toBe(200);
    expect(second.counters()).toMatchObject({ received: 12, stored: 6, duplicate: 6, spooled: 0 });
    await fixture.closeCollectors();
    rmSync(dataDir, { recursive: true });
  });
});

describe('a span that began before all that is kept', () => {
  it('is stored, and its sender is told', async () => {
    const store: Store = { ...fixture.store, layout: { retentionDays: 7, cluster: null } };
    const collector = await start('old', { store });
    const startMs = Date.now() - 8 * 86_400_000;
    const answer = await postJson(
      collector,
      { spanId: 'aaaaaaaaaaaaaaaa', startMs, endMs: startMs + 1 },
      { spanId: 'bbbbbbbbbbbbbbbb', startMs: Date.now(), endMs: Date.now() + 1 },
    );
    expect(JSON.parse(answer.body.toString())).toEqual({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage: expect.stringMatching(
          /^1 x older_than_retention \(began more than 7 days ago/,
        ),
      },
    });
    expect(await stored('old')).toHaveLength(2);
    expect(collector.counters()).toMatchObject({ received: 2, stored: 2, oldSpans: 1 });
  });
});

describe('a clock that jumps', () => {
  it('an hour back or ahead moves no span and makes no age negative', async () => {
    let nowMs = Date.now();
    let isAway = true;
    const away: Store = {
      ...fixture.store,
      insertLines: async (...insert) => {
        if (isAway) throw new StoreError({ code: 'disk_full', retryable: true }, 'full');
        await fixture.store.insertLines(...insert);
      },
    };
    const collector = await start('clock', { store: away, now: () => nowMs });
    const spanIds = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb', 'cccccccccccccccc'];
    const ages: number[] = [];
    for (const [at, jumpMs] of [0, -3_600_000, 7_200_000].entries()) {
      nowMs += jumpMs;
      expect((await postJson(collector, { spanId: spanIds[at] ?? '' })).status).toBe(200);
      ages.push(collector.counters().spoolOldestMs);
    }
    expect(ages).toEqual([0, 0, 3_600_000]);
    isAway = false;
    expect(await stored('clock')).toMatchObject(spanIds.map((span_id) => ({ span_id })));
    expect(collector.counters()).toMatchObject({ stored: 3, spooled: 0, spoolOldestMs: 0 });
  });
});

describe('a collector', () => {
  it('waits at its end for what is under way, and for the spool to be empty', async () => {
    const entered = Promise.withResolvers<void>();
    const slow: Store = {
      ...fixture.store,
      insertLines: async (...insert) => {
        entered.resolve();
        await setTimeout(50);
        await fixture.store.insertLines(...insert);
      },
    };
    const collector = await start('closing', { store: slow });
    const answer = post(collector, recorded);
    await entered.promise;
    await collector.close();
    expect((await answer).status).toBe(200);
    expect(await stored('closing')).toHaveLength(6);
  });

  it('does not share its spool', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-shared-'));
    await start('mine', { dataDir });
    await expect(start('yours', { dataDir })).rejects.toMatchObject({
      code: 'spool_in_use',
      message: expect.stringContaining('in use by another collector'),
    });
    await fixture.closeCollectors();
    rmSync(dataDir, { recursive: true });
  });
});

async function physicalRows(project: string): Promise<unknown> {
  const [row] = await fixture.store.query(countOf, { project });
  return row?.['rows'];
}
const countOf: Query<{ project: string }, Record<string, unknown>> = {
  name: 'count_of',
  sql: 'SELECT toUInt32(count()) AS rows FROM spans WHERE project = {project:String}',
  params: z.object({ project: z.string() }),
  row: z.record(z.string(), z.unknown()),
};
