import type { NarrowSpanRow } from '@loopscope/sql';
import { expect, it } from 'vitest';

import { readSpans } from '../resolve/read-spans.ts';
import { resolveTurns } from '../resolve/resolve-turns.ts';
import { modelSpan, toolSpan } from '../testing/spans.ts';
import { toCall } from '../to-call.ts';
import { toToolCallRow } from '../to-tool-call-row.ts';
import { createHeldForms } from './held-forms.ts';
import { createHeldTrees } from './held-trees.ts';

const own = { loopId: '', version: '1' };
const rows: NarrowSpanRow[] = [0, 1, 2].map((n) =>
  toolSpan({ id: `a${n}`, at: [n * 100, n * 100 + 50], args: { n }, result: [n] }),
);

function looks() {
  const trees = createHeldTrees({ maxWeight: 100, weightOf: () => 1 });
  const forms = createHeldForms({ minCalls: 1, maxCalls: 5 });
  return (seen: readonly NarrowSpanRow[]) => {
    const [turn] = resolveTurns(readSpans(seen, trees), new Map());
    return { turn: turn!, forms: forms.of(turn!) };
  };
}

it('a call about which nothing has changed has the very forms of the look before; any other has new ones', () => {
  const look = looks();
  const made = [rows.slice(0, 2), rows].map((seen) => {
    const { turn, forms } = look(seen);
    return turn.calls.map((call) => [forms!.call(call, undefined), forms!.row(call, own)] as const);
  });
  expect(made[1]).toHaveLength(3);
  for (const [at, [call, row]] of made[0]!.entries()) {
    expect(made[1]![at]![0]).toBe(call);
    expect(made[1]![at]![1]).toBe(row);
  }
  // Before all others, so that each has another place, and is asked for by somebody.
  const model = modelSpan({ id: 'b', at: [-90, -20] }, { input_tokens: 3_000, output_tokens: 1 });
  const first = toolSpan({ id: 'c', at: [-10, -5], args: {} });
  const { turn, forms } = look([...rows, model, first]);
  for (const [at, call] of turn.calls.entries()) {
    const loop = { loopId: at === 1 ? 'l' : '', version: '2' };
    const text = { args: '{}', result: null, resultLength: 0 };
    expect(forms!.call(call, text)).toEqual(toCall(call, turn, text));
    expect(forms!.row(call, loop)).toEqual(toToolCallRow(call, turn, loop));
  }
});

it('turns that are too short, or longer than all that may be held, have none', () => {
  const forms = createHeldForms({ minCalls: 2, maxCalls: 2 });
  const of = (seen: readonly NarrowSpanRow[]) =>
    forms.of(resolveTurns(readSpans(seen), new Map())[0]!);
  expect([of(rows.slice(0, 1)), of(rows)]).toEqual([undefined, undefined]);
  expect(of(rows.slice(0, 2))).toBeDefined();
});
