import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { trajectory, turnPage, type ToolStep, type Turn } from '@loopscope/api/contract';
import { importFiles } from '@loopscope/cli';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startProduct, type Product } from './product.ts';
import {
  hasSharedData,
  recordedRuns,
  sharedLines,
  type RecordedCall,
  type RecordedRun,
} from './shared-data.ts';

/** Canonical text by the plainest means there is; independent of the product's own. */
function plainCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${plainCanonical(item)}`).join(',')}}`;
}

/** Arguments that were not recorded are equal to nothing, so such a call is a key of its own. */
const keyOf = (call: RecordedCall): string => {
  const args = call.args === null ? `unknown ${call.i}` : plainCanonical(call.args);
  return createHash('sha1').update(`${call.tool}\n${args}`).digest('hex');
};

function largestCount(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

const isSoak = process.env['LOOPSCOPE_SOAK'] === '1';
/** Turns whose attempts are recounted from their steps, where it is no soak. */
const LOOPIEST = 40;

interface Expected {
  calls: number;
  distinct: number;
  /** Occurrences of the commonest (tool, arguments), whatever came of them: no turn may exceed it. */
  mostRepeated: number;
}

const expectedOf = (calls: readonly RecordedCall[]): Expected => {
  const keys = calls.map(keyOf);
  return { calls: keys.length, distinct: new Set(keys).size, mostRepeated: largestCount(keys) };
};

/** All turns of the product, loopiest first. */
async function allTurns(product: Product): Promise<Turn[]> {
  const turns: Turn[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await product.get(
      `/api/v1/turns?sort=-max_attempts&limit=500&from=2000-01-01T00:00:00Z${next}`,
      turnPage,
    );
    turns.push(...page.items);
    cursor = page.next_cursor;
  }
  return turns;
}

function agree(turn: Turn, expected: Expected): void {
  expect({ calls: turn.calls, distinct: turn.distinct_signatures }).toEqual({
    calls: expected.calls,
    distinct: expected.distinct,
  });
  expect(turn.distinct_ratio).toBeCloseTo(expected.distinct / expected.calls, 6);
  expect(turn.max_attempts).toBeLessThanOrEqual(expected.mostRepeated);
  if (turn.errors === 0) expect(turn.max_attempts).toBe(expected.mostRepeated);
}

/** Attempts recounted from the steps as shown: (tool, arguments, error class). */
async function agreeOnAttempts(product: Product, turn: Turn): Promise<void> {
  const { steps } = await product.get(
    `/api/v1/turns/${encodeURIComponent(turn.turn_id)}`,
    trajectory,
  );
  const calls = steps.filter((step): step is ToolStep => step.kind === 'tool');
  const keys = calls.map((call) => `${call.tool}\n${call.args}\n${call.error_class}`);
  expect(turn.max_attempts).toBe(largestCount(keys));
}

describe.skipIf(!hasSharedData)('recorded TRAIL traces through OTLP (needs ../shared)', () => {
  let product: Product;
  let turns: Turn[];
  const runs = new Map<string, RecordedRun>();

  beforeAll(async () => {
    product = await startProduct();
    for (const run of recordedRuns('trail/turns.jsonl.gz'))
      runs.set(run.id.slice('trail/'.length), run);
    for (const line of sharedLines('trail/otlp.jsonl.gz')) await product.post(line);
    await product.settle();
    turns = await allTurns(product);
  }, 120_000);
  afterAll(() => product.close());

  const toolSpans = (run: RecordedRun | undefined): RecordedCall[] =>
    (run?.calls ?? []).filter((call) => call.src === 'tool_span');

  test('calls, distinct ratio and max attempts of every turn equal a recomputation', async () => {
    const withCalls = [...runs.values()].filter((run) => toolSpans(run).length > 0);
    expect(turns.filter((turn) => turn.calls > 0)).toHaveLength(withCalls.length);
    for (const [place, turn] of turns.entries()) {
      const expected = expectedOf(toolSpans(runs.get(turn.trace_id)));
      if (expected.calls === 0) expect(turn.calls).toBe(0);
      else {
        agree(turn, expected);
        if (isSoak || place < LOOPIEST) await agreeOnAttempts(product, turn);
      }
    }
  });

  test('the three loopiest turns come first', () => {
    const repeated = [...runs].map(
      ([id, run]) => [id, expectedOf(toolSpans(run)).mostRepeated] as const,
    );
    const loopiest = repeated.toSorted((a, b) => b[1] - a[1]).slice(0, 3);
    const shown = turns.slice(0, 3).map((turn) => [turn.trace_id, turn.max_attempts] as const);
    expect(new Set(shown)).toEqual(new Set(loopiest));
  });
});

/** Every so many of a set's runs; all of them in a soak. */
const imports: readonly { set: string; runs: number; every: number }[] = [
  { set: 'tau_bench', runs: 200, every: 2 },
  { set: 'code_agents', runs: 104, every: 1 },
  { set: 'mini_swe', runs: 500, every: 5 },
];

describe.skipIf(!hasSharedData).each(imports)(
  'import of $set (needs ../shared)',
  ({ set, runs, every }) => {
    test('every turn equals a recomputation from the file', async () => {
      const lines = sharedLines(`${set}/turns.jsonl.gz`);
      expect(lines).toHaveLength(runs);
      const chosen = lines.filter((_line, index) => isSoak || index % every === 0);
      const folder = mkdtempSync(join(tmpdir(), 'loopscope-recorded-'));
      writeFileSync(join(folder, 'turns.jsonl.gz'), gzipSync(chosen.join('\n')));
      const product = await startProduct();
      try {
        const problems: string[] = [];
        const summary = await importFiles([join(folder, 'turns.jsonl.gz')], {
          url: product.otlpHttp,
          key: '',
          fetch,
          form: null,
          declarations: new Map(),
          atMs: Date.now(),
          spreadMs: 3_600_000,
          onProblem: (where, why) => problems.push(`${where}: ${why}`),
        });
        expect(problems).toEqual([]);
        await product.settle();

        const expected = new Map<string, Expected>();
        for (const run of chosen.map((line): RecordedRun => JSON.parse(line))) {
          const byTurn = Map.groupBy(run.calls, (call) => call.turn ?? 1);
          const numbers = [...byTurn.keys()].toSorted((a, b) => a - b);
          for (const [order, number] of numbers.entries()) {
            expected.set(`${run.id}#${order}`, expectedOf(byTurn.get(number) ?? []));
          }
        }
        expect(summary).toMatchObject({ skipped: 0, rejected: 0, runs: chosen.length });

        const turns = (await allTurns(product)).filter((turn) => turn.calls > 0);
        expect(turns).toHaveLength(expected.size);
        for (const [session, group] of Map.groupBy(turns, (turn) => turn.session_id)) {
          const inOrder = group.toSorted((a, b) => a.started_at.localeCompare(b.started_at));
          for (const [order, turn] of inOrder.entries()) {
            const wanted = expected.get(`${session}#${order}`);
            expect(wanted, `${session} turn ${order}`).toBeDefined();
            if (wanted !== undefined) agree(turn, wanted);
          }
        }
        for (const turn of turns.slice(0, 10)) await agreeOnAttempts(product, turn);
      } finally {
        await product.close();
        rmSync(folder, { recursive: true });
      }
    }, 240_000);
  },
);
