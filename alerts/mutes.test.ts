import { toInstant, type SilenceRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { hook, rule, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();

async function silence(matcher: Record<string, string>, given: Partial<SilenceRow> = {}) {
  const nowMs = home.now();
  await home.store().insert('silences', [
    {
      project: home.project(),
      silence_id: JSON.stringify(matcher),
      kind: 'silence',
      created_at: toInstant(nowMs),
      created_by: 'ann',
      starts_at: toInstant(nowMs - 1),
      expires_at: toInstant(nowMs + 3_600_000),
      repeat: 'none',
      window_seconds: 0,
      matcher: JSON.stringify(matcher),
      comment: 'known',
      version: String(nowMs * 1_000),
      deleted: 0,
      ...given,
    },
  ]);
}

describe('a silence', () => {
  it('keeps what matches from being told until it expires', async () => {
    const ops = await hook();
    const alerts = home.start(ops);
    await silence({ rule: 'turn-*', agent: 'support' });
    await home.storeTurn('t1', 6);
    await home.storeTurn('t2', 6, { agent: 'other' });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(told(ops)[0]!.data).toMatchObject({ agent: 'other' });
    const muted = (await home.states()).find(({ agent_name: agent }) => agent === 'support');
    expect(JSON.parse(muted!.muted)).toMatchObject({
      kind: 'silence',
      comment: 'known',
      by: 'ann',
    });

    // Still going on when the silence is over.
    home.pass(3_600_001);
    await home.storeTurn('t1', 7);
    const patient = home.start(ops, {
      rules: [rule('{ name: turn-max-attempts, scope: turn, when: max_attempts >= 6, quiet: 2h }')],
    });
    await patient.evaluate();
    await until(() => ops.posted.some(({ body }) => body.includes('"agent":"support"')));
  });

  it('does not keep the end from whoever heard of the beginning', async () => {
    const ops = await hook();
    const alerts = home.start(ops);
    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    await silence({ turn: 't1' });
    await alerts.evaluate();
    home.pass(11 * 60_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    expect(told(ops)[1]!.type).toBe('alert.resolved');
  });
});

describe('a maintenance window', () => {
  it('comes again every day, as long as it says', async () => {
    const ops = await hook();
    const nowMs = home.now();
    const DAY_MS = 86_400_000;
    await silence(
      { environment: 'test' },
      {
        kind: 'maintenance',
        repeat: 'daily',
        window_seconds: 3_600,
        starts_at: toInstant(nowMs - 3 * DAY_MS - 1_800_000),
        expires_at: toInstant(nowMs + 9 * DAY_MS),
      },
    );
    const alerts = home.start(ops);
    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    expect(ops.posted.length).toBe(0);
    home.pass(1_801_000);
    await home.storeTurn('t2', 6);
    const later = home.start(ops, {
      rules: [
        rule(
          '{ name: r, scope: turn, when: max_attempts >= 6, quiet: 2h, match: { agent: support } }',
        ),
      ],
    });
    await later.evaluate();
    await until(() => ops.posted.length >= 1);
  });
});

describe('an acknowledgement', () => {
  it('stops the reminders of one incident, not those of the next', async () => {
    const ops = await hook();
    const reminding = rule(
      '{ name: r, scope: turn, when: max_attempts >= 6, quiet: 7d, repeat: 1h }',
    );
    const alerts = home.start(ops, { rules: [reminding] });
    await home.storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    const [row] = await home.states();
    await silence(
      { alert_id: row!.alert_id },
      {
        kind: 'acknowledge',
        starts_at: row!.started_at,
        expires_at: toInstant(home.now() + 30 * 86_400_000),
      },
    );
    home.pass(3 * 3_600_000);
    await alerts.evaluate();
    await alerts.evaluate();
    expect(ops.posted.length).toBe(1);
    expect(JSON.parse((await home.states())[0]!.muted)).toMatchObject({ kind: 'acknowledge' });
    // It ends, and comes again.
    await home.storeTurn('t1', 2);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    await home.storeTurn('t1', 8);
    await alerts.evaluate();
    await until(() => ops.posted.length === 3);
    expect(told(ops).map(({ type }) => type)).toEqual([
      'alert.firing',
      'alert.resolved',
      'alert.firing',
    ]);
  });
});

describe('the alert of a session', () => {
  it('mutes those of its turns, and no others', async () => {
    const ops = await hook();
    const alerts = home.start(ops);
    await home.storeTurn('t1', 16);
    await home.storeTurn('t2', 6);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    await alerts.evaluate();
    const rules = told(ops).map(
      ({ data }) => `${String(data['rule'])} ${String(data['session_id'])}`,
    );
    expect(rules.toSorted()).toEqual([
      'session-call-count session of t1',
      'turn-max-attempts session of t2',
    ]);
    const inhibited = (await home.states()).find(({ turn_id: turn }) => turn === 't1');
    expect(JSON.parse(inhibited!.muted)).toMatchObject({ kind: 'inhibition' });
  });
});

describe('an alert that begins and ends again and again', () => {
  it('is told of its end only when that lasts', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [rule('{ name: r, scope: turn, when: max_attempts >= 6 }')],
      grouping: { burst: 100, intervalMs: 1_000 },
    });
    for (let lap = 0; lap < 8; lap += 1) {
      await home.storeTurn('t1', lap % 2 === 0 ? 6 : 2);
      home.pass(10_000);
      await alerts.evaluate();
    }
    await alerts.close();
    const types = told(ops).map(({ type }) => type);
    expect(types.filter((type) => type === 'alert.firing').length).toBe(4);
    expect(types.filter((type) => type === 'alert.resolved').length).toBe(3);
    expect((await home.states())[0]!.state).toBe('firing');
  });
});
