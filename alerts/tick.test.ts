import { alertNews, type Store } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { createRuleBook } from './rule/rule-book.ts';
import { readRule } from './rule/read-rules.ts';
import { createBook } from './state/book.ts';
import { createTick } from './tick.ts';

/** A store that counts the questions it is asked, and fails where it is told to. */
function createFakeStore() {
  const asked: string[] = [];
  let isAway = false;
  let turns = '1';
  const store: Store = {
    kind: 'embedded',
    layout: { retentionDays: 30, cluster: null },
    insert: () => Promise.resolve(),
    ask: async () => '[]',
    insertLines: () => Promise.resolve(),
    query: (query) => {
      if (query.name === alertNews.name) {
        const row = { turns, silences: '0', rules: '0', orders: '0', now_us: '1000000000' };
        return Promise.resolve([query.row.parse(row)]);
      }
      asked.push(query.name);
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
    define: () => Promise.resolve(),
    erase: () => Promise.resolve(),
    ping: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
  const arrive = (at: string) => (turns = at);
  return { store, asked, arrive, goAway: (away: boolean) => (isAway = away) };
}

const rule = (text: string) => readRule(text).rule!;
const RULES = [
  rule('{ name: a, scope: session, when: tool_calls > 15 }'),
  rule('{ name: b, scope: turn, when: max_attempts >= 6 }'),
];

function createTestTick(store: Store, clock: { nowMs: number; steadyMs?: number }) {
  const shifts: number[] = [];
  const book = createBook(store, 'p');
  const tick = createTick({
    store,
    project: 'p',
    ruleBook: createRuleBook([], RULES),
    book: { ...book, shift: (ms) => shifts.push(ms) },
    expiries: () => [],
    readings: () => ({}),
    now: () => clock.nowMs,
    steady: () => clock.steadyMs ?? clock.nowMs,
    inLine: (work) => work(),
    log: () => undefined,
  });
  return { look: () => tick.look(), shifts };
}

const FIRST = [
  'alert_rules',
  'silences',
  'open_alerts',
  'open_deliveries',
  'subjects_since',
  'subjects_since',
];

describe('a tick', () => {
  it('asks no more than whether anything arrived, once all is read', async () => {
    const clock = { nowMs: 1_000_000 };
    const { store, asked } = createFakeStore();
    const tick = createTestTick(store, clock);
    await tick.look();
    expect(asked).toEqual(FIRST);
    clock.nowMs += 10_000;
    await tick.look();
    expect(asked.length).toBe(FIRST.length);
  });

  it('reads what a failed one left behind, however late', async () => {
    const clock = { nowMs: 1_000_000 };
    const { store, asked, arrive, goAway } = createFakeStore();
    const tick = createTestTick(store, clock);
    await tick.look();
    arrive('2');
    goAway(true);
    await expect(tick.look()).rejects.toThrow('away');
    clock.nowMs += 60_000;
    goAway(false);
    asked.length = 0;
    await tick.look();
    expect(asked).toEqual(['subjects_since', 'subjects_since']);
  });

  it('takes a clock that was set for no time that has passed', async () => {
    const clock = { nowMs: 1_000_000, steadyMs: 0 };
    const { store } = createFakeStore();
    const tick = createTestTick(store, clock);
    await tick.look();
    clock.nowMs += 7_200_000;
    clock.steadyMs += 1_000;
    await tick.look();
    expect(tick.shifts).toEqual([7_199_000]);
    clock.nowMs += 7_200_000;
    clock.steadyMs += 7_200_000;
    await tick.look();
    expect(tick.shifts.length).toBe(1);
  });
});
