import type { ToolCallRow } from './rows.ts';
import type { ToolTotalsOfTurn } from './tool-totals-row.ts';

interface Tally {
  totals: ToolTotalsOfTurn;
  failed: Set<string>;
  succeeded: Set<string>;
  loops: Set<string>;
}

/** The calls of one turn in their order -> what those of each tool add up to, sorted by name. */
export function toolTotals(calls: readonly ToolCallRow[]): ToolTotalsOfTurn[] {
  const tallies = new Map<string, Tally>();
  for (const call of calls) {
    let tally = tallies.get(call.tool);
    if (tally === undefined) tallies.set(call.tool, (tally = newTally(call.tool)));
    add(tally, call);
  }
  return [...tallies.values()]
    .map(({ totals, failed, succeeded, loops }) => {
      // What is known by no identity is no purpose.
      for (const purposes of [failed, succeeded]) purposes.delete('');
      totals.failed_identities = failed.size;
      totals.eventual_successes = succeeded.size;
      totals.loops = loops.size;
      return totals;
    })
    .toSorted((a, b) => (a.tool < b.tool ? -1 : 1));
}

function newTally(tool: string): Tally {
  const totals = {
    tool,
    identity_fields: [],
    calls: 0,
    errors: 0,
    transport_errors: 0,
    semantic_errors: 0,
    empties: 0,
    retries: 0,
    fruitless: 0,
    failed_identities: 0,
    eventual_successes: 0,
    retry_tokens: 0,
    max_attempts: 0,
    loops: 0,
  };
  return { totals, failed: new Set(), succeeded: new Set(), loops: new Set() };
}

function add({ totals, failed, succeeded, loops }: Tally, call: ToolCallRow): void {
  const isEmpty = call.result_kind === 'empty';
  totals.identity_fields = call.identity_fields;
  totals.calls += 1;
  totals.max_attempts = Math.max(totals.max_attempts, call.attempt);
  if (isEmpty) totals.empties += 1;
  if (call.error_family === 'transport') totals.transport_errors += 1;
  if (call.error_family === 'semantic') totals.semantic_errors += 1;
  if (call.outcome === 'error') {
    totals.errors += 1;
    failed.add(call.identity);
  }
  if (call.retry !== '') {
    totals.retries += 1;
    totals.retry_tokens += call.input_tokens + call.output_tokens;
    if (call.eventual_success === 1) succeeded.add(call.identity);
  } else if (call.loop_id !== '' && (isEmpty || call.error_family === 'semantic')) {
    totals.fruitless += 1;
  }
  if (call.loop_id !== '') loops.add(call.loop_id);
}
