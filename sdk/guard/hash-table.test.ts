import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashTable } from './hash-table.ts';

const step = fc.record({
  act: fc.constantFrom('set' as const, 'delete' as const, 'clear' as const, 'set' as const),
  key: fc.oneof(fc.constantFrom('', 'a', 'b', 'c'), fc.string({ maxLength: 3 })),
  value: fc.nat(),
});

test('is a Map, whatever is put in and taken out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const table = new HashTable<number>();
      const map = new Map<string, number>();
      for (const { act, key, value } of steps) {
        if (act === 'set') {
          table.set(key, value);
          map.set(key, value);
        } else if (act === 'delete') {
          table.delete(key);
          map.delete(key);
        } else if (value % 10 === 0) {
          table.clear();
          map.clear();
        }
        expect(table.size).toBe(map.size);
      }
      for (const { key } of steps) expect(table.get(key)).toBe(map.get(key));
    }),
  );
});
