import { expect, test } from 'vitest';

import { boundAction } from './use-keys.ts';

const press = (key: string, changes = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  ...changes,
});
const next = () => {};

test('a bound key acts', () => {
  expect(boundAction(press('j'), false, { j: next })).toBe(next);
});

test('a key acts neither while typing nor with another meaning', () => {
  expect(boundAction(press('j'), true, { j: next })).toBeUndefined();
  expect(boundAction(press('c', { metaKey: true }), false, { c: next })).toBeUndefined();
  expect(boundAction(press('j', { defaultPrevented: true }), false, { j: next })).toBeUndefined();
});

test('names of object members are no bindings', () => {
  expect(boundAction(press('constructor'), false, { j: next })).toBeUndefined();
});
