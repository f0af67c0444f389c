import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: true,
  withSparseArray: true,
});
const call = fc.record({
  tool: fc.constantFrom('a', 'b', 'c'),
  args: anything,
  result: anything,
  throws: fc.boolean(),
});

test("whatever is called with whatever, the guard hands on the tool's own answer or a terminal result, and keeps the ceiling", async () => {
  const calls = fc.array(call, { maxLength: 40 });
  const mode = fc.constantFrom(
    'observe' as const,
    'nudge' as const,
    'block' as const,
    'terminate' as const,
  );
  await fc.assert(
    fc.asyncProperty(calls, mode, async (made, mode) => {
      const turn = createGuard({ mode, ceilings: { callsPerSession: 30 } }).startTurn();
      let executed = 0;
      for (const { tool, args, result, throws } of made) {
        const guarded = await turn.run({ tool, args }, () => {
          executed += 1;
          if (throws) throw result;
          return { result };
        });
        if (!guarded.made) expect(guarded.terminal).not.toBeNull();
        else if (guarded.threw) expect(Object.is(guarded.error, result)).toBe(true);
        else expect(Object.is(guarded.result.result, result)).toBe(true);
        if (mode === 'observe') expect(guarded.action).toBe('pass');
      }
      if (mode === 'block' || mode === 'terminate') expect(executed).toBeLessThanOrEqual(30);
      else expect(executed).toBe(made.length);
      expect(turn.state().inFlight).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

/** Position of the first attempt of any key beyond the cap, as the savings count them; -1 where there is none. */
function capAt(keys: readonly string[], cap: number): number {
  const counts = new Map<string, number>();
  return keys.findIndex((key) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) > cap;
  });
}

test('the rule of the cap never stops before the cap that the savings are predicted by, and right there where failures repeat', async () => {
  const words = fc.constantFrom('a', 'b');
  const answers = fc.constantFrom('not found: no such order', 'timed out after 30 s', 'x', 'y');
  const asked = fc.record({ tool: words, q: words, says: answers, fails: fc.boolean() });
  const effect = fc.constantFrom('read' as const, 'write' as const, 'unknown' as const);
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 25 }), effect, async (calls, effect) => {
      const turn = createGuard({ retry: false }).startTurn();
      const keys: string[] = [];
      for (const { tool, q, says, fails } of calls) {
        const start = { tool, args: { q }, declaration: { effect } };
        const { terminal, made } = await turn.run(start, () => {
          if (fails) throw new Error(says);
          return says;
        });
        // Neither of the two failures is empty, so each has one class.
        if (made) keys.push(`${tool} ${q} ${fails ? says : ''}`);
        if (terminal === null) continue;
        if (terminal.kind === 'repeated_key') expect(capAt(keys, 2)).not.toBe(-1);
        break;
      }
      const { stop } = turn.state();
      const allFail = calls.every(({ fails }) => fails);
      if (allFail && effect === 'read' && capAt(keys, 2) !== -1) {
        expect(stop).not.toBeNull();
        expect(keys.length - 1).toBeLessThanOrEqual(capAt(keys, 2));
      }
    }),
    { numRuns: 150 },
  );
});

test('the same plain call is stopped at the third, whatever it is and whatever it brings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string({ minLength: 1 }), async (args, id) => {
      const turn = createGuard().startTurn();
      const brings = { order: `order ${id} is open and waits in the warehouse` };
      const call = { tool: 'look_up', args, declaration: { effect: 'read' as const } };
      for (let time = 0; time < 3; time += 1) await turn.call(call, () => brings);
      expect(turn.state().stop?.reason).toBe('repeated_call');
    }),
    { numRuns: 60 },
  );
});
