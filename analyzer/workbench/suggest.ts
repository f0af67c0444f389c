import { parameterDrift, suggestIdentity } from '@loopscope/loops';
import type { ArgumentSample, IdentitySuggestion, ParameterDrift } from '@loopscope/loops';
import { toolArguments } from '@loopscope/sql';
import type { Filter } from '@loopscope/sql';

import { loadDeclared } from '../declared.ts';
import type { Bench } from './bench.ts';

export interface Suggestion {
  /** Declared identity fields; null where the tool is undeclared. */
  declared: readonly string[] | null;
  /** Null where the calls show none, or where the tool is declared. */
  suggestion: IdentitySuggestion | null;
  drift: ParameterDrift;
  /** Calls that were looked at. */
  calls: number;
}

/** The newest calls of a tool, and as much of their arguments, are enough to see a pattern. */
const MAX_CALLS = 2_000;
const MAX_CHARS = 4_000;

export async function suggest(bench: Bench, tool: string, filter: Filter): Promise<Suggestion> {
  const question = { ...filter, tools: [], tool, calls: MAX_CALLS, chars: MAX_CHARS };
  const [rows, { declarations }] = await Promise.all([
    bench.store.query(toolArguments, question),
    loadDeclared(bench, bench.declarations),
  ]);
  const samples = rows.map((row): ArgumentSample => ({
    turn: row.turn_id,
    args: row.args,
    outcome: outcomeOf(row),
  }));
  const declared = declarations.get(tool)?.identity ?? null;
  return {
    declared,
    suggestion: declared === null ? suggestIdentity(samples) : null,
    drift: parameterDrift(samples, declared ?? []),
    calls: samples.length,
  };
}

/** What came back, as coarse as a purpose is: the failure, the empty answer, or the answer itself. */
function outcomeOf(row: {
  outcome: string;
  error_class: string;
  error_template: string;
  result_kind: string;
  result_fingerprint: string;
}): string {
  if (row.outcome === 'error') return `${row.error_class} ${row.error_template}`;
  if (row.result_kind === 'empty') return 'empty';
  return row.result_fingerprint === '' ? '' : `value ${row.result_fingerprint}`;
}
