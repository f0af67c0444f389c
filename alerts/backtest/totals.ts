import type { Facts } from '../condition/condition.ts';
import { loopFacts, type LoopCount } from '../watch/subject.ts';
import type { ReplayCall } from './stored.ts';

/** What the calls of a session or turn add up to, call by call; the same numbers as the store's totals at that moment. */
export interface Totals {
  add(call: ReplayCall): void;
  facts(loops: readonly LoopCount[]): Facts;
  mostAttempted(): string;
}

export function createTotals(startMs: number): Totals {
  const signatures = new Set<string>();
  const identities = new Set<string>();
  const failed = new Set<string>();
  const mended = new Set<string>();
  const unheard = new Set<string>();
  const turns = new Set<string>();
  let tool = '';
  let endMs = startMs;
  const sums = {
    tool_calls: 0,
    unsigned: 0,
    unidentified: 0,
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

  function addWrite(call: ReplayCall, purpose: string): void {
    if (call.effect !== 'write' && call.effect !== 'destructive') return;
    if (unheard.has(purpose)) sums.side_effect_repeats += 1;
    const isUnheard = call.error_class === 'timeout' || call.error_class === 'connection';
    if (call.outcome === 'error' && isUnheard) unheard.add(purpose);
  }

  return {
    add(call) {
      const purpose = JSON.stringify([call.turn_id, call.tool, call.identity]);
      const isError = call.outcome === 'error';
      sums.tool_calls += 1;
      if (call.signature === '') sums.unsigned += 1;
      else signatures.add(call.signature);
      if (call.identity === '') sums.unidentified += 1;
      else identities.add(call.identity);
      if (call.attempt > sums.max_attempts) {
        sums.max_attempts = call.attempt;
        tool = call.tool;
      }
      if (isError) sums.errors += 1;
      if (call.result_kind === 'empty') sums.empties += 1;
      if (call.retry !== '') {
        sums.retries += 1;
        sums.retry_tokens += call.input_tokens + call.output_tokens;
        sums.retry_cost += call.cost;
        if (!isError && call.identity !== '') mended.add(purpose);
      }
      if (isError && call.identity !== '') failed.add(purpose);
      if (call.identity !== '') addWrite(call, purpose);
      sums.input_tokens += call.input_tokens;
      sums.output_tokens += call.output_tokens;
      sums.cost += call.cost;
      turns.add(call.turn_id);
      endMs = Math.max(endMs, call.ended_ms);
    },
    facts(loops) {
      const { unsigned, unidentified, ...counted } = sums;
      const durationMs = Math.max(0, endMs - startMs);
      const distinct = signatures.size + unsigned;
      return {
        ...counted,
        distinct_signatures: distinct,
        distinct_identities: identities.size + unidentified,
        distinct_ratio: sums.tool_calls === 0 ? null : distinct / sums.tool_calls,
        failed_identities: failed.size,
        eventual_successes: mended.size,
        cost_per_minute: durationMs < 1_000 ? null : (sums.cost * 60_000) / durationMs,
        duration_ms: durationMs,
        turns: turns.size,
        looping_turns: loops.some(({ severity }) => severity === 'alert') ? 1 : 0,
        ...loopFacts(loops),
      };
    },
    mostAttempted: () => tool,
  };
}
