import {
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
} from '@loopscope/collector';
import { canonicalise, readArguments } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, recordedRuns, sharedLines, type RecordedCall } from './shared-data.ts';

/** Canonical text, so that spacing and key order of two writers do not matter. */
function canonical(args: string): string {
  const read = readArguments(args);
  return read.known ? canonicalise(read.value) : '';
}

describe.skipIf(!hasSharedData)('the recorded TRAIL traces (needs ../shared)', () => {
  const rows = new Map<string, SpanRow>();
  let calls: RecordedCall[] = [];

  beforeAll(() => {
    const normalise = createNormaliser(DIALECTS);
    const context = {
      project: 'trail',
      declarations: new Map(),
      content: 'full' as const,
      limits: DEFAULT_LIMITS,
      nowMs: Date.UTC(2026, 10, 30),
    };
    for (const line of sharedLines('trail/otlp.jsonl.gz')) {
      const { spans, rejections } = decodeTraces(Buffer.from(line), 'json', DEFAULT_LIMITS);
      expect(rejections).toEqual([]);
      for (const span of spans) rows.set(span.spanId, toSpanRow(normalise(span), context));
    }
    calls = recordedRuns('trail/turns.jsonl.gz')
      .flatMap((run) => run.calls)
      .filter((call) => call.src === 'tool_span');
  });

  const rowOf = (call: RecordedCall): SpanRow => rows.get(call.span_id ?? '')!;

  it('has a tool row for every recorded tool call and for nothing else', () => {
    const tools = [...rows.values()].filter((row) => row.kind === 'tool');
    expect(new Set(tools.map((row) => row.span_id))).toEqual(
      new Set(calls.map((call) => call.span_id)),
    );
    expect(tools).toHaveLength(320);
    expect(calls).toHaveLength(320);
  });

  it('reads the same tool and the same arguments', () => {
    for (const call of calls) {
      expect(rowOf(call).tool).toBe(call.tool);
      expect(canonical(rowOf(call).args)).toBe(canonical(JSON.stringify(call.args)));
      expect(rowOf(call).args_known).toBe(1);
    }
  });

  it('reads the same result where one was recorded, and none where none was', () => {
    let recorded = 0;
    for (const call of calls) {
      const { result, result_known } = rowOf(call);
      const isRecorded = !call.error && call.kind !== 'unrecorded';
      expect(result_known, call.span_id).toBe(isRecorded ? 1 : 0);
      if (!isRecorded) continue;
      recorded += 1;
      const sha = createHash('sha1').update(result).digest('hex');
      expect(sha.slice(0, call.result_sha?.length)).toBe(call.result_sha);
    }
    expect(recorded).toBe(135);
  });

  it('calls an error what was recorded as one', () => {
    for (const call of calls) expect(rowOf(call).outcome === 'error').toBe(call.error);
  });
});
