import type { ServerResponse } from 'node:http';

import type { Store } from '@loopscope/sql';
import { turnRow } from '@loopscope/sql/placed-rows';
import { describe, expect, it } from 'vitest';

import { hook, rule, startRefused, told, useHome } from './testing/home.ts';
import { hang, until } from './testing/http-server.ts';

const home = useHome();
const PATIENT_MS = 60_000;

/** The store of a process that is killed at its n-th insert into a table: that one and all later ones never happen. */
function killedAt(table: string, nth: number): { store: Store; died: Promise<void> } {
  const store = home.store();
  const { promise: died, resolve } = Promise.withResolvers<void>();
  let count = 0;
  let isDead = false;
  const insert: Store['insert'] = (name, rows, token) => {
    if (name === table && rows.length > 0) count += 1;
    isDead ||= count >= nth;
    if (!isDead) return store.insert(name, rows, token);
    resolve();
    return new Promise(() => undefined);
  };
  return { store: { ...store, insert }, died };
}

describe('an evaluator that is killed', () => {
  it.each([
    ['before it wrote what it decided', 'alert_states', 1, 0],
    ['after deciding, before sending', 'alert_deliveries', 1, 0],
    ['after sending, before writing that down', 'alert_deliveries', 2, 1],
  ] as const)(
    '%s: the next one tells at least once, by the same name',
    async (_when, table, nth, sent) => {
      const ops = await hook();
      await home.storeTurn('t1', 6);
      const { store, died } = killedAt(table, nth);
      const killed = home.start(ops, { store });
      killed.close = () => Promise.resolve();
      void killed.evaluate();
      await died;
      expect(ops.posted.length).toBe(sent);
      const next = home.start(ops);
      await next.evaluate();
      await until(() => ops.posted.length === sent + 1);
      await next.evaluate();
      const messages = told(ops);
      expect(messages.length).toBe(sent + 1);
      expect(new Set(messages.map(({ data }) => data['dedup_key'])).size).toBe(1);
      if (sent === 1) expect(messages[0]!.id).toBe(messages[1]!.id);
      home.pass(11 * 60_000);
      await next.evaluate();
      await until(() => ops.posted.length === sent + 2);
      expect(told(ops).at(-1)!.type).toBe('alert.resolved');
    },
    PATIENT_MS,
  );
});

describe('an evaluator that was paused for two hours', () => {
  it('says nothing of what went on all the time, and once that something is over', async () => {
    const ops = await hook();
    const alerts = home.start(ops);
    await home.storeTurn('on', 6);
    await home.storeTurn('over', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length > 0);
    home.pass(7_200_000);
    await home.storeTurn('short', 6);
    await home.storeTurn('short', 2);
    await home.storeTurn('on', 9);
    await alerts.evaluate();
    await alerts.evaluate();
    await until(() => told(ops).some(({ type }) => type === 'alert.resolved'));
    await alerts.close();
    const ended = told(ops).filter(({ type }) => type === 'alert.resolved');
    expect(ended.map(({ data }) => data['turn_id'])).toEqual(['over']);
    const began = told(ops).filter(({ type }) => type === 'alert.firing');
    const turns = began.flatMap(({ data }) => data.alerts.map((alert) => alert['turn_id']));
    expect(new Set(turns)).toEqual(new Set(['on', 'over']));
    expect(turns.length).toBe(2);
  }, 60_000);
});

describe('a clock that is set', () => {
  it.each([
    ['two hours ahead', 7_200_000],
    ['two hours back', -7_200_000],
  ])(
    '%s ends nothing, reminds nobody, and makes no receiver wait',
    async (_where, jumpMs) => {
      let status = 500;
      const ops = await hook((response) => response.writeHead(status).end());
      let steadyMs = 0;
      const alerts = home.start(ops, { steady: () => steadyMs });
      await home.storeTurn('t1', 6);
      await alerts.evaluate();
      await until(async () => (await home.deliveries())[0]?.reason === 'answered 500');
      home.pass(jumpMs);
      status = 204;
      // The receiver was to be asked again after a second, and a second has passed.
      steadyMs += 1_100;
      await alerts.evaluate();
      await until(async () => (await home.deliveries())[0]?.told === 'firing');
      for (const passedMs of [60_000, 120_000]) {
        home.pass(passedMs);
        steadyMs += passedMs;
        await alerts.evaluate();
      }
      home.pass(-jumpMs);
      await alerts.evaluate();
      await alerts.evaluate();
      expect(told(ops).map(({ type }) => type)).toEqual(['alert.firing', 'alert.firing']);
      expect(await home.states()).toMatchObject([
        { state: 'firing', starts: [expect.any(String)] },
      ]);
    },
    PATIENT_MS,
  );
});

describe('a receiver', () => {
  it(
    'that is busy is not asked before the time it gave, and by the same name',
    async () => {
      const ops = await hook((response) => {
        if (ops.posted.length === 1) response.writeHead(429, { 'retry-after': '120' }).end();
      });
      const alerts = home.start(ops);
      await home.storeTurn('t1', 6);
      await alerts.evaluate();
      await until(async () => (await home.deliveries())[0]?.reason === 'answered 429');
      // The clock of the machine goes on beside what is added to it.
      home.pass(90_000);
      await alerts.evaluate();
      expect(ops.posted.length).toBe(1);
      home.pass(30_500);
      await alerts.evaluate();
      await until(async () => (await home.deliveries())[0]?.told === 'firing');
      expect(new Set(told(ops).map(({ id }) => id)).size).toBe(1);
    },
    PATIENT_MS,
  );

  it(
    'that never heard of a beginning does not hear of its end, and hears of the next beginning',
    async () => {
      const { ops, alerts, answer } = await startRefused(home);
      home.pass(11 * 60_000);
      await alerts.evaluate();
      expect(await home.states()).toMatchObject([{ state: 'resolved' }]);
      answer(204);
      home.pass(2 * 3_600_000);
      await alerts.evaluate();
      expect(told(ops).map(({ type }) => type)).toEqual(['alert.firing']);
      await home.storeTurn('t1', 9);
      await alerts.evaluate();
      await until(() => ops.posted.length === 2);
      const [first, second] = told(ops);
      expect(second!.type).toBe('alert.firing');
      expect(second!.id).not.toBe(first!.id);
    },
    PATIENT_MS,
  );

  it(
    'that hangs keeps nobody else waiting',
    async () => {
      const held: ServerResponse[] = [];
      const stuck = await hook((response) => {
        hang(response);
        held.push(response);
      });
      const ops = await hook();
      const receiver = (name: string, url: string) =>
        ({ name, kind: 'webhook', url, secret: null }) as const;
      const alerts = home.start(null, {
        receivers: [receiver('stuck', stuck.url), receiver('ops', ops.url)],
      });
      await home.storeTurn('t1', 6);
      await alerts.evaluate();
      await until(() => ops.posted.length === 1);
      await home.storeTurn('t2', 6);
      await alerts.evaluate();
      await until(() => ops.posted.length === 2);
      // Until here nobody has had an answer of it; the test need not wait for that.
      expect(held.every(({ headersSent }) => !headersSent)).toBe(true);
      for (const response of held) response.destroy();
    },
    PATIENT_MS,
  );

  it(
    'that refuses is shown, and hears of it when it is mended',
    async () => {
      const { alerts, answer } = await startRefused(home);
      expect(await home.deliveries()).toMatchObject([{ reason: 'answered 404', told: '' }]);
      answer(204);
      home.pass(120_000);
      await alerts.evaluate();
      await until(async () => (await home.deliveries())[0]?.told === 'firing');
      expect(await home.deliveries()).toMatchObject([{ dead: 0, reason: '' }]);
    },
    PATIENT_MS,
  );
});

describe('many at once', () => {
  it(
    'ten thousand, are told together, and none is lost',
    async () => {
      const ops = await hook();
      const attempts = rule('{ name: r, scope: turn, when: max_attempts >= 6 }');
      const alerts = home.start(ops, { rules: [attempts] });
      const rows = Array.from({ length: 10_000 }, (_, index) =>
        turnRow({
          project: home.project(),
          turn_id: `t${index}`,
          session_id: `s${index}`,
          calls: 6,
          max_attempts: 6,
        }),
      );
      await home.store().insert('turn_verdicts', rows);
      const waiting = () =>
        alerts
          .metrics()
          .find(({ name }) => name === 'loopscope_alert_subjects_waiting')!
          .samples.some(({ value }) => value > 0);
      // A look has its time; what it does not come to is left to the next one.
      do await alerts.evaluate();
      while (waiting());
      // Two hundred to a message.
      await until(() => ops.posted.length >= 50, 50_000);
      await until(() => named(ops).size === 10_000);
      expect(ops.posted.length).toBeLessThanOrEqual(60);
    },
    PATIENT_MS,
  );

  const named = (ops: Parameters<typeof told>[0]) =>
    new Set(told(ops).flatMap(({ data }) => data.alerts.map((alert) => alert['turn_id'])));
});
