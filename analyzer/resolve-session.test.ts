import type { ResolvedKey } from '@loopscope/sql';
import { toInstant } from '@loopscope/sql';
import type { SpanRow } from '@loopscope/sql';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { detectTurn } from './detect.ts';
import { createHeldTrees } from './memory/held-trees.ts';
import { resolveSpans, rowsOf } from './resolve-session.ts';
import type { ResolvedRows } from './resolve-session.ts';
import type { Trees } from './resolve/read-spans.ts';
import { currentKey } from './row-key.ts';
import { anySession } from './testing/any-session.ts';
import { resolve } from './testing/resolve.ts';
import { EPOCH_MS, toolSpan } from './testing/spans.ts';
import { changesOf, noteWritten } from './write.ts';
import { createWritten } from './written.ts';

function withoutVersions(rows: ResolvedRows) {
  return JSON.parse(
    JSON.stringify(rows, (key, value: unknown) => (key === 'version' ? '' : value)),
  );
}

describe('the rows of a session', () => {
  it('do not depend on the order and number of deliveries', () => {
    const delivered = anySession.chain((spans) =>
      fc.tuple(
        fc.constant(spans),
        fc
          .shuffledSubarray([...spans, ...spans], { minLength: spans.length })
          .map((some) => some.concat(spans)),
        fc.shuffledSubarray(spans, { minLength: spans.length }),
      ),
    );
    fc.assert(
      fc.property(delivered, ([spans, twice, shuffled]) => {
        const rows = resolve(spans);
        expect(resolve(twice)).toEqual(rows);
        expect(resolve(shuffled)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  it('hold every tool span once, in a call or folded into one', () => {
    fc.assert(
      fc.property(anySession, (spans) => {
        const { toolCalls, turnVerdicts } = resolve(spans);
        const tools = spans.filter((span) => span.kind === 'tool').map((span) => span.span_id);
        const held = toolCalls.flatMap((call) =>
          call.source === 'span' ? [call.span_id, ...call.folded_spans] : [],
        );
        expect(held.toSorted()).toEqual(tools.toSorted());
        expect(turnVerdicts.reduce((sum, turn) => sum + turn.calls, 0)).toBe(toolCalls.length);
        const turnIds = turnVerdicts.map((turn) => turn.turn_id);
        expect(new Set(turnIds).size).toBe(turnIds.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are numbered through in each turn, in start order', () => {
    fc.assert(
      fc.property(anySession, (spans) => {
        const { toolCalls } = resolve(spans);
        for (const calls of Map.groupBy(toolCalls, (call) => call.turn_id).values()) {
          expect(calls.map((call) => call.seq)).toEqual(calls.map((_, i) => i));
          const starts = calls.map((call) => BigInt(call.start_ns));
          expect(starts).toEqual(starts.toSorted((a, b) => Number(a - b)));
        }
      }),
    );
  });
});

describe('a sender whose clock is far off', () => {
  it('has the same loops: the day that is shown is moved, which calls ran side by side is not', () => {
    const calls = [0, 1, 2, 3, 4, 5].map((n) =>
      toolSpan({ id: `${n}`, args: { q: 1 }, result: [], at: [n * 20, n * 20 + 10] }),
    );
    const kinds = (spans: readonly SpanRow[]): string[] =>
      resolve(spans).loops.map(({ kind }) => kind);
    const moved = calls.map((span) => ({ ...span, started_at: calls[0]?.started_at ?? '' }));
    expect(kinds(calls)).toEqual(['empty']);
    expect(kinds(moved)).toEqual(['empty']);
  });
});

/** What the store keeps: the highest version of each key, and of equal ones the last. */
function createShelf() {
  const rows = new Map<
    string,
    { version: string; deleted: 0 | 1; row: object; key: ResolvedKey }
  >();
  return {
    put(table_name: ResolvedKey['table_name'], row: StoredRow) {
      const key: ResolvedKey = { span_id: '', call_index: 0, loop_id: '', ...row, table_name };
      const held = rows.get(currentKey(key));
      if (held !== undefined && BigInt(held.version) > BigInt(row.version)) return;
      const { version, deleted } = row;
      rows.set(currentKey(key), { version, deleted, row: { ...row, version: '' }, key });
    },
    current: () =>
      new Map(
        [...rows].filter(([, { deleted }]) => deleted === 0).map(([name, { key }]) => [name, key]),
      ),
    rows: () =>
      [...rows.values()]
        .filter((held) => held.deleted === 0)
        .map((held) => JSON.stringify(held.row))
        .toSorted(),
  };
}

type StoredRow = Omit<ResolvedKey, 'table_name' | 'span_id' | 'call_index' | 'loop_id'> & {
  deleted: 0 | 1;
};

describe('rows written while spans arrive', () => {
  it('end as if all spans had been there at once', () => {
    const arrivals = anySession.chain((spans) =>
      fc.tuple(
        fc.shuffledSubarray(spans, { minLength: spans.length }),
        fc.array(fc.integer({ min: 0, max: 3 }), {
          minLength: spans.length,
          maxLength: spans.length,
        }),
        fc.record({ isLong: fc.boolean(), room: fc.constantFrom(5, 1_000) }),
      ),
    );
    fc.assert(
      fc.property(arrivals, ([spans, waves, { isLong, room }]) => {
        const arrived = spans.map((span, i) => ({
          ...span,
          ingested_at: toInstant(EPOCH_MS + (waves[i] ?? 0) * 3_600_000),
        }));
        const inWaves = createShelf();
        const kept = {
          written: createWritten(),
          isLong,
          trees: createHeldTrees({ maxWeight: room, weightOf: () => 1 }),
        };
        const seen: SpanRow[] = [];
        for (const wave of [0, 1, 2, 3]) {
          seen.push(...arrived.filter((_, i) => waves[i] === wave));
          write(inWaves, seen, kept);
        }
        const atOnce = createShelf();
        write(atOnce, arrived, { written: createWritten(), isLong });
        expect(inWaves.rows()).toEqual(atOnce.rows());
        expect(withoutVersions(resolve(arrived))).toEqual(withoutVersions(resolve(spans)));
      }),
      { numRuns: 300 },
    );
  });

  it('are not written again where nothing changed', () => {
    fc.assert(
      fc.property(anySession, fc.boolean(), (spans, isLong) => {
        const shelf = createShelf();
        const written = createWritten();
        write(shelf, spans, { written, isLong });
        const changes = changesOf(resolve(spans), shelf.current(), { project: 'default', written });
        expect(changes).toEqual({
          toolCalls: [],
          turnVerdicts: [],
          loops: [],
          guardDecisions: [],
        });
      }),
    );
  });
});

interface Kept {
  written: ReturnType<typeof createWritten>;
  isLong: boolean;
  /** Those of the look before, from which these grow. */
  trees?: Trees;
}

function write(
  shelf: ReturnType<typeof createShelf>,
  spans: readonly SpanRow[],
  { written, isLong, trees }: Kept,
): void {
  const resolved = rowsOf(resolveSpans([...spans], new Map(), trees), (turn) =>
    detectTurn(turn, { declarations: new Map() }),
  );
  const changes = changesOf(resolved, shelf.current(), { project: 'default', written });
  for (const row of changes.toolCalls) shelf.put('tool_calls', row);
  for (const row of changes.turnVerdicts) shelf.put('turn_verdicts', row);
  for (const row of changes.loops) shelf.put('loops', row);
  noteWritten(changes, { written, isLong });
}
