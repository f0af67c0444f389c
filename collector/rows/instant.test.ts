import { toInstant as storeInstant } from '@loopscope/sql';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInstant } from './instant.ts';

test('writes what the store writes, in any order of times', () => {
  const days = fc.integer({ min: -20_000, max: 90_000 });
  const msOfDay = fc.integer({ min: 0, max: 86_399_999 });
  fc.assert(
    fc.property(fc.array(fc.tuple(days, msOfDay)), (times) => {
      for (const [day, inDay] of times) {
        const ms = day * 86_400_000 + inDay;
        expect([toInstant(ms), toInstant(ms + 1)]).toEqual([
          storeInstant(ms),
          storeInstant(ms + 1),
        ]);
      }
    }),
  );
});
