import { resolveSession, type ResolvedRows } from '@loopscope/analyzer';
import {
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
} from '@loopscope/collector';
import { beforeAll, describe, expect, it } from 'vitest';

import { hasSharedData, recordedRuns, sharedLines, type RecordedRun } from './shared-data.ts';

const rowContext = {
  project: 'trail',
  declarations: new Map(),
  content: 'full' as const,
  limits: DEFAULT_LIMITS,
  nowMs: Date.UTC(2026, 10, 30),
};

/** Equal arguments in the recomputation's own way: JSON with sorted keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

describe.skipIf(!hasSharedData)('the recorded TRAIL traces, resolved (needs ../shared)', () => {
  const resolved = new Map<string, ResolvedRows>();
  let runs: RecordedRun[] = [];

  beforeAll(() => {
    const normalise = createNormaliser(DIALECTS);
    for (const line of sharedLines('trail/otlp.jsonl.gz')) {
      const { spans } = decodeTraces(Buffer.from(line), 'json', DEFAULT_LIMITS);
      const rows = spans.map((span) => toSpanRow(normalise(span), rowContext));
      const context = { declarations: new Map(), prices: new Map() };
      resolved.set(`trail/${rows[0]!.trace_id}`, resolveSession(rows, context));
    }
    runs = recordedRuns('trail/turns.jsonl.gz');
  });

  it('are one turn each, with the recorded calls in the recorded order', () => {
    for (const run of runs) {
      const { toolCalls, turnVerdicts } = resolved.get(run.id)!;
      const calls = run.calls.filter((call) => call.src === 'tool_span');
      expect(turnVerdicts, run.id).toHaveLength(1);
      expect(
        toolCalls.filter((call) => call.source === 'span').map((call) => call.span_id),
        run.id,
      ).toEqual(calls.map((call) => call.span_id));
    }
  });

  it('count what a plain recomputation counts', () => {
    for (const run of runs) {
      const { toolCalls } = resolved.get(run.id)!;
      const calls = run.calls.filter((call) => call.src === 'tool_span');
      const asked = calls.map((call) => `${call.tool} ${sortedJson(call.args)}`);
      const seen = toolCalls.filter((call) => call.source === 'span');
      expect(new Set(seen.map((call) => call.signature)).size, run.id).toBe(new Set(asked).size);
      const errors = seen.map((call) => call.error_class);
      const attempts = new Map<string, number>();
      for (const [i, key] of asked.entries()) {
        const count = (attempts.get(`${key} ${errors[i]}`) ?? 0) + 1;
        attempts.set(`${key} ${errors[i]}`, count);
        expect(seen[i]!.attempt, run.id).toBe(count);
      }
    }
  });

  it('show calls in messages that no span covers only where there are such', () => {
    const unseen = [...resolved].flatMap(([id, { toolCalls }]) =>
      toolCalls.filter((call) => call.source === 'messages').map((call) => `${id} ${call.tool}`),
    );
    expect(unseen).toEqual([]);
  });
});
