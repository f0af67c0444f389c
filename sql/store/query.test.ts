import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import * as door from '../index.ts';
import type { Query } from './query.ts';

const isQuery = (value: unknown): value is Query<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value && 'params' in value;
const exported: [string, unknown][] = Object.entries(door);
const queries = exported.flatMap(([name, value]) =>
  isQuery(value) ? [{ name, query: value }] : [],
);
const byName = (a: string, b: string): number => a.localeCompare(b);

describe('a question', () => {
  it.each(queries)('$name binds what its parameters name, and no more', ({ query }) => {
    const bound = [...query.sql.matchAll(/\{(\w+):/g)].map(([, name]) => String(name));
    const { properties = {} } = z.toJSONSchema(query.params) as { properties?: object };
    expect([...new Set(bound)].toSorted(byName)).toEqual(Object.keys(properties).toSorted(byName));
  });

  it.each(queries)(
    '$name is one statement, without settings, with nothing to fill in',
    ({ query }) => {
      const text = query.sql.replaceAll(/--.*$/gm, '');
      expect(text).not.toMatch(/;|@include|\bSETTINGS\b|\$\{/);
    },
  );

  it('is exported under the name of its text', () => {
    for (const { name, query } of queries) {
      const words = query.name.replaceAll(/_(\w)/g, (_match, letter: string) =>
        letter.toUpperCase(),
      );
      expect(words).toBe(name);
    }
  });
});
