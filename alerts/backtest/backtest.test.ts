import { toInstant, turnTotals } from '@loopscope/sql';
import { callRow, decisionRow, turnRow } from '@loopscope/sql/placed-rows';
import { sampleLoop } from '@loopscope/sql/sample-rows';
import { describe, expect, it } from 'vitest';

import { GROUP_LIMITS } from '../deliver/limit.ts';
import { createDesk } from '../desk.ts';
import { createRuleBook } from '../rule/rule-book.ts';
import type { AlertRule } from '../rule/rule.ts';
import { readShippedRules } from '../rule/shipped.ts';
import { hook, NEWS_RULES, rule, useHome } from '../testing/home.ts';
import { backtest, type Backtest } from './backtest.ts';

const home = useHome();
const START_MS = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;

/** A turn whose calls repeat one another, one a minute. */
async function storeTurn(id: string, startMs: number, calls: number) {
  const place = { project: home.project(), turn_id: id, trace_id: id, session_id: `s-${id}` };
  const rows = Array.from({ length: calls }, (_, seq) =>
    callRow({
      ...place,
      span_id: `${id}-${seq}`,
      seq,
      attempt: seq + 1,
      startMs: startMs + seq * MINUTE_MS,
      duration_ms: 1_000,
    }),
  );
  await home.store().insert('tool_calls', rows);
  await home
    .store()
    .insert('turn_verdicts', [
      turnRow({ ...place, startMs, duration_ms: calls * MINUTE_MS, ...turnTotals(rows) }),
    ]);
}

const run = (text: string, hours = 24) => runRule(rule(text), hours);
const runRule = async (given: AlertRule, hours = 24): Promise<Backtest> => {
  const range = {
    fromMs: START_MS,
    toMs: START_MS + hours * 3_600_000,
    expiries: [{ what: 'the exemption of queue_depth', day: '2026-03-01' }],
    grouping: GROUP_LIMITS,
    clock: 'data' as const,
  };
  return backtest(given, { store: home.store(), project: home.project(), ...range });
};

describe('a backtest', () => {
  it('says when a turn would have fired and when that would have been over', async () => {
    await storeTurn('long', START_MS + 3_600_000, 9);
    await storeTurn('short', START_MS + 3_600_000, 3);
    const result = await run('{ name: r, scope: turn, when: max_attempts >= 6 }');
    expect(result).toMatchObject({ subjects: 2, fired: 1, messages: 2, complete: true });
    const [incident] = result.incidents;
    // The sixth call ends five minutes and a second after the first began.
    const sixthMs = START_MS + 3_600_000 + 5 * MINUTE_MS + 1_000;
    expect(incident).toMatchObject({
      subject: 'long',
      from: new Date(sixthMs).toISOString(),
      // The turn ends after nine minutes, and ten of quiet are its end.
      to: new Date(START_MS + 3_600_000 + 19 * MINUTE_MS).toISOString(),
    });
  });

  it('takes hold times and sessions into account', async () => {
    await storeTurn('a', START_MS, 9);
    const held = await run('{ name: r, scope: turn, when: max_attempts >= 6, for: 30m }');
    expect(held.fired).toBe(0);
    const session = await run('{ name: r, scope: session, when: tool_calls > 7 }');
    expect(session.incidents).toMatchObject([{ subject: 's-a', facts: { tool_calls: 8 } }]);
  });

  it('slides the windows of fleet and tools over what was', async () => {
    for (let index = 0; index < 4; index += 1) {
      await storeTurn(`t${index}`, START_MS + 6 * 3_600_000 + index * MINUTE_MS, 5);
    }
    const fleet = await run(
      '{ name: r, scope: fleet, when: max_attempts_p99 > 2 and turns >= 4, window: 1h }',
    );
    expect(fleet.incidents.length).toBe(1);
    expect(fleet.firing_seconds).toBeGreaterThan(50 * 60);
    expect(fleet.firing_seconds).toBeLessThan(62 * 60);
    const tools = await run('{ name: r, scope: tool, when: tool_calls >= 20, window: 1h }');
    expect(tools.incidents).toMatchObject([{ subject: 'search_orders' }]);
    const silent = await run('{ name: r, scope: fleet, when: turns == 0, window: 1h }', 4);
    expect(silent.incidents).toMatchObject([{ to: null }]);
  });

  it('finds the kind of loop that came with a version, at the moment when it did', async () => {
    const { store, project } = { store: home.store(), project: home.project() };
    const turn = (id: string, version: string, hour: number) =>
      turnRow({
        project,
        turn_id: id,
        agent_version: version,
        startMs: START_MS + hour * 3_600_000,
        duration_ms: 1_000,
      });
    const old = Array.from({ length: 50 }, (_, index) => turn(`old-${index}`, '1', 0));
    await store.insert('turn_verdicts', [...old, turn('new-1', '2', 4), turn('new-2', '2', 8)]);
    const loop = (id: string, version: string, hour: number, kind: string) =>
      sampleLoop({
        project,
        loop_id: id,
        turn_id: id,
        agent_name: 'support',
        agent_version: version,
        kind,
        started_at: toInstant(START_MS + hour * 3_600_000),
        duration_ms: 1_000,
      });
    await store.insert('loops', [
      loop('old-1', '1', 0, 'exact'),
      loop('new-1', '2', 4, 'empty'),
      loop('new-2', '2', 8, 'empty'),
      loop('new-2b', '2', 8, 'exact'),
    ]);
    const shipped = readShippedRules().find(({ name }) => name === 'new-loop-kind')!;
    const result = await runRule(shipped);
    expect(result).toMatchObject({ fired: 1, notes: [] });
    expect(result.incidents).toMatchObject([
      { subject: 'support 2 empty', turn_id: 'new-2', facts: { loops: 2, earlier_turns: 50 } },
    ]);
    const fromMs = Date.parse(result.incidents[0]!.from);
    expect(fromMs - START_MS - 8 * 3_600_000).toBeLessThanOrEqual(5 * MINUTE_MS + 1_000);
  });

  it('replays what guards decided, session by session', async () => {
    const decided = (session: string, minute: number) =>
      decisionRow({
        project: home.project(),
        session_id: session,
        span_id: `${session} ${minute}`,
        kind: 'call_ceiling',
        decided_at: toInstant(START_MS + minute * MINUTE_MS),
      });
    await home
      .store()
      .insert('guard_decisions', [decided('a', 60), decided('a', 65), decided('b', 600)]);
    const shipped = readShippedRules().find(({ name }) => name === 'guard-ceiling')!;
    const { incidents } = await runRule(shipped);
    expect(incidents.map(({ session_id, from, to }) => [session_id, from, to])).toMatchObject([
      ['b', expect.stringMatching('T10:00:'), expect.stringMatching('T10:10:')],
      ['a', expect.stringMatching('T01:00:'), expect.stringMatching('T01:15:')],
    ]);
  });

  it('replays rejections and exceptions, and says what of the past nobody knows', async () => {
    const rejected = {
      project: home.project(),
      rejected_at: toInstant(START_MS + 30 * MINUTE_MS),
      reason: 'no_trace_id',
      detail: '',
      trace_id: '',
      span_id: '',
      service: '',
      sample: '',
    };
    await home.store().insert('rejected_spans', [rejected, rejected]);
    const taken = await run(
      '{ name: r, scope: ingestion, when: rejected_spans >= 2, window: 10m }',
    );
    expect(taken).toMatchObject({ notes: [], incidents: [{ facts: { rejected_spans: 2 } }] });
    const lagging = readShippedRules().find(({ name }) => name === 'ingestion-lagging')!;
    expect(await runRule(lagging)).toMatchObject({
      fired: 0,
      notes: [
        'What analyzer_lag_seconds and spooled_spans were at the time is not stored: a comparison with it counts as unknown, which does not fire.',
        expect.stringContaining('instead of every 15s'),
      ],
    });
    const expired = await run('{ name: r, scope: config, when: days_expired >= 1 }', 48);
    expect(expired.incidents).toMatchObject([
      { subject: 'the exemption of queue_depth', from: '2026-03-02T00:00:00.000Z', to: null },
    ]);
  });

  it('knows the window and the baseline of its first look', async () => {
    await storeTurn('before', START_MS - 30 * MINUTE_MS, 20);
    const tools = await run('{ name: r, scope: tool, when: tool_calls >= 20, window: 1h }', 1);
    expect(tools.incidents).toMatchObject([{ from: new Date(START_MS + MINUTE_MS).toISOString() }]);
    const less =
      '{ name: r, scope: fleet, when: baseline(tool_calls) >= 20, window: 1h, baseline: 1h }';
    expect((await run(less, 2)).fired).toBe(1);
  });
});

describe('the desk', () => {
  const desk = (url: string) =>
    createDesk({
      store: home.store(),
      project: home.project(),
      ruleBook: createRuleBook(NEWS_RULES, []),
      targets: () => ({
        receivers: [{ name: 'ops', kind: 'webhook', url, secret: null }],
        allowedTargets: [['127.0.0.1', 32]],
        grouping: GROUP_LIMITS,
      }),
      expiries: () => [],
      evaluator: () => null,
      isElsewhere: () => false,
      baseUrl: () => 'http://127.0.0.1:4319',
      fetch,
      now: () => START_MS + 24 * 3_600_000,
      log: () => undefined,
    });

  it('checks, previews and tries, by the code that runs', async () => {
    const ops = await hook();
    const people = desk(ops.url);
    const checked = await people.check('name: r\nscope: turn\nwhen: nothing > 1\n');
    expect(checked.problems[0]).toMatchObject({ line: 3 });
    const misdirected = await people.check(
      '{ name: r, scope: turn, when: loops > 1, notify: [nobody] }',
    );
    expect(misdirected.problems).toEqual([
      { line: null, message: 'notify: there is no receiver "nobody"' },
    ]);
    await storeTurn('a', START_MS + 3_600_000, 9);
    expect(
      await people.preview({ name: 'turn-max-attempts', sinceHours: 24, clock: 'data' }),
    ).toMatchObject({
      fired: 1,
    });
    expect(await people.preview({ yaml: 'name: [', sinceHours: 1 })).toContain('yaml: line 1');
    expect(await people.preview({ name: 'none', sinceHours: 1 })).toBe('there is no rule "none"');
    expect(await people.testReceiver('ops')).toMatchObject({ outcome: 'delivered', reason: '' });
    expect(ops.posted.length).toBe(1);
    expect(await people.testReceiver('nobody')).toBe(null);
    expect(people.facts()['turn']!.map(({ name }) => name)).toContain('loops_empty');
  });

  it('shows stored rules, and what is wrong with one', async () => {
    const ops = await hook();
    const people = desk(ops.url);
    const stored = (name: string, text: string) => ({
      project: home.project(),
      name,
      text,
      enabled: 1 as const,
      updated_at: toInstant(START_MS),
      updated_by: '',
      version: '1',
      deleted: 0 as const,
    });
    await home
      .store()
      .insert('alert_rules', [
        stored('mine', '{ name: mine, scope: turn, when: loops > 0 }'),
        stored('broken', 'name: broken\nscope: turn\nwhen: nothing > 0\n'),
      ]);
    const rules = await people.rules();
    expect(rules.find(({ name }) => name === 'mine')).toMatchObject({ source: 'stored' });
    expect(await people.problems()).toMatchObject([{ source: 'stored', rule: 'broken', line: 3 }]);
  });
});
