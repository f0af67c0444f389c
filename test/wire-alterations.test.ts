import { resolveSession } from '@loopscope/analyzer';
import type { SpanRow, ToolCallRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';
import { ALTERATIONS, type Alteration } from './wire-alterations.ts';
import { isOwnCall, trueSignature } from './wire-cells.ts';
import { UNJOINED } from './wire-gaps.ts';
import { batchesOf, emitters, scenariosOf, storedOf, truthOf } from './wire-recordings.ts';

/** Of a coding agent's calls the arguments come with records, not with its spans. */
const NAMED_BY_RECORDS: ReadonlySet<string> = new Set(['claude-code']);
/** Each recording is altered in one way, and in every way some recordings are. */
const SHARE = 13;

const recordings = emitters()
  .filter((emitter) => !UNJOINED.has(emitter) && !NAMED_BY_RECORDS.has(emitter))
  .flatMap((emitter) => scenariosOf(emitter).map((scenario) => truthOf(emitter, scenario)));

describe.each(
  Object.entries(ALTERATIONS).map(([name, alteration], at) => ({ name, alteration, at })),
)('where $name', ({ alteration, at }) => {
  it('no call is found that was not made, and none twice', () => {
    const chosen = recordings.filter(
      (truth, nth) => (nth + at) % SHARE === 0 && alteration.isMeaningless?.(truth) !== true,
    );
    const faults = chosen.flatMap((truth, nth) => faultOf(truth, alteration, nth) ?? []);
    expect(faults).toEqual([]);
  });
});

type Truth = (typeof recordings)[number];

function faultOf(truth: Truth, { finds, apply }: Alteration, seed: number): string | null {
  const { emitter, scenario } = truth;
  const batches = batchesOf(emitter, scenario);
  const altered = found(storedOf(apply(batches, { truth, random: randomOf(seed) })));
  const extra = notMade(altered.calls, truth, finds === 'twice' ? 2 : 1);
  if (extra.length > 0) return `${emitter} ${scenario}: ${extra.join(', ')}`;
  if (finds === 'some') return null;
  const plain = found(storedOf(batchesOf(emitter, scenario)));
  const times = finds === 'twice' ? 2 : 1;
  const isSame =
    altered.calls.length === times * plain.calls.length && altered.turns === times * plain.turns;
  return isSame
    ? null
    : `${emitter} ${scenario}: ${altered.calls.length} calls, ${altered.turns} turns`;
}

function found(rows: SpanRow[]): { calls: ToolCallRow[]; turns: number } {
  const { toolCalls, turnVerdicts } = resolveSession(rows, {
    declarations: new Map(),
    prices: new Map(),
  });
  return { calls: toolCalls.filter(isOwnCall), turns: turnVerdicts.length };
}

/** Calls that stand for none of those that were made, each of which was made so many times. */
function notMade(calls: readonly ToolCallRow[], truth: Truth, times: number): string[] {
  const left = Array.from({ length: times }, () => truth.tool_calls).flat();
  const isLike = ({ tool, signature }: ToolCallRow) => {
    const at = left.findIndex(
      (made) => made.tool === tool && (signature === '' || signature === trueSignature(made)),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const known = calls.filter(({ signature }) => signature !== '');
  const unknown = calls.filter(({ signature }) => signature === '');
  return [...known, ...unknown].flatMap((call) => (isLike(call) ? [] : call.tool));
}

/** Numbers from 0 to 1, the same for one seed. */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
