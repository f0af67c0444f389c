import type { Facts } from '../condition/condition.ts';
import { loopFacts, type LoopCount } from '../watch/subject.ts';
import type { ReplayCall } from './stored.ts';

/** What the calls of a session or turn add up to, call by call; the same numbers as the store's totals at that moment. */
export interface Totals {
  add(call: ReplayCall): void;
  facts(loops: readonly LoopCount[]): Facts;
  mostAttempted(): string;
}

interface State {
  signatures: Set<string>;
  identities: Set<string>;
  failed: Set<string>;
  mended: Set<string>;
  unheard: Set<string>;
  turns: Set<string>;
  tool: string;
  startMs: number;
  endMs: number;
  unsigned: number;
  unidentified: number;
  sums: typeof NOTHING;
}

const NOTHING = {
  tool_calls: 0,
  max_attempts: 0,
  errors: 0,
  empties: 0,
  retries: 0,
  retry_tokens: 0,
  retry_cost: 0,
  side_effect_repeats: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
};

export function createTotals(startMs: number): Totals {
  const state: State = {
    signatures: new Set(),
    identities: new Set(),
    failed: new Set(),
    mended: new Set(),
    unheard: new Set(),
    turns: new Set(),
    tool: '',
    startMs,
    endMs: startMs,
    unsigned: 0,
    unidentified: 0,
    sums: { ...NOTHING },
  };
  return {
    add(call) {
      addCall(state, call);
      if (call.identity !== '') addPurpose(state, call);
    },
    facts: (loops) => factsOf(state, loops),
    mostAttempted: () => state.tool,
  };
}

function addCall(state: State, call: ReplayCall): void {
  const { sums } = state;
  sums.tool_calls += 1;
  if (call.signature === '') state.unsigned += 1;
  else state.signatures.add(call.signature);
  if (call.identity === '') state.unidentified += 1;
  else state.identities.add(call.identity);
  if (call.attempt > sums.max_attempts) {
    sums.max_attempts = call.attempt;
    state.tool = call.tool;
  }
  if (call.outcome === 'error') sums.errors += 1;
  if (call.result_kind === 'empty') sums.empties += 1;
  if (call.retry !== '') {
    sums.retries += 1;
    sums.retry_tokens += call.input_tokens + call.output_tokens;
    sums.retry_cost += call.cost;
  }
  sums.input_tokens += call.input_tokens;
  sums.output_tokens += call.output_tokens;
  sums.cost += call.cost;
  state.turns.add(call.turn_id);
  state.endMs = Math.max(state.endMs, call.ended_ms);
}

/** What a call means for its purpose: it failed, was mended, or may have been done twice. */
function addPurpose(state: State, call: ReplayCall): void {
  const purpose = JSON.stringify([call.turn_id, call.tool, call.identity]);
  const isError = call.outcome === 'error';
  if (isError) state.failed.add(purpose);
  else if (call.retry !== '') state.mended.add(purpose);
  if (call.effect !== 'write' && call.effect !== 'destructive') return;
  if (state.unheard.has(purpose)) state.sums.side_effect_repeats += 1;
  const isUnheard = call.error_class === 'timeout' || call.error_class === 'connection';
  if (isError && isUnheard) state.unheard.add(purpose);
}

function factsOf(state: State, loops: readonly LoopCount[]): Facts {
  const { sums, startMs, endMs } = state;
  const durationMs = Math.max(0, endMs - startMs);
  const distinct = state.signatures.size + state.unsigned;
  return {
    ...sums,
    distinct_signatures: distinct,
    distinct_identities: state.identities.size + state.unidentified,
    distinct_ratio: sums.tool_calls === 0 ? null : distinct / sums.tool_calls,
    failed_identities: state.failed.size,
    eventual_successes: state.mended.size,
    cost_per_minute: durationMs < 1_000 ? null : (sums.cost * 60_000) / durationMs,
    duration_ms: durationMs,
    turns: state.turns.size,
    looping_turns: loops.some(({ severity }) => severity === 'alert') ? 1 : 0,
    ...loopFacts(loops),
  };
}
