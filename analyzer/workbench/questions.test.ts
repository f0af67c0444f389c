import { callsOfCase, declarationsOfCase, detectLoops } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';
import { wholeYear } from '@loopscope/sql/sample-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestHome, type TestHome } from '../testing/home.ts';
import { resizeTurn, ticketTurn, workbenchOf } from '../testing/incidents.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(() => home[Symbol.asyncDispose]());

const identity = ['customer_id', 'order_id'];

describe('an exported case', () => {
  it('is the shortest sequence that still shows the loop, with the step that helped elsewhere', async () => {
    const project = 'case';
    await home.arrive(project, [
      ...resizeTurn(1, 40, false),
      ...resizeTurn(2, 1, true),
      ...resizeTurn(3, 1, true),
    ]);
    await home.analyze(project);
    const { turnVerdicts } = await home.rows(project);
    const turn = turnVerdicts.find(({ verdict }) => verdict === 'loop');
    const exported = await workbenchOf(home.store, project).exportCase(turn!.turn_id);
    expect(exported).toMatchObject({ kind: 'validation', from: 41, severity: 'alert' });
    expect(exported!.case.calls.map(({ tool }) => tool)).toEqual(Array(3).fill('resize_instance'));
    expect(exported!.expected).toMatchObject({
      tool: 'stop_instance',
      seen: 'other_turns',
      turns: 2,
    });
    const { case: made } = exported!;
    const found = detectLoops(callsOfCase(made), { declarations: declarationsOfCase(made) });
    expect(found).toMatchObject([{ kind: made.want, calls: made.loop, severity: 'alert' }]);
  });

  it('names the step of the turn itself where that got over it', async () => {
    const project = 'case-own';
    await home.arrive(project, resizeTurn(1, 12, true));
    await home.analyze(project);
    const [turn] = (await home.rows(project)).turnVerdicts;
    const exported = await workbenchOf(home.store, project).exportCase(turn!.turn_id);
    expect(exported?.expected).toMatchObject({
      tool: 'stop_instance',
      args: { instance_id: 'i-01' },
      seen: 'this_turn',
    });
  });

  it('is none where nothing loops, and where there is no such turn or loop', async () => {
    const project = 'case-none';
    await home.arrive(project, resizeTurn(1, 0, true));
    await home.analyze(project);
    const [turn] = (await home.rows(project)).turnVerdicts;
    expect(await workbenchOf(home.store, project).exportCase(turn!.turn_id)).toBeNull();
    expect(await workbenchOf(home.store, project).exportCase('nope')).toBeNull();
    expect(await workbenchOf(home.store, 'case').exportCase(turn!.turn_id, 'nope')).toBeNull();
  });
});

describe('two sets of turns', () => {
  it('are compared by what loops, and by their most attempts', async () => {
    const project = 'compare';
    const version = (agent_version: string) => ({ agent_version });
    const declarations: Declarations = new Map([['create_ticket', { identity, effect: 'write' }]]);
    await home.arrive(project, [
      ...Array.from({ length: 12 }, (_, n) => ticketTurn(n + 1, version('2'), declarations)).flat(),
      ...Array.from({ length: 12 }, (_, n) =>
        ticketTurn(n + 101, version('1'), declarations).slice(0, 2),
      ).flat(),
    ]);
    await home.analyze(project, { declarations });
    const { before, after, loops, maxAttempts } = await workbenchOf(home.store, project).compare(
      wholeYear(project, { versions: ['1'] }),
      wholeYear(project, { versions: ['2'] }),
    );
    expect([before.turns, after.turns]).toEqual([12, 12]);
    expect(loops).toMatchObject([
      {
        kind: 'transport',
        state: 'new',
        shape: 'create_ticket(customer_id, order_id)',
        before: { loops: 0 },
        after: { loops: 12, turns: 12, calls: 24 },
      },
    ]);
    expect(loops[0]!.pValue).toBeLessThan(1e-5);
    expect(maxAttempts).toMatchObject({ method: 'exact', cliffsDelta: 1 });
    expect(maxAttempts.pValue).toBeLessThan(1e-5);
    const same = await workbenchOf(home.store, project).compare(
      wholeYear(project),
      wholeYear(project),
    );
    expect(same.loops.map(({ state }) => state)).toEqual(['same']);
    expect(same.maxAttempts.pValue).toBe(1);
  });
});

describe('a backtest', () => {
  const project = 'backtest';
  const caps = { before: 2, after: 1 };
  beforeAll(async () => {
    await home.arrive(
      project,
      [1, 2].flatMap((trace) => ticketTurn(trace)),
    );
    await home.arrive(project, resizeTurn(9, 5, false));
    await home.analyze(project);
  });

  it('shows the incidents that a declaration would add, and leaves what is stored', async () => {
    const stored = await home.rows(project);
    const tools = new Map([['create_ticket', { identity, effect: 'write' as const }]]);
    const result = await workbenchOf(home.store, project).backtest(
      { tools, caps },
      wholeYear(project),
    );
    expect(result).toMatchObject({ turns: 3, affectedTurns: 2, removed: [], kept: 1 });
    expect(result.added.map(({ kind, tool, calls }) => `${kind} ${tool} ${calls}`)).toEqual(
      Array(2).fill('transport create_ticket 2'),
    );
    expect(result.caps).toMatchObject({
      before: { cap: 2, turnsCut: 1, calls: 2 },
      after: { cap: 1, turnsCut: 3, calls: 3, healthyTurnsCut: 0 },
    });
    expect(await home.rows(project)).toEqual(stored);
  });

  it('shows the incidents that an exemption would take away, and what another cap would', async () => {
    const exempt = { owner: 'ops', reason: 'known', expires: '2027-06-30' };
    const result = await workbenchOf(home.store, project).backtest(
      { tools: new Map([['resize_instance', { exempt }]]), caps: { before: 2, after: 4 } },
      wholeYear(project),
    );
    expect(result.added).toEqual([]);
    expect(result.removed).toMatchObject([{ kind: 'validation', tool: 'resize_instance' }]);
    expect(result.caps).toMatchObject({
      before: { calls: 2 },
      after: { cap: 4, calls: 0, turnsCut: 1 },
    });
  });

  it('of nothing changes nothing', async () => {
    const result = await workbenchOf(home.store, project).backtest(
      { tools: new Map(), caps },
      wholeYear(project),
    );
    expect(result).toMatchObject({ affectedTurns: 0, added: [], removed: [], kept: 1 });
  });
});
