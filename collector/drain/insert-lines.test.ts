import { StoreError, type StoreErrorCode } from '@loopscope/sql';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertLines } from './insert-lines.ts';

/** A table that takes no block with a line for which there is a fault, and each token once. */
function table(faultOf: (line: string) => StoreErrorCode | null) {
  const blocks = new Map<string, string[]>();
  return {
    stored: () => [...blocks.values()].flat(),
    async insertLines(_table: string, bytes: Uint8Array, token: string): Promise<void> {
      const lines = Buffer.from(bytes).toString().split('\n');
      const code = lines.map(faultOf).find((fault) => fault !== null);
      if (code) throw new StoreError({ code, retryable: code !== 'bad_data' }, `${code} in a line`);
      if (!blocks.has(token)) blocks.set(token, lines);
    },
  };
}

const linesOf = (lines: readonly string[]) => Buffer.from(lines.join('\n'));

test('whichever lines are at fault: these are answered, all others are stored once, however often it is done', async () => {
  const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 49 });
  await fc.assert(
    fc.asyncProperty(flags, async (areBad) => {
      const lines = areBad.map((isBad, at) => `${isBad ? 'bad' : 'good'} ${at}`);
      const store = table((line) => (line.startsWith('bad') ? 'bad_data' : null));
      for (let time = 0; time < 3; time += 1) {
        const insert = { store, table: 'spans', lines: linesOf(lines), token: 't' } as const;
        const refused = await insertLines(insert);
        expect(refused.map(({ line }) => line)).toEqual(lines.filter((_, at) => areBad[at]));
      }
      expect(store.stored()).toEqual(lines.filter((_, at) => !areBad[at]));
    }),
  );
});

test.each(['store_unreachable', 'disk_full', 'read_only', 'schema_missing', 'unknown'] as const)(
  '%s is no fault of the lines: they are to be tried again',
  async (code) => {
    const store = table((line) => (line === 'c' ? code : null));
    const insert = { store, table: 'spans', lines: linesOf(['a', 'b', 'c']), token: 't' } as const;
    await expect(insertLines(insert)).rejects.toMatchObject({ code });
    expect(store.stored()).toEqual([]);
  },
);

test('many lines of which none is taken are not given up: it is the table that refuses', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `${at}`);
  const store = table(() => 'bad_data');
  const insert = { store, table: 'spans', lines: linesOf(lines), token: 't' } as const;
  await expect(insertLines(insert)).rejects.toMatchObject({ code: 'bad_data' });
});
