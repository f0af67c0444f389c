import { Button } from '@mantine/core';
import { memo } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { formatCount } from '../../format/number.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { describeFold } from './describe-fold.ts';
import type { Fold, Row } from './folds.ts';
import { sayFold } from './say-fold.ts';
import { MarkChip } from '../mark-chip.tsx';
import type { TrajectoryView } from '../prepare-view.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';

type Folded = Extract<Row, { kind: 'fold' }>;
type Unfolded = Extract<Row, { kind: 'unfolded' }>;

export interface FoldRowProps {
  row: Folded;
  view: TrajectoryView;
  /** Shows this many units of the fold. */
  unfold: (fold: Fold, units: number) => void;
}

/** Stands for what a run hides: how many more, and in what they differ. A cycle shows its lap as a lane. */
export const FoldRow = memo(function FoldRow({ row, view, unfold }: FoldRowProps) {
  const { fold, hiddenUnits } = row;
  const content = describeFold(view.steps, row.steps, fold.period);
  const notes = countNotes(view, row);
  const isCycle = fold.period > 1;
  const shownUnits = fold.units.length - hiddenUnits;
  return (
    <div className={classes['fold']}>
      <span className={classes['lane']}>
        {content.lane.map((call) => (
          <span key={call.call_seq} className={classes['laneCall']}>
            <MarkChip mark={view.marks.get(call.call_seq)} isWordingShown={isCycle} />
            {isCycle ? (
              <code>
                <ShownText text={call.tool} />
              </code>
            ) : null}
          </span>
        ))}
      </span>
      <strong>
        ×{formatCount(hiddenUnits)}{' '}
        {isCycle ? TRAJECTORY.fold.lapsBetween : TRAJECTORY.fold.between}
      </strong>
      <span className={classes['foldText']}>
        {sayFold(content, isCycle)}
        {notes === 0 ? null : `, ${TRAJECTORY.fold.notes(notes)}`} ·{' '}
        {formatDuration(content.durationMs)}
      </span>
      <span className={classes['foldActions']}>
        {isCycle ? (
          <Button size="compact-xs" variant="default" onClick={() => unfold(fold, shownUnits + 1)}>
            {TRAJECTORY.fold.unfoldLap}
          </Button>
        ) : null}
        <Button size="compact-xs" variant="default" onClick={() => unfold(fold, fold.units.length)}>
          {TRAJECTORY.fold.unfold}
        </Button>
      </span>
    </div>
  );
});

function countNotes({ steps, notes }: TrajectoryView, { steps: { from, to } }: Folded): number {
  return steps.slice(from, to).reduce((sum, { seq }) => sum + (notes.get(seq)?.length ?? 0), 0);
}

/** Heads what was unfolded, with the way back. */
export function UnfoldedRow({ row, fold }: { row: Unfolded; fold: () => void }) {
  return (
    <div className={classes['unfolded']}>
      <span>{TRAJECTORY.fold.unfolded(row.shownUnits * row.fold.period)}</span>
      <Button size="compact-xs" variant="subtle" onClick={fold}>
        {TRAJECTORY.fold.fold}
      </Button>
    </div>
  );
}
