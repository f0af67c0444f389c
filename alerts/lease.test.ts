import { leaseHolder, type Store } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { createLease, type LeaseOptions } from './lease.ts';
import type { Alerts } from './start.ts';
import { hook, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();
/** Longer than any test takes: time passes where a test says so. */
const TTL_MS = 600_000;

/** A store and a clock for which time passes when they are told, not when a machine is slow. */
function createTime() {
  let passedMs = 0;
  const store = home.store();
  const aged: Store = {
    ...store,
    query: async (query, params) => {
      const rows = await store.query(query, params);
      if (query.name !== leaseHolder.name) return rows;
      return rows.map((row) => Object.assign({}, row, { age_ms: ageOf(row) + passedMs - bornMs }));
    },
    insert: async (table, rows, token) => {
      await store.insert(table, rows, token);
      if (table === 'alert_leases') bornMs = passedMs;
    },
  };
  // Age is counted from the latest sign of life, whoever gave it.
  let bornMs = 0;
  const ageOf = (row: unknown) => (row as { age_ms: number }).age_ms;
  const options = (holder: string): LeaseOptions & { steady: () => number } => ({
    holder,
    ttlMs: TTL_MS,
    settleMs: 60_000,
    pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    steady: () => passedMs,
  });
  const pass = (ms: number): void => void (passedMs += ms);
  return { store: aged, options, pass };
}

/** Opens when so many have come. */
function createGate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    came += 1;
    if (came === count) resolve();
    return promise;
  };
}

describe('a lease', () => {
  it('is held by one of several that ask at once', async () => {
    const { options, store } = createTime();
    const looked = createGate(3);
    const claimed = createGate(3);
    // All look before the first claims, and all have claimed before the first looks who won.
    const together: Store = {
      ...store,
      query: async (query, params) => {
        const rows = await store.query(query, params);
        await looked();
        return rows;
      },
    };
    const leases = ['a', 'b', 'c'].map((holder) =>
      createLease(together, home.project(), { ...options(holder), pause: claimed }),
    );
    const held = await Promise.all(leases.map((lease) => lease.isHeld()));
    expect(held.filter(Boolean).length).toBe(1);
  });

  it('goes to another at once when it is let go, and after its time when nothing is heard', async () => {
    const { store, options, pass } = createTime();
    const first = createLease(store, home.project(), options('first'));
    const second = createLease(store, home.project(), options('second'));
    expect(await first.isHeld()).toBe(true);
    expect(await second.isHeld()).toBe(false);
    await first.release();
    pass(2_000);
    expect(await second.isHeld()).toBe(true);
    pass(TTL_MS - 1_000);
    expect(await first.isHeld()).toBe(false);
    // The second is never asked again, as if it were dead.
    pass(3_000);
    expect(await first.isHeld()).toBe(true);
    expect(await second.isHeld()).toBe(false);
  });
});

describe('two evaluators', () => {
  const isLeading = (alerts: Alerts) =>
    alerts.metrics().find(({ name }) => name.endsWith('leading'))!.samples[0]!.value === 1;
  const lease = ({ options, store }: ReturnType<typeof createTime>, holder: string) => {
    const { steady, ...given } = options(holder);
    return { store, lease: given, steady };
  };

  it('never tell of one incident by two names: one whose store sleeps is replaced and stays silent', async () => {
    const ops = await hook();
    const time = createTime();
    const asleep = Promise.withResolvers<void>();
    let isAsleep = false;
    const sleeping: Store = {
      ...time.store,
      insert: async (table, rows, token) => {
        if (table === 'alert_states' && rows.length > 0) {
          isAsleep = true;
          await asleep.promise;
        }
        await time.store.insert(table, rows, token);
      },
    };
    const first = home.start(ops, { ...lease(time, 'first'), store: sleeping });
    await first.evaluate();
    expect(isLeading(first)).toBe(true);
    await home.storeTurn('t1', 6);
    // It has decided, and waits for the store to take that.
    void first.evaluate();
    await until(() => isAsleep);
    const second = home.start(ops, lease(time, 'second'));
    time.pass(TTL_MS + 1_000);
    await second.evaluate();
    await until(() => ops.posted.length === 1);
    asleep.resolve();
    for (let look = 0; look < 3; look += 1) {
      await first.evaluate();
      await second.evaluate();
    }
    await home.storeTurn('t1', 2);
    await first.evaluate();
    await second.evaluate();
    await second.close();
    expect(told(ops).map(({ type }) => type)).toEqual(['alert.firing', 'alert.resolved']);
    expect(new Set(told(ops).map(({ data }) => data['dedup_key'])).size).toBe(1);
  });

  it('tell once, and one that dies is replaced by one that knows what was told', async () => {
    const ops = await hook();
    const time = createTime();
    const first = home.start(ops, lease(time, 'first'));
    const second = home.start(ops, lease(time, 'second'));
    await home.storeTurn('t1', 6);
    for (let look = 0; look < 2; look += 1) {
      for (const alerts of [first, second]) await alerts.evaluate();
    }
    await until(() => ops.posted.length === 1);
    expect([first, second].map(isLeading)).toEqual([true, false]);
    // The leading one stops without a word. What happens then is the other's to tell, the old included.
    await home.storeTurn('t2', 6);
    time.pass(TTL_MS + 1_000);
    await second.evaluate();
    await until(() => ops.posted.length === 2);
    await home.storeTurn('t1', 2);
    await home.storeTurn('t2', 2);
    await second.evaluate();
    await second.close();
    const resolved = told(ops)
      .slice(2)
      .flatMap(({ data }) => data.alerts.map((alert) => alert['turn_id']));
    expect(new Set(resolved)).toEqual(new Set(['t1', 't2']));
    expect(new Set(told(ops).map(({ id }) => id)).size).toBe(ops.posted.length);
  });
});
