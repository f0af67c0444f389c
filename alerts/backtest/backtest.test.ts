import { toInstant, turnTotals } from '@loopscope/sql';
import { callRow, turnRow } from '@loopscope/sql/placed-rows';
import { describe, expect, it } from 'vitest';

import { createDesk } from '../desk.ts';
import { createRuleBook } from '../rule/rule-book.ts';
import { readShippedRules } from '../rule/shipped.ts';
import { hook, rule, useHome } from '../testing/home.ts';
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

const run = async (text: string, hours = 24): Promise<Backtest> => {
  const range = { fromMs: START_MS, toMs: START_MS + hours * 3_600_000 };
  const result = await backtest(rule(text), {
    store: home.store(),
    project: home.project(),
    ...range,
  });
  if (typeof result === 'string') throw new Error(result);
  return result;
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

  it('says why it cannot, where what a rule saw is not stored', async () => {
    const ingestion = rule('{ name: r, scope: ingestion, when: rejected_spans > 0 }');
    const range = { store: home.store(), project: home.project(), fromMs: 0, toMs: START_MS };
    expect(await backtest(ingestion, range)).toContain('look at the present');
  });
});

describe('the desk', () => {
  const desk = (url: string) =>
    createDesk({
      store: home.store(),
      project: home.project(),
      ruleBook: createRuleBook(readShippedRules(), []),
      receivers: () => [{ name: 'ops', kind: 'webhook', url, secret: null }],
      allowedTargets: [['127.0.0.1', 32]],
      baseUrl: () => 'http://127.0.0.1:4319',
      fetch,
      now: () => START_MS + 24 * 3_600_000,
      log: () => undefined,
    });

  it('checks, previews and tries, by the code that runs', async () => {
    const ops = await hook();
    const people = desk(ops.url);
    expect(people.check('name: r\nscope: turn\nwhen: nothing > 1\n').problems[0]).toMatchObject({
      line: 3,
    });
    expect(
      people.check('{ name: r, scope: turn, when: loops > 1, notify: [nobody] }').problems,
    ).toEqual([{ line: null, message: 'notify: there is no receiver "nobody"' }]);
    await storeTurn('a', START_MS + 3_600_000, 9);
    expect(await people.preview({ name: 'turn-max-attempts', sinceHours: 24 })).toMatchObject({
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
