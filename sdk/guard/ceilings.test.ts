import { describe, expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';
import { NODE_RUNTIME } from './runtime.ts';

describe('clocks that jump', () => {
  test('back by a day or ahead by a year neither stop nor allow anything', async () => {
    let nowMs = Date.parse('2027-01-01');
    const runtime = { ...NODE_RUNTIME, nowMs: () => nowMs };
    const turn = createGuard({}, runtime).startTurn();
    for (const jumpMs of [-86_400_000, 365 * 86_400_000, -1_000]) {
      nowMs += jumpMs;
      expect(await turn.call({ tool: 'get', args: { nowMs } }, () => ({ nowMs }))).toEqual({
        nowMs,
      });
    }
    expect(turn.state()).toMatchObject({ calls: 3, stop: null });
  });

  test('a raise holds through its last day and is listed as expired from then on', async () => {
    let nowMs = Date.parse('2027-03-30');
    const raised = {
      value: 1,
      raisedTo: 3,
      reason: 'large result sets',
      ticket: 'OPS-12',
      expires: '2027-03-31',
    };
    const guard = createGuard(
      { ceilings: { callsPerSession: raised } },
      { ...NODE_RUNTIME, nowMs: () => nowMs },
    );
    const turn = guard.startTurn();
    const call = async (id: number) => turn.call({ tool: 'get', args: { id } }, () => ({ id }));
    expect(await call(1)).toEqual({ id: 1 });
    nowMs = Date.parse('2027-03-31T23:59:59.999Z');
    expect(await call(2)).toEqual({ id: 2 });
    nowMs = Date.parse('2027-04-01');
    expect(await call(3)).toMatchObject({ code: 'call_ceiling' });
    expect(guard.ceilings().find(({ name }) => name === 'calls_per_session')).toEqual({
      name: 'calls_per_session',
      value: 1,
      state: 'expired',
      reason: 'large result sets',
      ticket: 'OPS-12',
      expires: '2027-03-31',
    });
  });
});

describe('budgets', () => {
  test('in tokens and in money end a session with budget_exhausted', async () => {
    for (const ceilings of [{ tokensPerSession: 1_000 }, { usdPerSession: 0.31 }]) {
      const turn = createGuard({
        ceilings,
        prices: new Map([['m', { input: 300, output: 0 }]]),
      }).startTurn();
      expect(await turn.call({ tool: 'get', args: { id: 1 } }, () => ({ id: 1 }))).toEqual({
        id: 1,
      });
      turn.addUsage({ model: 'm', inputTokens: 1_100, outputTokens: 20 });
      expect(await turn.call({ tool: 'get', args: { id: 2 } }, () => ({ id: 2 }))).toMatchObject({
        code: 'budget_exhausted',
      });
    }
  });

  test('amounts that no framework knows count nothing', () => {
    const turn = createGuard().startTurn();
    turn.addUsage({ inputTokens: Number.NaN, outputTokens: -1, usd: Infinity });
    expect(turn.state()).toMatchObject({ sessionTokens: 0, sessionUsd: 0 });
  });

  test('say how many tokens had no price, which a ceiling of money cannot see', () => {
    const turn = createGuard({ ceilings: { usdPerSession: 0.01 } }).startTurn();
    turn.addUsage({ model: 'nobody-knows-it', inputTokens: 900, outputTokens: 100 });
    expect(turn.state()).toMatchObject({ sessionUsd: 0, sessionUnpricedTokens: 1_000 });
  });
});
