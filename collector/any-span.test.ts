import * as fc from 'fast-check';
import { spanRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';
import type { WireSpan, WireValue } from './decode/wire-span.ts';
import { emptySpan } from './decode/span-draft.ts';
import { DIALECTS } from './dialects/index.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import { toSpanRow } from './rows/span-row.ts';
import { FIXTURE_NOW_MS } from './span-fixture.ts';

const normalise = createNormaliser(DIALECTS);
const context = {
  project: 'any',
  declarations: new Map(),
  content: 'full' as const,
  limits: DEFAULT_LIMITS,
  nowMs: FIXTURE_NOW_MS,
};

function rowOf(change: Partial<WireSpan>) {
  const span = emptySpan({ attributes: new Map() }, new Set());
  const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  return toSpanRow(normalise({ ...span, ...ids, ...change }), context);
}

/** Every attribute name that any dialect reads, and the marks of every kind of span. */
const names = DIALECTS.flatMap(({ fields, ownFields, flattened }) => [
  ...[fields, ownFields].flatMap((sources) =>
    Object.values(sources ?? {}).flatMap((list) =>
      list.map((source) => (typeof source === 'string' ? source : source.attribute)),
    ),
  ),
  ...[...(flattened?.asked ?? []), ...(flattened?.fedBack ?? [])].map(
    (prefix) => `${prefix}0.role`,
  ),
]);
const marks = DIALECTS.flatMap(({ kinds = [] }) =>
  kinds.flatMap(({ attribute, values }) =>
    Object.keys(values).map((value): [string, WireValue] => [attribute, value]),
  ),
);

const json = fc.jsonValue().map((value) => JSON.stringify(value));
const plain: fc.Arbitrary<WireValue> = fc.oneof(
  fc.string({ unit: 'binary' }),
  json,
  json.map((text) => JSON.stringify(text)),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('constructor', '__proto__', '[object Object]', '{"type":"constructor"}', 'NaN'),
);
const value: fc.Arbitrary<WireValue> = fc.oneof(
  plain,
  fc.array(plain, { maxLength: 3 }),
  fc.dictionary(fc.string(), plain, { maxKeys: 3, noNullPrototype: false }),
);

describe('whatever a span holds', () => {
  it('its row is one that the store takes', () => {
    const attributes = fc.tuple(
      fc.constantFrom(...marks),
      fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value), { maxLength: 8 }),
    );
    const times = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const ofModel = fc.record({
      attributes: attributes.map(([mark, others]) => new Map([...others, mark])),
      name: fc.string(),
      statusMessage: fc.string(),
      startNs: times,
      endNs: times,
    });
    fc.assert(
      fc.property(ofModel, (change) => {
        expect(spanRow.safeParse(rowOf(change)).error).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('texts made to be slow', () => {
  const long = 100_000;
  it.each([
    ['newlines', '\n'.repeat(long)],
    ['blanks and newlines', ' \n'.repeat(long)],
    ['opening parentheses', `invoke_agent ${'('.repeat(long)}`],
    ['quotes', '"'.repeat(long)],
    ['backslashes', `"${'\\'.repeat(long)}`],
    ['brackets', '['.repeat(long)],
    ['braces and quotes', '{"'.repeat(long)],
    ['digits', '1'.repeat(long)],
    ['dots', '.'.repeat(long)],
    ['stack lines', 'a\n    at b\n'.repeat(long / 10)],
    ['commas', `{${','.repeat(long)}}`],
  ])('%s take no longer than others, wherever they stand', (_name, text) => {
    const events = [
      {
        name: 'exception',
        timeNs: 0n,
        attributes: new Map([
          ['exception.message', text],
          ['exception.type', text],
        ]),
      },
    ];
    for (const mark of marks.filter((_mark, index) => index % 3 === 0)) {
      const attributes = new Map<string, WireValue>(names.map((name) => [name, text]));
      attributes.set(...mark);
      const row = rowOf({ attributes, events, name: text.slice(0, 512), statusMessage: text });
      expect(row.trace_id).toHaveLength(32);
    }
  });
});
