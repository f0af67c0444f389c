import type { ToolDeclaration } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';
import { createGuard, type GuardOptions, type StopOrder } from '../guard/index.ts';
import { NODE_RUNTIME } from '../guard/runtime.ts';
import type { Next } from './testing/play.ts';
import { ADAPTERS } from './testing/players.ts';

/** A server of MCP has nothing but words for a fault: no headers. */
const WITHOUT_HEADERS = /^MCP/;

const busy = () =>
  Object.assign(new Error('503 Service Unavailable'), {
    status: 503,
    headers: { 'retry-after': '2' },
  });

/** Waits that are written down and not waited for. */
function guardOf(options: GuardOptions = {}) {
  const waitsMs: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waitsMs.push(ms);
  const guard = createGuard(options, { ...NODE_RUNTIME, random: () => 0.5, sleep });
  return { guard, waitsMs };
}

const pay = { tool: 'pay', args: { order: 1 } };
const once: Next = (nth) => (nth === 0 ? pay : null);
const toolOf = (
  run: (key: string | null) => unknown,
  declaration: ToolDeclaration,
  name = 'pay',
) => ({
  name,
  run: (_: unknown, key: string | null) => run(key),
  declaration,
});

describe.each(ADAPTERS)('%s', (name, play) => {
  const failingTwice = () => {
    const keys: (string | null)[] = [];
    const run = (key: string | null) => {
      keys.push(key);
      if (keys.length < 3) throw busy();
      return 'paid';
    };
    return { keys, run };
  };

  test.each<[string, ToolDeclaration]>([
    ['a read', { effect: 'read' }],
    ['a write with an idempotency key', { effect: 'write', idempotency: 'key' }],
  ])(
    '%s that meets passing faults is retried unseen, as late as the server asks',
    async (_, own) => {
      const { guard, waitsMs } = guardOf();
      const { keys, run } = failingTwice();
      const { asked } = await play(guard.startTurn(), { tools: [toolOf(run, own)], next: once });
      expect(keys).toHaveLength(3);
      if (own.effect === 'write') expect(new Set(keys).size).toBe(1);
      expect(asked).toHaveLength(2);
      expect(asked[1]?.lastResult).toContain('paid');
      expect(waitsMs).toEqual(WITHOUT_HEADERS.test(name) ? [100, 200] : [2_000, 2_000]);
    },
  );

  test.each<[string, ToolDeclaration]>([
    ['a write without a key', { effect: 'write' }],
    ['what may be a write', {}],
  ])('%s is not retried', async (_, own) => {
    const { guard, waitsMs } = guardOf();
    const { keys, run } = failingTwice();
    await play(guard.startTurn(), { tools: [toolOf(run, own)], next: once });
    expect([keys.length, waitsMs]).toEqual([1, []]);
  });

  test('the key of a repeated write is the same in every call of its turn, and another in the next turn', async () => {
    const { guard } = guardOf({ retry: false });
    const keys: (string | null)[] = [];
    const run = (key: string | null) => {
      keys.push(key);
      throw new Error('Request timed out');
    };
    const tools = [toolOf(run, { effect: 'write', idempotency: 'key' })];
    const sessionId = 's';
    await play(guard.startTurn({ sessionId }), { tools, next: (nth) => (nth < 2 ? pay : null) });
    await play(guard.startTurn({ sessionId }), { tools, next: once });
    expect(keys).toHaveLength(3);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  test.each([
    ['nothing has changed', false, 3],
    ['something was written', true, 4],
  ])('what failed three times gets, where %s, as many tries in all', async (_, writes, tries) => {
    const { guard } = guardOf({ retry: false });
    const sessionId = 's';
    let made = 0;
    const run = () => {
      made += 1;
      throw new Error('order 1 is locked');
    };
    const tools = [
      toolOf(run, { effect: 'read' }),
      toolOf(() => 'unlocked', { effect: 'write' }, 'unlock'),
    ];
    const unlock = { tool: 'unlock', args: { order: 1 } };
    await play(guard.startTurn({ sessionId }), { tools, next: () => pay });
    const after: Next = (nth) => [...(writes ? [unlock] : []), pay][nth] ?? null;
    await play(guard.startTurn({ sessionId }), { tools, next: after });
    expect(made).toBe(tries);
  });

  test('a stop from outside ends the run after the call in flight, whose answer is kept', async () => {
    let order: StopOrder | null = null;
    const stops = {
      stopOf: () => order,
      state: () => 'connected' as const,
      close: () => {},
    };
    const { guard } = guardOf({ stops, mode: 'observe' });
    const turn = guard.startTurn({ sessionId: 's' });
    let made = 0;
    const inFlight: unknown[] = [];
    const run = () => {
      made += 1;
      order = { sessionId: 's', requestedBy: 'ann', reason: 'runaway bill' };
      inFlight.push(...turn.state().inFlight);
      return 'paid';
    };
    const { asked } = await play(turn, {
      tools: [toolOf(run, { effect: 'write' })],
      next: (nth) => ({ tool: 'pay', args: { order: nth } }),
    });
    expect(made).toBe(1);
    expect(inFlight).toMatchObject([{ tool: 'pay', effect: 'write' }]);
    expect(asked.slice(1).every(({ hasTools }) => !hasTools)).toBe(true);
    expect(turn.state().stop).toMatchObject({ reason: 'stopped_outside', enforced: true });
  });
});
