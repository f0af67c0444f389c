import { decisionRow } from '@loopscope/sql/placed-rows';
import { describe, expect, it } from 'vitest';

import { hook, rule, told, useHome } from './testing/home.ts';
import { until } from './testing/http-server.ts';

const home = useHome();

const summaries = (posted: Parameters<typeof told>[0]) =>
  told(posted).map(({ type, data }) => `${type} ${String(data['subject'])}`);

describe('a rule over the fleet', () => {
  it('fires while its window has what it looks for, and ends when that has gone', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [
        rule('{ name: p99, scope: fleet, when: max_attempts_p99 > 2 and turns >= 3, window: 1h }'),
      ],
    });
    for (const [turn, attempts] of [
      ['a', 1],
      ['b', 1],
      ['c', 5],
    ] as const) {
      await home.storeTurn(turn, 5, { attempts });
    }
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(told(ops)[0]!.data).toMatchObject({
      scope: 'fleet',
      summary: 'All turns: p99 of max attempts 5, 3 turns, 3 sessions, 15 tool calls',
      facts: { max_attempts_p99: 5, turns: 3 },
    });
    await home.storeTurn('c', 5, { attempts: 1 });
    home.pass(61_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    expect(told(ops)[1]!.type).toBe('alert.resolved');
  });

  it('looks at its interval only, and needs so many looks of so many', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [rule('{ name: r, scope: fleet, when: turns >= 1, every: 1m, times: 2 of 3 }')],
    });
    await home.storeTurn('a', 1);
    await alerts.evaluate();
    await alerts.evaluate();
    expect(await home.states()).toMatchObject([{ state: 'inactive', looks: [1], starts: [] }]);
    home.pass(61_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
  });

  it('remembers its looks over a restart, those that did not hold among them', async () => {
    const ops = await hook();
    const counting = {
      rules: [
        rule('{ name: r, scope: fleet, when: turns >= 2, window: 1h, every: 1m, times: 2 of 3 }'),
      ],
    };
    await home.storeTurn('a', 1);
    await home.storeTurn('b', 1);
    const first = home.start(ops, counting);
    await first.evaluate();
    await first.close();
    expect(await home.states()).toMatchObject([{ state: 'inactive', looks: [1] }]);
    home.pass(61_000);
    const second = home.start(ops, counting);
    await second.evaluate();
    await until(() => ops.posted.length === 1);
    expect(await home.states()).toMatchObject([{ state: 'firing', looks: [1, 1] }]);
  });

  it('tells its agents apart, and looks at those it is about', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [
        rule(
          '{ name: r, scope: fleet, by: agent, when: tool_calls >= 4, match: { environment: [production] } }',
        ),
      ],
    });
    await home.storeTurn('a', 4, { agent: 'one', environment: 'production' });
    await home.storeTurn('b', 4, { agent: 'two', environment: 'staging' });
    await home.storeTurn('c', 1, { agent: 'three', environment: 'production' });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(summaries(ops)).toEqual(['alert.firing one']);
  });

  it('says when nothing arrives any more', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [rule('{ name: quiet, scope: fleet, when: turns == 0, window: 1s }')],
    });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(told(ops)[0]!.data).toMatchObject({ rule: 'quiet', facts: { turns: 0 } });
  });

  it('compares with what was before', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [
        rule(
          '{ name: r, scope: fleet, when: tool_calls > 2 * baseline(tool_calls), baseline: 1s, window: 1s }',
        ),
      ],
    });
    await home.storeTurn('a', 3);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await home.storeTurn('b', 7);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
  });
});

describe('a rule over tools', () => {
  it('fires per tool, and ends where the tool has gone from the window', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [
        rule('{ name: r, scope: tool, when: error_rate > 0.5 and tool_calls >= 3, window: 1s }'),
      ],
    });
    await home.storeTurn('a', 3, { errorClass: 'timeout' });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(summaries(ops)).toEqual(['alert.firing search_orders']);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    home.pass(61_000);
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    expect(told(ops)[1]!.type).toBe('alert.resolved');
  });
});

describe('the other scopes', () => {
  it('see a kind of loop that came with a version', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [rule('{ name: new, scope: release, when: loops >= 1 and earlier_loops == 0 }')],
    });
    await home.storeTurn('a', 3, { version: '1', loops: [{ kind: 'exact' }] });
    await home.storeTurn('b', 3, { version: '2', loops: [{ kind: 'exact' }, { kind: 'empty' }] });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(summaries(ops)).toEqual(['alert.firing support 2 empty']);
  });

  it('see an exception that has run out, and what the process itself counts', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [
        rule('{ name: old, scope: config, when: days_expired >= 1 }'),
        rule('{ name: spool, scope: ingestion, when: spooled_spans > 10 }'),
      ],
      expiries: () => [
        { what: 'the exemption of queue_depth', day: '2020-01-01' },
        { what: 'the raised ceiling calls_per_session', day: '2999-01-01' },
      ],
      readings: () => ({ spooled_spans: 11 }),
    });
    await alerts.evaluate();
    await until(() => ops.posted.length === 2);
    expect(summaries(ops).toSorted()).toEqual([
      'alert.firing ',
      'alert.firing the exemption of queue_depth',
    ]);
  });

  it('B8: see what guards decided, and repeated_call as a stop of its own', async () => {
    const ops = await hook();
    const alerts = home.start(ops, {
      rules: [rule('{ name: ceiling, scope: guard, when: ceilings_reached >= 1 }')],
    });
    const decided = { project: home.project(), session_id: 's1', turn_id: 't1' };
    const ceiling = {
      ...decided,
      kind: 'call_ceiling',
      code: 'call_ceiling',
      tool: 'search_orders',
      decided_at: '2026-03-01 00:00:09.000',
    };
    await home
      .store()
      .insert('guard_decisions', [
        decisionRow({ ...decided, span_id: 'a' }),
        decisionRow({ ...ceiling, span_id: 'b' }),
        decisionRow({ ...decided, span_id: 'c', decision: 'note', agent_name: '' }),
        decisionRow({ ...ceiling, span_id: 'd', session_id: 's2', turn_id: 't2', enforced: 0 }),
      ]);
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    const { data } = told(ops)[0]!;
    const said = data.alerts.toSorted((a, b) =>
      String(a['session_id']).localeCompare(String(b['session_id'])),
    );
    expect(said).toMatchObject([
      {
        session_id: 's1',
        turn_id: 't1',
        agent: 'support',
        summary: 'A guard of support held back 2 calls, the last of search_orders; 1 at a ceiling',
        facts: { decisions: 3, ceilings_reached: 1, blocks: 2, repeated_call_stops: 1 },
      },
      {
        session_id: 's2',
        summary:
          'A guard of support would have held back 1 call, the last of search_orders; 1 at a ceiling',
        facts: { blocks: 0, observed_blocks: 1, repeated_call_stops: 0 },
      },
    ]);
  });

  it('go on where one of them cannot be evaluated, which is named', async () => {
    const ops = await hook();
    const logged: string[] = [];
    const store = home.store();
    const failing = {
      ...store,
      query: ((query, params) =>
        query.name === 'tool_facts'
          ? Promise.reject(new Error('too expensive'))
          : store.query(query, params)) as typeof store.query,
    };
    const alerts = home.start(ops, {
      store: failing,
      rules: [
        rule('{ name: dear, scope: tool, when: tool_calls > 1 }'),
        rule('{ name: quiet, scope: fleet, when: turns == 0, window: 1s }'),
      ],
      log: (_level, message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
    });
    await alerts.evaluate();
    await until(() => ops.posted.length === 1);
    expect(logged.join('\n')).toContain('"rule":"dear","reason":"too expensive"');
    const failed = alerts.metrics().find(({ name }) => name === 'loopscope_alert_rule_failed');
    expect(failed!.samples).toEqual([{ value: 1, labels: { rule: 'dear' } }]);
  });
});
