import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFreeCalls } from './free-calls.ts';
import type { ToolCall } from './tool-call.ts';

const callAt = (start: number, key: string) =>
  ({ start, content: { call_id: key } }) as unknown as ToolCall;
const keyOf = ({ content }: ToolCall): string => content.call_id;

it('whatever was claimed before, the first call that fits is what a look at each one finds', () => {
  const call = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('a', 'b', ''));
  const ask = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    from: fc.integer({ min: 0, max: 20 }),
    to: fc.integer({ min: 0, max: 25 }),
    isEven: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(call, { maxLength: 30 }),
      fc.array(ask, { maxLength: 30 }),
      (made, asks) => {
        const calls = made.map(([start, key]) => callAt(start, key));
        const free = new Set(calls);
        const open = createFreeCalls(calls, keyOf, free);
        for (const { key, from, to, isEven } of asks) {
          const fits = ({ start }: ToolCall): boolean => !isEven || start % 2 === 0;
          const expected = calls
            .toSorted((a, b) => a.start - b.start)
            .find(
              (each) =>
                free.has(each) &&
                keyOf(each) === key &&
                each.start >= from &&
                each.start <= to &&
                fits(each),
            );
          expect(open.first(key, { from, to }, fits)).toBe(expected);
          if (expected !== undefined) free.delete(expected);
        }
      },
    ),
  );
});
