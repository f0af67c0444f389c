import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { savings, type Call } from '@loopscope/loops';
import {
  migrate,
  openStore,
  toInstant,
  turnSavings,
  type Store,
  type ToolCallRow,
} from '@loopscope/sql';
import { sampleToolCall, sampleTurn } from '@loopscope/sql/sample-rows';
import { beforeAll, describe, expect, it } from 'vitest';

let store: Store;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-savings-'));
  store = await openStore({ dataDir, retentionDays: 30 });
  await migrate(store);
  return async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
});

/** Numbers in 0..1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const EFFECTS = ['read', 'write', 'destructive', 'unknown'] as const;
const CLASSES = ['', 'timeout', 'connection', 'validation'] as const;

interface Made {
  call: Call;
  key: string;
  attempt: number;
}

function makeCalls(seed: number): Made[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const counts = new Map<string, number>();
  return Array.from({ length: Math.floor(random() * 40) }, (_, seq) => {
    const identity = random() < 0.1 ? null : pick(['a', 'b', 'c']);
    const errorClass = pick(CLASSES);
    const key = identity === null ? '' : `${identity} ${errorClass}`;
    const attempt = key === '' ? 1 : (counts.get(key) ?? 0) + 1;
    counts.set(key, attempt);
    const call: Call = {
      seq,
      turn: 1,
      step: seq,
      tool: 'tool',
      signature: identity,
      identity,
      outcome: errorClass === '' ? 'ok' : 'error',
      errorClass: errorClass === '' ? null : errorClass,
      errorTemplate: '',
      resultKind: 'value',
      resultFingerprint: null,
      effect: pick(EFFECTS),
      startMs: seq * 1_000,
      durationMs: Math.floor(random() * 1_000),
      agent: '',
      session: '',
      epoch: 0,
      modelMs: Math.floor(random() * 100),
      inputTokens: Math.floor(random() * 100),
      outputTokens: Math.floor(random() * 10),
      cost: Math.floor(random() * 8) / 8,
    };
    return { call, key, attempt };
  });
}

function toRow(turnId: string, { call, attempt }: Made): ToolCallRow {
  return sampleToolCall({
    project: 'default',
    trace_id: turnId,
    span_id: `${turnId}-${call.seq}`,
    turn_id: turnId,
    session_id: turnId,
    seq: call.seq,
    step: call.step,
    tool: call.tool,
    start_ns: `${call.startMs}000000`,
    started_at: toInstant(call.startMs),
    duration_ms: call.durationMs,
    outcome: call.outcome,
    error_class: call.errorClass ?? '',
    signature: call.signature ?? '',
    identity: call.identity ?? '',
    args_known: call.identity === null ? 0 : 1,
    effect: call.effect,
    attempt,
    model_ms: call.modelMs,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cost: call.cost,
  });
}

describe('what a cap saves', () => {
  it('is the same by the store as by the detectors, for every cap and any turn', async () => {
    const turns = Array.from({ length: 30 }, (_, index) => ({
      id: `turn-${index}`,
      made: makeCalls(index + 1),
    }));
    await store.insert(
      'tool_calls',
      turns.flatMap(({ id, made }) => made.map((one) => toRow(id, one))),
    );
    await store.insert(
      'turn_verdicts',
      turns.map(({ id }) =>
        sampleTurn({ project: 'default', turn_id: id, trace_id: id, trace_ids: [id] }),
      ),
    );
    for (const { id, made } of turns) {
      const rows = await store.query(turnSavings, { project: 'default', turn_id: id });
      const expected = savings(
        made.map(({ call }) => call),
        made.map(({ key }) => key),
      );
      const byCap = new Map(rows.map((row) => [row.cap, row]));
      for (const { cap, calls, ms, inputTokens, outputTokens, usd, sideEffects } of expected) {
        const row = byCap.get(cap) ?? {
          calls: 0,
          ms: 0,
          input_tokens: 0,
          output_tokens: 0,
          cost: 0,
          side_effects: 0,
        };
        expect(row).toMatchObject({
          calls,
          ms,
          input_tokens: inputTokens,
          output_tokens: outputTokens,
          cost: usd,
          side_effects: sideEffects,
        });
      }
    }
  });
});
