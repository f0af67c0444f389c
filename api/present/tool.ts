import type { ToolTotalsRow } from '@loopscope/sql';

import type { Tool, ToolDetail } from '../contract/index.ts';
import { share } from './share.ts';

export function presentTool(row: ToolTotalsRow): Tool {
  const retryRate = share(row.retries, row.calls);
  const eventualSuccess = share(row.eventual_successes, row.failed_identities);
  return {
    tool: row.tool,
    calls: row.calls,
    turns: row.turns,
    errors: row.errors,
    empties: row.empties,
    retries: row.retries,
    fruitless: row.fruitless,
    retry_rate: retryRate,
    eventual_success_rate: eventualSuccess,
    transport_share: share(row.transport_errors, row.errors),
    semantic_share: share(row.semantic_errors, row.errors),
    retry_tokens: row.retry_tokens,
    max_attempts: row.max_attempts,
    loops: row.loops,
    verdict: verdictOf({ retryRate, eventualSuccess, fruitless: share(row.fruitless, row.calls) }),
    identity_fields: row.last_identity_fields,
  };
}

/**
 * Below this share of calls, retries are the ordinary noise of a network; so many that loop and come back empty or rejected are no
 * accident of one run.
 */
export const HIGH_SHARE = 0.05;
/** Retries that mostly succeed point at the infrastructure, retries that mostly do not at the description. */
const HIGH_EVENTUAL_SUCCESS = 0.5;

interface Rates {
  retryRate: number | null;
  eventualSuccess: number | null;
  fruitless: number | null;
}

/** A tool that never fails and is asked again and again is told no better than one whose retries fail. */
function verdictOf({ retryRate, eventualSuccess, fruitless }: Rates): Tool['verdict'] {
  if ((fruitless ?? 0) >= HIGH_SHARE) return 'badly_specified';
  if ((retryRate ?? 0) < HIGH_SHARE) return 'healthy';
  return (eventualSuccess ?? 0) >= HIGH_EVENTUAL_SUCCESS ? 'flaky' : 'badly_specified';
}

interface ToolErrorRow {
  error_class: string;
  error_template: string;
  calls: number;
  class_calls: number;
}

/** Totals of each class once, in the order of their first template, and the templates as they come. */
export function presentToolErrors(
  rows: readonly ToolErrorRow[],
): Pick<ToolDetail, 'error_classes' | 'error_templates'> {
  const classes = new Map(rows.map((row) => [row.error_class, row.class_calls]));
  return {
    error_classes: [...classes]
      .map(([errorClass, calls]) => ({ error_class: errorClass, calls }))
      .toSorted((left, right) => right.calls - left.calls),
    error_templates: rows.map((row) => ({
      error_class: row.error_class,
      template: row.error_template,
      calls: row.calls,
    })),
  };
}
