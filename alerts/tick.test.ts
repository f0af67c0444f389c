import { latestNews, type Store } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { createBook } from './book.ts';
import { SHIPPED_RULES } from './shipped.ts';
import { createTick } from './tick.ts';

/** A store that counts the questions it is asked, and fails where it is told to. */
function createFakeStore() {
  const asked: string[] = [];
  let isAway = false;
  const store: Store = {
    kind: 'embedded',
    layout: { retentionDays: 30, cluster: null },
    insert: () => Promise.resolve(),
    query: (query) => {
      if (query.name === latestNews.name) {
        const row = { turns: '1', loops: '0', alerts: '0' };
        return Promise.resolve([query.row.parse(row)]);
      }
      asked.push(query.name);
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
    define: () => Promise.resolve(),
    ping: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
  return { store, asked, goAway: (away: boolean) => (isAway = away) };
}

function createTestTick(store: Store, now: () => number) {
  const book = createBook({ store, project: 'p', isUntried: () => false, now });
  return createTick({ store, project: 'p', rules: SHIPPED_RULES, receivers: ['ops'], book, now });
}

describe('a tick', () => {
  it('asks no more than whether anything arrived, once all is read', async () => {
    let nowMs = 1_000_000;
    const { store, asked } = createFakeStore();
    const tick = createTestTick(store, () => nowMs);
    await tick();
    expect(asked).toEqual(['alert_states', 'session_stats_since', 'turn_stats_since']);
    nowMs += 10_000;
    await tick();
    expect(asked.length).toBe(3);
  });

  it('reads what a failed one left behind, however late', async () => {
    let nowMs = 1_000_000;
    const { store, asked, goAway } = createFakeStore();
    const tick = createTestTick(store, () => nowMs);
    await tick();
    goAway(true);
    await expect(tick()).rejects.toThrow('away');
    nowMs += 60_000;
    goAway(false);
    asked.length = 0;
    await tick();
    expect(asked).toEqual(['session_stats_since', 'turn_stats_since']);
  });
});
