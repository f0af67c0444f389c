import { StoreError, type Store } from '@loopscope/sql';
import { turnRow } from '@loopscope/sql/placed-rows';
import { describe, expect, it } from 'vitest';

import { createRuleBook } from '../rule/rule-book.ts';
import { createBook } from '../state/book.ts';
import type { Decision } from '../state/evaluate.ts';
import { rule, useHome } from '../testing/home.ts';
import { createNewsWatch } from './news-watch.ts';

const home = useHome();
const TURNS = 40;

const tooMuch = () =>
  new StoreError({ code: 'query_too_large', retryable: false, engineCode: 159 }, 'too slow');

interface Given {
  rules: string[];
  /** What the store cannot answer within its bounds. */
  isTooMuch?: (query: string, ids: readonly string[]) => boolean;
  steady?: () => number;
}

/** Forty turns that arrived at one moment, all of which attempt something six times. */
async function startWatch({ rules, isTooMuch, steady }: Given) {
  const rows = Array.from({ length: TURNS }, (_, index) =>
    turnRow({
      project: home.project(),
      turn_id: `t${index}`,
      calls: 6,
      max_attempts: 6,
      loop_kinds: ['exact'],
    }),
  );
  await home.store().insert('turn_verdicts', rows);
  const store: Store = {
    ...home.store(),
    query: (query, params) => {
      const { ids = [], turns = ids } = params as { ids?: string[]; turns?: string[] };
      return isTooMuch?.(query.name, turns) === true
        ? Promise.reject(tooMuch())
        : home.store().query(query, params);
    },
  };
  const fired = new Set<string>();
  const logged: string[] = [];
  const watch = createNewsWatch({
    store,
    project: home.project(),
    ruleBook: createRuleBook([], rules.map(rule)),
    book: createBook(store, home.project()),
    apply: (decisions: readonly Decision[]) => {
      for (const { standing } of decisions) {
        fired.add(`${standing.row.rule} ${standing.row.subject}`);
      }
      return Promise.resolve();
    },
    steady: steady ?? (() => 0),
    now: home.now,
    log: (_level, _message, fields) => logged.push(String(fields?.['rule'])),
  });
  const look = (aheadMs = 10_000) => {
    const nowMs = home.now();
    const nowUs = String((nowMs + aheadMs) * 1_000);
    return watch.look({ project: home.project(), nowMs, nowUs, clockOffsetMs: 0 });
  };
  return { watch, look, fired, logged };
}

const ATTEMPTS = '{ name: attempts, scope: turn, when: max_attempts >= 6 }';

describe('a look at what arrived', () => {
  it('leaves out one turn that the store cannot read, names rules and turn, and sees all others', async () => {
    const { watch, look, fired, logged } = await startWatch({
      rules: [ATTEMPTS],
      isTooMuch: (query, ids) => query === 'turn_stats_of' && ids.includes('t17'),
    });
    let looks = 0;
    while (!(await look())) {
      looks += 1;
      expect(looks).toBeLessThan(10);
    }
    expect(fired.size).toBe(TURNS - 1);
    expect([...watch.failures()]).toMatchObject([
      ['attempts', { reason: 'the turn t17 is left out: it took longer than 5 s' }],
    ]);
    expect(logged).toEqual(['attempts']);
    expect(watch.counts().get('turn')).toMatchObject({ waiting: 0 });
  });

  it('asks once for what arrived once, and again when more of it has arrived', async () => {
    const read: (readonly string[])[] = [];
    const { look } = await startWatch({
      rules: [ATTEMPTS],
      isTooMuch: (query, ids) => {
        if (query === 'turn_stats_of') read.push(ids);
        return false;
      },
    });
    await look(0);
    await look(0);
    expect(read.map((ids) => ids.length)).toEqual([TURNS]);
    const more = turnRow({ project: home.project(), turn_id: 't3', calls: 7, version: '9' });
    await home.store().insert('turn_verdicts', [more]);
    await look(0);
    expect(read.slice(1)).toEqual([['t3']]);
  });

  it('goes on for the other rules where loops cannot be counted', async () => {
    const { watch, look, fired } = await startWatch({
      rules: [ATTEMPTS, '{ name: looping, scope: turn, when: loops >= 0 }'],
      isTooMuch: (query) => query === 'loops_of',
    });
    expect(await look()).toBe(true);
    expect(fired.size).toBe(TURNS);
    expect([...watch.failures()]).toMatchObject([
      ['looping', { reason: 'loops could not be counted: it took longer than 5 s' }],
    ]);
  });

  it('names a rule that takes the time of all others, and goes on without it', async () => {
    let nowMs = 0;
    const { watch, look, fired, logged } = await startWatch({
      rules: [ATTEMPTS],
      steady: () => (nowMs += 1_100),
    });
    await look();
    expect(fired.size).toBe(TURNS);
    expect([...watch.failures()]).toMatchObject([
      ['attempts', { reason: expect.stringContaining('it took 1100 ms of one look') }],
    ]);
    expect(logged).toEqual(['attempts']);
  });
});
