import type { GuardSummary } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney, NONE } from '../../format/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';
import classes from './guard-page.module.css';

type Saved = GuardSummary['saved_by_rule'][number];

/** Calls that each rule spared, and where guards only watched, what those calls took and what the cap alone predicts. */
export function SavedByRule({ saved }: { saved: readonly Saved[] }) {
  const isWatched = saved.some(({ watched }) => watched !== null);
  return (
    <div className={classes['broad']}>
      <Panel title={GUARD.savedByRule} help={GUARD.savedByRuleHelp}>
        <SmallTable
          label={GUARD.savedByRule}
          rows={saved}
          keyOf={({ rule }) => rule}
          empty={GUARD.noDecisions}
          columns={isWatched ? [...COLUMNS, ...WATCHED_COLUMNS] : COLUMNS}
        />
        {saved.some(isUncounted) ? <p className={classes['dim']}>{GUARD.uncounted}</p> : null}
      </Panel>
    </div>
  );
}

/** A turn that ended at its first stop made none of the calls it was spared. */
const isUncounted = ({ watched, saved_calls: calls }: Saved): boolean =>
  watched === null && calls === 0;

const COLUMNS: readonly SmallColumn<Saved>[] = [
  { name: GUARD.kind, cell: ({ rule }) => rule.replaceAll('_', ' ') },
  { name: GUARD.turns, align: 'end', cell: ({ turns }) => formatCount(turns) },
  {
    name: GUARD.savedCalls,
    align: 'end',
    cell: (row) => (isUncounted(row) ? NONE : formatCount(row.saved_calls)),
  },
];

const WATCHED_COLUMNS: readonly SmallColumn<Saved>[] = [
  {
    name: GUARD.predicted,
    align: 'end',
    cell: ({ watched }) => (watched === null ? NONE : formatCount(watched.predicted_calls)),
  },
  {
    name: GUARD.savedTime,
    align: 'end',
    cell: ({ watched }) => (watched === null ? NONE : formatDuration(watched.ms)),
  },
  {
    name: GUARD.savedCost,
    align: 'end',
    cell: ({ watched }) => (watched === null ? NONE : formatMoney(watched.cost)),
  },
];
