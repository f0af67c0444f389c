import type { LoopFeedbackRow, LoopRow } from '@loopscope/sql';

import type { ExemptionProposal, LoopFeedback } from '../contract/index.ts';
import { toIso } from '../instant.ts';

/** What was said of this very incident, else of the latest of the same kind and shape. `feedback`: the latest first. */
export function presentFeedback(
  loop: Pick<LoopRow, 'loop_id' | 'kind' | 'shape'>,
  feedback: readonly LoopFeedbackRow[],
): LoopFeedback | null {
  const alike = feedback.filter(
    ({ loop_id: id, kind, shape }) =>
      id === loop.loop_id || (kind === loop.kind && shape === loop.shape && shape !== ''),
  );
  const own = alike.find(({ loop_id: id }) => id === loop.loop_id);
  const row = own ?? alike[0];
  if (row === undefined) return null;
  return {
    verdict: row.verdict,
    reason: row.reason,
    by: row.author,
    at: toIso(row.given_at),
    is_own: own !== undefined,
    said: alike.length,
  };
}

/** Tools of whose incidents people say, in the end, that they are none; the most said first. `feedback`: the latest first. */
export function proposeExemptions(
  feedback: readonly LoopFeedbackRow[],
  exempt: ReadonlySet<string>,
): ExemptionProposal[] {
  const groups = Map.groupBy(feedback, ({ kind, shape }) => JSON.stringify([kind, shape]));
  const dismissed = [...groups.values()].filter(([latest]) => latest?.verdict === 'not_a_loop');
  // A ring is exempt only tool by tool, and an exemption of one of them would hide its other loops.
  const single = dismissed.filter(([latest]) => latest?.tools.length === 1);
  const byTool = Map.groupBy(single, ([latest]) => latest?.tools[0] ?? '');
  return [...byTool]
    .filter(([tool]) => tool !== '' && !exempt.has(tool))
    .map(([tool, incidents]) => proposal(tool, incidents))
    .toSorted((a, b) => said(b) - said(a) || (a.tool < b.tool ? -1 : 1));
}

function proposal(tool: string, incidents: readonly LoopFeedbackRow[][]): ExemptionProposal {
  const rows = incidents.flat().filter(({ verdict }) => verdict === 'not_a_loop');
  const lastAt = rows.reduce((last, row) => (row.given_at > last ? row.given_at : last), '');
  return {
    tool,
    incidents: incidents.flatMap((group) => {
      const [latest] = group;
      if (latest === undefined) return [];
      const against = group.filter(({ verdict }) => verdict === 'not_a_loop').length;
      return {
        kind: latest.kind,
        shape: latest.shape,
        not_a_loop: against,
        loop: group.length - against,
      };
    }),
    reasons: [...new Set(rows.map((row) => row.reason))],
    by: [...new Set(rows.map((row) => row.author))],
    last_at: toIso(lastAt),
  };
}

function said({ incidents }: ExemptionProposal): number {
  return incidents.reduce((sum, { not_a_loop: count }) => sum + count, 0);
}
