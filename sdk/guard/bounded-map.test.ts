import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('holds its bound at least, and what is used stays', () => {
  const map = new BoundedMap<number>(3);
  map.set('kept', 0);
  for (let key = 1; key < 100; key += 1) {
    map.set(`k${key}`, key);
    expect(map.get('kept')).toBe(0);
    expect(map.get(`k${Math.max(1, key - 1)}`)).toBe(Math.max(1, key - 1));
  }
  expect(map.get('k50')).toBeUndefined();
  map.delete('kept');
  expect(map.get('kept')).toBeUndefined();
  expect([map.isEmpty, new BoundedMap(1).isEmpty]).toEqual([false, true]);
});
