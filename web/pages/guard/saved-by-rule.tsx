import type { GuardSummary } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney } from '../../format/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';

type Saved = GuardSummary['saved_by_rule'][number];

/** Calls that each rule spared, and where guards only watched, what those calls took and what the cap alone predicts. */
export function SavedByRule({ saved }: { saved: readonly Saved[] }) {
  return (
    <Panel title={GUARD.savedByRule} help={GUARD.savedByRuleHelp}>
      <SmallTable
        label={GUARD.savedByRule}
        rows={saved}
        keyOf={({ rule }) => rule}
        empty={GUARD.noDecisions}
        columns={COLUMNS}
      />
    </Panel>
  );
}

const WATCHED_ONLY = '–';

const COLUMNS: readonly SmallColumn<Saved>[] = [
  { name: GUARD.kind, cell: ({ rule }) => rule.replaceAll('_', ' ') },
  { name: GUARD.turns, align: 'end', cell: ({ turns }) => formatCount(turns) },
  { name: GUARD.savedCalls, align: 'end', cell: (row) => formatCount(row.saved_calls) },
  {
    name: GUARD.predicted,
    align: 'end',
    cell: ({ watched }) => (watched === null ? WATCHED_ONLY : formatCount(watched.predicted_calls)),
  },
  {
    name: GUARD.savedTime,
    align: 'end',
    cell: ({ watched }) => (watched === null ? WATCHED_ONLY : formatDuration(watched.ms)),
  },
  {
    name: GUARD.savedCost,
    align: 'end',
    cell: ({ watched }) => (watched === null ? WATCHED_ONLY : formatMoney(watched.cost)),
  },
];
