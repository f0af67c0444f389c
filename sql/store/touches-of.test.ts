import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { rowLine } from './row-line.ts';
import { touchesOf } from './touches-of.ts';

it('names each project and trace of the lines once, as they stand in the rows', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '","trace_id":"x', 'a\nb'));
  const row = fc.record({ project: text, trace_id: text, name: text, args: text });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const lines = Buffer.from(rows.map(rowLine).join('\n'));
      const read = touchesOf(lines)
        .toString()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      const wanted = new Map(
        rows.map(({ project, trace_id }) => [
          JSON.stringify([project, trace_id]),
          { project, trace_id },
        ]),
      );
      expect(read).toEqual([...wanted.values()]);
    }),
  );
});

it('reads a part of a larger buffer, and a last line that ends', () => {
  const lines = Buffer.from('x{"project":"p","trace_id":"t"}\n');
  expect(touchesOf(lines.subarray(1)).toString()).toBe('{"project":"p","trace_id":"t"}');
});
