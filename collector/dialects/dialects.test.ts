import { spanRow } from '@loopscope/sql';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowOf, type SpanFixture } from '../span-fixture.ts';
import { DIALECTS } from './index.ts';

/** A span as an instrumentation writes it, and what its row must say. */
interface FixturePair {
  claim: string;
  span: SpanFixture;
  row: Record<string, unknown> & { messages?: object };
}

const folder = new URL('./fixtures/', import.meta.url);
const pairsOf = (file: string): FixturePair[] =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

describe.each(files)('%s', (file) => {
  it.each(pairsOf(file).map((pair) => [pair.claim, pair] as const))(
    '%s',
    (_claim, { span, row }) => {
      const actual = rowOf(span);
      expect(spanRow.safeParse(actual).error).toBeUndefined();
      const { messages, ...columns } = row;
      expect(actual).toMatchObject({ dialect: file.replace('.json', ''), ...columns });
      if (messages !== undefined) expect(JSON.parse(actual.messages)).toMatchObject(messages);
    },
  );
});

it('every dialect has a fixture pair', () => {
  expect(files).toEqual(expect.arrayContaining(DIALECTS.map(({ name }) => `${name}.json`)));
});
