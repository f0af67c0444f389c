import { alertEvents } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { hook, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();
const start = (url: string) => home.start({ url });

/** A receiver that answers with the statuses given, then 204. */
async function startReceiver(statuses: number[] = []) {
  const server = await hook((response) => response.writeHead(statuses.shift() ?? 204).end());
  return Object.assign(server, {
    tries: () => server.posted.map(({ headers }) => String(headers['webhook-id'])),
  });
}

describe('alerts', () => {
  it('tells of one incident once, with who, where and how often, and of its end once', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await home.storeTurn('t1', 5);
    await alerts.evaluate();
    expect(await home.states()).toEqual([]);

    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    await home.storeTurn('t1', 14);
    await alerts.evaluate();
    await alerts.evaluate();
    expect(told(ops)).toMatchObject([
      {
        type: 'alert.firing',
        data: {
          rule: 'turn-max-attempts',
          severity: 'page',
          scope: 'turn',
          agent: 'support',
          session_id: 'session of t1',
          turn_id: 't1',
          summary:
            'support made 6 tool calls in one turn, 1 of them distinct; search_orders attempted 6 times for the same purpose',
          facts: { max_attempts: 6, tool_calls: 6 },
          url: 'http://127.0.0.1:4319/turns/t1',
        },
      },
    ]);

    home.pass(11 * 60_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    await alerts.evaluate();
    await alerts.close();
    expect(told(ops)[1]).toMatchObject({ type: 'alert.resolved', data: { state: 'resolved' } });
    expect(told(ops)[1]?.data['dedup_key']).toBe(told(ops)[0]?.data['dedup_key']);
    expect(ops.posted.length).toBe(2);

    const [alert] = await home.states();
    const history = await home.store().query(alertEvents, {
      project: home.project(),
      alert_id: alert!.alert_id,
      limit: 10,
    });
    expect(
      history.map(({ kind, from_state, to_state, result }) => [kind, from_state, to_state, result]),
    ).toEqual([
      ['delivery', 'resolved', 'resolved', 'delivered'],
      ['transition', 'firing', 'resolved', 'resolved'],
      ['delivery', 'firing', 'firing', 'delivered'],
      ['transition', 'inactive', 'firing', 'firing'],
    ]);
  });

  it('does not tell again after a restart, and still tells of the end', async () => {
    const ops = await startReceiver();
    const first = start(ops.url);
    await home.storeTurn('t1', 6);
    await first.evaluate();
    await until(() => ops.posted.length === 1);
    await first.close();

    const second = start(ops.url);
    await second.evaluate();
    await second.evaluate();
    expect(ops.posted.length).toBe(1);
    home.pass(11 * 60_000);
    await second.evaluate();
    await until(() => ops.posted.length === 2);
    expect(told(ops)[1]?.type).toBe('alert.resolved');
  });

  it('tries again with the same id until it is taken', async () => {
    const ops = await startReceiver([500, 500, 500]);
    const alerts = start(ops.url);
    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    await alerts.evaluate();
    expect(ops.posted.length).toBe(1);
    for (const tries of [2, 3, 4]) {
      home.pass(10_000);
      await until(async () => {
        await alerts.evaluate();
        return ops.posted.length === tries;
      });
    }
    await alerts.close();
    expect(new Set(ops.tries()).size).toBe(1);
    expect(ops.posted.length).toBe(4);
    expect(await home.deliveries()).toMatchObject([{ told: 'firing', trying: '', tries: 0 }]);
  });

  it('owes what was decided and not delivered, over a restart too', async () => {
    const ops = await startReceiver([500]);
    const first = start(ops.url);
    await home.storeTurn('t1', 6);
    await first.evaluate();
    await until(() => ops.posted.length === 1);
    await first.close();
    expect(await home.deliveries()).toMatchObject([{ told: '', trying: 'firing', tries: 1 }]);

    const second = start(ops.url);
    await second.evaluate();
    await until(() => ops.posted.length === 2);
    expect(new Set(ops.tries()).size).toBe(1);
  });

  it('fires for a session that calls much and learns little, and for a write after a timeout', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await home.storeTurn('t1', 16, { attempts: 1 });
    await home.storeTurn('t2', 2, { effect: 'write', errorClass: 'timeout' });
    await home.storeTurn('t3', 2, { effect: 'write', errorClass: 'validation' });
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    await alerts.close();
    expect(
      told(ops)
        .map(({ data }) => [data['rule'], data['session_id']].join(', '))
        .toSorted((left, right) => left.localeCompare(right)),
    ).toEqual(['repeated-side-effect, session of t2', 'session-call-count, session of t1']);
  });

  it('begins a new incident when a subject that was over fires again, even long after', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    home.pass(11 * 60_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    await until(async () => (await home.deliveries())[0]?.told === 'resolved');
    home.pass(3 * 3_600_000 - 11 * 60_000);
    await alerts.evaluate();
    home.pass(-3 * 3_600_000);
    await home.storeTurn('t1', 9);
    await alerts.evaluate();
    await until(() => ops.posted.length === 3);
    expect(told(ops).map(({ type }) => type)).toEqual([
      'alert.firing',
      'alert.resolved',
      'alert.firing',
    ]);
    expect(new Set(ops.tries()).size).toBe(3);
  });

  it('evaluates by arrival: an old turn that arrives now fires', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await alerts.evaluate();
    await home.storeTurn('late', 7);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(told(ops)[0]?.data['turn_id']).toBe('late');
  });
});
