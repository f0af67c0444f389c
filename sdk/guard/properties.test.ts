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
