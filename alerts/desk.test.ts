import type { Store } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { GROUP_LIMITS } from './deliver/limit.ts';
import { createDesk } from './desk.ts';
import { createRuleBook } from './rule/rule-book.ts';
import type { Alerts } from './start.ts';
import { hook, rule, startRefused, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();

/** The desk of a process that does not evaluate: it has no rules, no receivers, and reaches nobody. */
const deskElsewhere = (patienceMs = 10_000) =>
  createDesk({
    store: home.store(),
    project: home.project(),
    ruleBook: createRuleBook([], []),
    targets: () => ({ receivers: [], allowedTargets: [], grouping: GROUP_LIMITS }),
    evaluator: () => null,
    isElsewhere: () => true,
    expiries: () => [],
    baseUrl: () => 'http://127.0.0.1:4319',
    fetch: () => Promise.reject(new Error('this process sends nothing')),
    now: home.now,
    patienceMs,
    log: () => undefined,
  });

/** Evaluates again and again while something else is awaited. */
async function meanwhile<Result>(alerts: Alerts, work: Promise<Result>): Promise<Result> {
  const over = { is: false };
  const done = work.finally(() => (over.is = true));
  while (!over.is) {
    await alerts.evaluate();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return done;
}

describe('a process that does not evaluate', () => {
  it('knows the rules, the receivers and the metrics of the one that does', async () => {
    const ops = await hook();
    const desk = deskElsewhere();
    expect(await desk.receivers()).toEqual([]);
    const ruleBook = createRuleBook(
      [rule('{ name: shipped, scope: turn, when: max_attempts >= 6 }')],
      [rule('{ name: from-file, scope: session, when: tool_calls > 15 }')],
    );
    ruleBook.refuseFile([
      { source: 'loopscope.yaml', rule: '', line: 3, message: 'unknown key', atMs: home.now() },
    ]);
    await home.start(ops, { ruleBook }).evaluate();
    expect(await desk.receivers()).toEqual([{ name: 'ops', kind: 'webhook', target: ops.url }]);
    expect((await desk.rules()).map(({ name, source }) => [name, source])).toEqual([
      ['from-file', 'file'],
      ['shipped', 'shipped'],
    ]);
    expect(await desk.problems()).toMatchObject([{ source: 'loopscope.yaml', line: 3 }]);
    const metrics = new Map((await desk.metrics()).map(({ name, samples }) => [name, samples]));
    expect(metrics.get('loopscope_alert_evaluator_leading')).toEqual([{ value: 1 }]);
    expect(metrics.get('loopscope_alert_rule_problems')).toEqual([{ value: 1 }]);
    home.pass(90_000);
    const later = (await desk.metrics()).find(({ name }) => name.endsWith('_silent_seconds'));
    expect(later!.samples[0]!.value).toBeGreaterThanOrEqual(90);
    const checked = await desk.check('{ name: r, scope: turn, when: loops > 1, notify: [ops] }');
    expect(checked.problems).toEqual([]);
  });

  it('has a receiver tried by the one that does, by the path of all messages', async () => {
    let status = 204;
    const ops = await hook((response) => response.writeHead(status).end());
    const alerts = home.start(ops);
    const desk = deskElsewhere();
    expect(await meanwhile(alerts, desk.testReceiver('ops'))).toMatchObject({
      outcome: 'delivered',
      reason: '',
    });
    expect(told(ops)).toMatchObject([{ type: 'alert.firing', data: { rule: 'test' } }]);
    status = 404;
    expect(await meanwhile(alerts, desk.testReceiver('ops'))).toMatchObject({
      outcome: 'refused',
      reason: 'answered 404',
    });
    expect(await meanwhile(alerts, desk.testReceiver('nobody'))).toBe(null);
  }, 30_000);

  it('says so where nobody evaluates, and what was ordered is not done an hour later', async () => {
    const ops = await hook();
    expect(await deskElsewhere(300).testReceiver('ops')).toMatchObject({
      outcome: 'retry',
      reason: expect.stringContaining('no evaluator has answered'),
    });
    home.pass(3_600_000);
    const alerts = home.start(ops);
    await alerts.evaluate();
    await alerts.close();
    expect(ops.posted.length).toBe(0);
  });
});

describe('what a receiver did not take', () => {
  it('is told again at once when somebody asks, without waiting for its pause', async () => {
    const { ops, alerts, answer } = await startRefused(home);
    const desk = deskElsewhere();
    answer(204);
    await alerts.evaluate();
    expect(ops.posted.length).toBe(1);
    const order = { receiver: 'ops', alertId: '', by: 'ann' };
    expect(await meanwhile(alerts, desk.redrive(order))).toEqual({
      outcome: 'told_again',
      reason: '',
    });
    await until(() => ops.posted.length === 2);
    await until(async () => (await home.deliveries())[0]?.told === 'firing');
    expect(await home.deliveries()).toMatchObject([{ dead: 0, reason: '' }]);
    expect(await meanwhile(alerts, desk.redrive(order))).toMatchObject({
      outcome: 'no_such_letter',
    });
  }, 30_000);

  it('is laid down where the alert is over and nothing is owed any more', async () => {
    const { ops, alerts } = await startRefused(home);
    home.pass(11 * 60_000);
    await alerts.evaluate();
    // Long after, when the evaluator has forgotten it.
    home.pass(2 * 3_600_000);
    await alerts.evaluate();
    const [{ alert_id: alertId } = { alert_id: '' }] = await home.states();
    const order = { receiver: 'ops', alertId, by: 'ann' };
    expect(await meanwhile(alerts, deskElsewhere().redrive(order))).toEqual({
      outcome: 'nothing_owed',
      reason: '1 over or muted by now: nothing is owed',
    });
    expect(await home.deliveries()).toMatchObject([{ dead: 0, trying: '' }]);
    expect(ops.posted.length).toBe(1);
  }, 30_000);
});

describe('a rule that is too expensive', () => {
  it('is named with what was too much, by the engine itself, and the others go on', async () => {
    const ops = await hook();
    const store = home.store();
    const narrow: Store = {
      ...store,
      query: (query, params) =>
        store.query(
          query.name === 'tool_facts'
            ? { ...query, bounds: { seconds: 10, rows: 1, memoryBytes: 1e9 } }
            : query,
          params,
        ),
    };
    await home.storeTurn('a', 3);
    const alerts = home.start(ops, {
      store: narrow,
      rules: [
        rule('{ name: dear, scope: tool, when: tool_calls > 1, window: 30d }'),
        rule('{ name: cheap, scope: fleet, when: turns == 1, window: 1h }'),
      ],
    });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(told(ops)[0]!.data['rule']).toBe('cheap');
    await alerts.evaluate();
    expect(await deskElsewhere().problems()).toMatchObject([
      {
        source: 'evaluation',
        rule: 'dear',
        message:
          'it could not be evaluated: it had to read more than 200,000,000 rows; a shorter window, or a filter in `match`, reads less',
      },
    ]);
  });
});
