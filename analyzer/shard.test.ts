import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { owns } from './shard.ts';

it('every session has exactly one owner', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 8 }), (session, of) => {
      const owners = Array.from({ length: of }, (_, index) => owns({ index, of }, session));
      expect(owners.filter(Boolean)).toHaveLength(1);
    }),
  );
});
