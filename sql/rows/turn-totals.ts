import type { ToolCallRow, TurnVerdictRow } from './rows.ts';
import { toolTotals } from './tool-totals.ts';

/** The columns of `turn_verdicts` that follow from the turn's calls alone. */
export type TurnTotals = Pick<
  TurnVerdictRow,
  | 'calls'
  | 'tools'
  | 'tool_totals'
  | 'signatures'
  | 'identities'
  | 'distinct_signatures'
  | 'distinct_identities'
  | 'max_attempts'
  | 'max_attempts_tool'
  | 'errors'
  | 'error_templates'
  | 'empties'
  | 'retries'
  | 'failed_identities'
  | 'eventual_successes'
  | 'retry_tokens'
  | 'retry_cost'
  | 'side_effect_repeats'
>;

/** The calls of one turn, in any order -> what they add up to. Signatures and identities stand in the order of their first calls. */
export function turnTotals(given: readonly ToolCallRow[]): TurnTotals {
  const calls = given.toSorted((a, b) => a.seq - b.seq);
  const retries = calls.filter((call) => call.retry !== '');
  const failures = calls.filter((call) => call.outcome === 'error');
  const signed = calls.filter((call) => call.signature !== '');
  const identified = calls.filter((call) => call.identity !== '');
  const signatures = distinct(signed, (call) => call.signature);
  const identities = distinct(identified, (call) => call.identity);
  const worst = worstCall(calls);
  const tools = toolTotals(calls);
  return {
    calls: calls.length,
    tools: tools.map(({ tool }) => tool),
    tool_totals: tools,
    signatures,
    identities,
    distinct_signatures: signatures.length + calls.length - signed.length,
    distinct_identities: identities.length + calls.length - identified.length,
    max_attempts: worst?.attempt ?? 0,
    max_attempts_tool: worst?.tool ?? '',
    errors: failures.length,
    error_templates: errorTemplates(calls),
    empties: calls.filter((call) => call.result_kind === 'empty').length,
    retries: retries.length,
    failed_identities: countIdentities(failures),
    eventual_successes: countIdentities(retries.filter((call) => call.eventual_success === 1)),
    retry_tokens: sum(retries, (call) => call.input_tokens + call.output_tokens),
    retry_cost: sum(retries, (call) => call.cost),
    side_effect_repeats: countSideEffectRepeats(identified),
  };
}

const MAX_TEMPLATE_CHARS = 64_000;

function errorTemplates(calls: readonly ToolCallRow[]): string[] {
  let chars = 0;
  return distinct(calls, (call) => call.error_template).filter((template) => {
    chars += template.length;
    return template !== '' && chars <= MAX_TEMPLATE_CHARS;
  });
}

/** The first call of those with the most attempts. */
function worstCall(calls: readonly ToolCallRow[]): ToolCallRow | undefined {
  let [worst] = calls;
  for (const call of calls) if (worst === undefined || call.attempt > worst.attempt) worst = call;
  return worst;
}

/** A lost answer says nothing about the write: the one before may well have been made. */
function countSideEffectRepeats(identified: readonly ToolCallRow[]): number {
  const unheard = new Set<string>();
  let repeats = 0;
  for (const call of identified) {
    if (call.effect !== 'write' && call.effect !== 'destructive') continue;
    const purpose = JSON.stringify([call.tool, call.identity]);
    if (unheard.has(purpose)) repeats += 1;
    if (call.outcome !== 'error') continue;
    if (call.error_class === 'timeout' || call.error_class === 'connection') unheard.add(purpose);
  }
  return repeats;
}

function countIdentities(calls: readonly ToolCallRow[]): number {
  return distinct(calls, (call) => call.identity).filter(Boolean).length;
}

function distinct(calls: readonly ToolCallRow[], text: (call: ToolCallRow) => string): string[] {
  return [...new Set(calls.map(text))];
}

function sum(calls: readonly ToolCallRow[], value: (call: ToolCallRow) => number): number {
  return calls.reduce((total, call) => total + value(call), 0);
}
