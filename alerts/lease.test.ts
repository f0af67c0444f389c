import type { Store } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { createLease } from './lease.ts';
import type { Alerts } from './start.ts';
import { hook, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();
const steady = () => performance.now();
const quick = { ttlMs: 600, settleMs: 100 };

describe('a lease', () => {
  it('is held by one of several that ask at once', async () => {
    const leases = ['a', 'b', 'c'].map((holder) =>
      createLease(home.store(), home.project(), { holder, settleMs: 2_000, steady }),
    );
    const held = await Promise.all(leases.map((lease) => lease.isHeld()));
    expect(held.filter(Boolean).length).toBe(1);
  });

  it('goes to another at once when it is let go, and after its time when nothing is heard', async () => {
    const options = (holder: string) => ({ holder, ...quick, settleMs: 300, ttlMs: 2_000, steady });
    const first = createLease(home.store(), home.project(), options('first'));
    const second = createLease(home.store(), home.project(), options('second'));
    expect(await first.isHeld()).toBe(true);
    expect(await second.isHeld()).toBe(false);
    await first.release();
    await until(() => second.isHeld());
    // The second is never asked again, as if it were dead.
    await until(() => first.isHeld());
    expect(await second.isHeld()).toBe(false);
  });
});

describe('two evaluators', () => {
  it('never tell of one incident by two names: one whose store sleeps is replaced and stays silent', async () => {
    const ops = await hook();
    const lease = (holder: string) => ({ lease: { holder, ttlMs: 3_000, settleMs: 300 }, steady });
    const store = home.store();
    const asleep = Promise.withResolvers<void>();
    let isAsleep = false;
    const sleeping: Store = {
      ...store,
      insert: async (table, rows, token) => {
        if (table === 'alert_states' && rows.length > 0) {
          isAsleep = true;
          await asleep.promise;
        }
        await store.insert(table, rows, token);
      },
    };
    const first = home.start(ops, { ...lease('first'), store: sleeping });
    await until(async () => {
      await first.evaluate();
      return first.metrics()[0]!.samples[0]!.value === 1;
    });
    await home.storeTurn('t1', 6);
    // It has decided, and waits for the store to take that.
    void first.evaluate();
    await until(() => isAsleep);
    const second = home.start(ops, lease('second'));
    await until(async () => {
      await second.evaluate();
      return ops.posted.length === 1;
    }, 25_000);
    asleep.resolve();
    for (let look = 0; look < 3; look += 1) {
      await first.evaluate();
      await second.evaluate();
    }
    await home.storeTurn('t1', 2);
    await until(async () => {
      await first.evaluate();
      await second.evaluate();
      return ops.posted.length === 2;
    });
    await second.close();
    expect(told(ops).map(({ type }) => type)).toEqual(['alert.firing', 'alert.resolved']);
    expect(new Set(told(ops).map(({ data }) => data['dedup_key'])).size).toBe(1);
  }, 60_000);

  it('tell once, and one that dies is replaced by one that knows what was told', async () => {
    const ops = await hook();
    const lease = (holder: string) => ({
      lease: { holder, ttlMs: 6_000, settleMs: 1_000 },
      steady,
    });
    const both = [home.start(ops, lease('first')), home.start(ops, lease('second'))];
    const isLeading = (alerts: Alerts) =>
      alerts.metrics().find(({ name }) => name.endsWith('leading'))!.samples[0]!.value === 1;
    await home.storeTurn('t1', 6);
    await until(async () => {
      for (const alerts of both) await alerts.evaluate();
      return ops.posted.length === 1;
    }, 25_000);
    for (const alerts of both) await alerts.evaluate();
    expect(both.filter(isLeading).length).toBe(1);
    expect(ops.posted.length).toBe(1);
    // The leading one stops without a word. What happens then is the other's to tell, the old included.
    const second = both.find((alerts) => !isLeading(alerts))!;
    await home.storeTurn('t2', 6);
    await until(async () => {
      await second.evaluate();
      return ops.posted.length === 2;
    }, 25_000);
    await home.storeTurn('t1', 2);
    await home.storeTurn('t2', 2);
    await until(async () => {
      await second.evaluate();
      return (
        told(ops)
          .slice(2)
          .flatMap(({ data }) => data.alerts).length === 2
      );
    }, 25_000);
    await second.close();
    const resolved = told(ops)
      .slice(2)
      .flatMap(({ data }) => data.alerts.map((alert) => alert['turn_id']));
    expect(new Set(resolved)).toEqual(new Set(['t1', 't2']));
    expect(new Set(told(ops).map(({ id }) => id)).size).toBe(ops.posted.length);
  }, 90_000);
});
