import { alertEvents, toInstant, turnTotals } from '@loopscope/sql';
import { callRow, decisionRow, turnRow } from '@loopscope/sql/placed-rows';
import { sampleLoop, sampleSpan } from '@loopscope/sql/sample-rows';
import { expect, it } from 'vitest';

import { GROUP_LIMITS } from '../deliver/limit.ts';
import { rule, useHome } from '../testing/home.ts';
import { backtest } from './backtest.ts';

const home = useHome();
const HOUR_MS = 3_600_000;
/** A window is looked at once a second, here as there; what one step takes comes on top. */
const APART_MS = 2_000;

const RULES = [
  '{ name: attempts, scope: turn, when: max_attempts >= 6 }',
  '{ name: many, scope: session, when: tool_calls >= 9 }',
  '{ name: empty, scope: turn, when: loops_empty >= 1 }',
  '{ name: ceiling, scope: guard, when: ceilings_reached >= 1, window: 10m, every: 1s }',
  '{ name: new-kind, scope: release, when: loops >= 1 and earlier_loops == 0, every: 1s }',
  '{ name: tools, scope: tool, when: tool_calls >= 12, window: 1h, every: 1s }',
  '{ name: fleet, scope: fleet, when: max_attempts_max >= 6, window: 1h, every: 1s }',
].map(rule);

/** A turn as it stands after so many calls of one purpose; its spans arrived now, whatever their own clock says. */
async function grow(id: string, calls: number, given: { version?: string; kind?: string } = {}) {
  const { store, project } = { store: home.store(), project: home.project() };
  const { version = '1', kind } = given;
  // Two days old by the clock of the agent: neither evaluator nor replay may go by it.
  const startMs = Date.now() - 48 * HOUR_MS;
  const place = {
    project,
    turn_id: id,
    trace_id: id,
    session_id: `s-${id}`,
    agent_version: version,
  };
  const rows = Array.from({ length: calls }, (_, seq) =>
    callRow({ ...place, span_id: `${id}-${seq}`, seq, attempt: seq + 1, startMs: startMs + seq }),
  );
  const span = { project, trace_id: id, span_id: `${id}-${calls - 1}` };
  await store.insert('spans', [sampleSpan({ ...span, ingested_at: toInstant(Date.now()) })]);
  await store.insert('tool_calls', rows);
  const kinds = kind === undefined ? [] : [kind];
  const loops = kinds.map((one) =>
    sampleLoop({ ...place, loop_id: `${id}-${one}`, kind: one, started_at: toInstant(startMs) }),
  );
  await store.insert('loops', loops);
  await store.insert('turn_verdicts', [
    turnRow({ ...place, startMs, loop_kinds: kinds, version: String(calls), ...turnTotals(rows) }),
  ]);
}

it('a replay of a stored hour has the incidents that the evaluator sent in that hour, when it sent them', async () => {
  const alerts = home.start(null, { rules: RULES });
  const fromMs = Date.now();
  const reached = decisionRow({
    project: home.project(),
    session_id: 's-stopped',
    span_id: 'stop',
    kind: 'call_ceiling',
    decided_at: toInstant(fromMs - 48 * HOUR_MS),
  });
  const steps = [
    () => grow('old', 2, { version: '1', kind: 'exact' }),
    () => grow('short', 3),
    () => grow('long', 5),
    () => grow('long', 6),
    () => home.store().insert('guard_decisions', [reached]),
    () => grow('newer', 4, { version: '2', kind: 'empty' }),
    () => grow('long', 9),
  ];
  let slowestMs = 0;
  for (const step of steps) {
    const startMs = Date.now();
    await step();
    await alerts.evaluate();
    slowestMs = Math.max(slowestMs, Date.now() - startMs);
  }
  // Windows are looked at once a second, beside the looks at what arrived.
  await expect
    .poll(
      async () => {
        await alerts.evaluate();
        return (await home.states()).filter(({ state }) => state === 'firing').length;
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBeGreaterThanOrEqual(RULES.length);
  const toMs = Date.now();

  const sent = new Map<string, number>();
  for (const { alert_id: id, rule: name, subject } of await home.states()) {
    const events = await home
      .store()
      .query(alertEvents, { project: home.project(), alert_id: id, limit: 50 });
    const began = events.filter(({ result }) => result === 'firing');
    for (const { at } of began)
      sent.set(`${name} ${subject}`, Date.parse(`${at.replace(' ', 'T')}Z`));
  }
  const replayed = new Map<string, number>();
  const range = { store: home.store(), project: home.project(), fromMs, toMs: toMs + 1_000 };
  for (const one of RULES) {
    const result = await backtest(one, { ...range, expiries: [], grouping: GROUP_LIMITS });
    for (const { subject, from } of result.incidents) {
      replayed.set(`${one.name} ${subject}`, Date.parse(from));
    }
  }
  expect([...replayed.keys()].toSorted()).toEqual([...sent.keys()].toSorted());
  expect([...sent.keys()].toSorted()).toEqual([
    'attempts long',
    'ceiling s-stopped',
    'empty newer',
    'fleet ',
    'many s-long',
    'new-kind support 2 empty',
    'tools search_orders',
  ]);
  for (const [name, atMs] of sent) {
    expect([name, Math.abs(atMs - (replayed.get(name) ?? 0)) <= APART_MS + 2 * slowestMs]).toEqual([
      name,
      true,
    ]);
  }
}, 60_000);
