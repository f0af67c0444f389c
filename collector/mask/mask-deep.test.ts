import { expect, test } from 'vitest';
import { createDeepMask } from './mask-deep.ts';

/** A mask that knows one secret and counts what it is asked. */
function createCounted() {
  let asked = 0;
  const text = (value: string): string => {
    asked += 1;
    return value === 'the secret' ? '[masked]' : value;
  };
  const deep = createDeepMask({ keys: [], patterns: [] }, { text, tag: () => '[masked]' });
  return { deep, asked: () => asked };
}

type Wrap = (inner: unknown) => unknown;
const WRAPS: Readonly<Record<string, Wrap>> = {
  lists: (inner) => ['beside', inner],
  objects: (inner) => ({ beside: 'beside', inner }),
  maps: (inner) =>
    new Map<string, unknown>([
      ['beside', 'beside'],
      ['inner', inner],
    ]),
};

test.each(Object.entries(WRAPS))(
  'a secret below many %s is asked about once, like all that stands beside it',
  (_name, wrap) => {
    const depth = 20;
    const nest = (leaf: unknown): unknown => Array.from({ length: depth }).reduce(wrap, leaf);
    const { deep, asked } = createCounted();
    expect(deep(nest('the secret'))).toEqual(nest('[masked]'));
    // One text a level and the secret; names are asked about once each.
    expect(asked()).toBeLessThanOrEqual(depth + 3);
  },
);

test('what holds no secret is handed back itself, and what is given is not changed', () => {
  const { deep } = createCounted();
  const clean = { a: [1, 'x', new Map([['b', 'y']])] };
  expect(deep(clean)).toBe(clean);
  const given = { a: ['the secret', clean] };
  const masked = deep(given);
  expect(masked).toEqual({ a: ['[masked]', clean] });
  expect(masked.a[1]).toBe(clean);
  expect(given.a[0]).toBe('the secret');
});
