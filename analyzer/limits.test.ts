import { expect, it } from 'vitest';

import { hasTooManyTexts, MAX_CALLS_WITH_TEXTS, tellOfCut, tellOfTexts } from './limits.ts';
import { resolveTurns } from './resolve/resolve-turns.ts';
import { readSpans } from './resolve/read-spans.ts';
import { toolSpan } from './testing/spans.ts';

const turnsOf = (starts: readonly number[]) =>
  resolveTurns(
    readSpans(
      starts.map((at, i) => toolSpan({ id: `a${i}`, trace: `${i + 1}`, at: [at, at + 1] })),
    ),
    new Map(),
  );

it('what was left out is said by the turn that began last', () => {
  const turns = turnsOf([5_000, 900_000, 20]);
  const before = turns.map(({ marks }) => marks.length);
  tellOfCut(turns);
  const told = turns.filter(({ marks }, i) => marks.length > before[i]!);
  expect(told.map(({ turn }) => turn.calls[0]?.span.row.started_at)).toEqual([
    '2026-03-01 10:15:00.000',
  ]);
  expect(told[0]?.marks.at(-1)).toMatch(/^hint:.*first 300,000 spans/);
  tellOfCut([]);
});

it('a turn whose texts are too many says so', () => {
  const [turn] = turnsOf([0]);
  expect(hasTooManyTexts(turn!)).toBe(false);
  const calls = Array.from({ length: MAX_CALLS_WITH_TEXTS + 1 }, () => turn!.calls[0]!);
  expect(hasTooManyTexts({ ...turn!, calls })).toBe(true);
  tellOfTexts(turn!);
  expect(turn!.marks.at(-1)).toMatch(/^hint:.*more than 50,000 calls/);
});
