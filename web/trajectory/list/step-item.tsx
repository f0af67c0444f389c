import type { Fold, Row } from './folds.ts';
import { memo } from 'react';

import type { Comparison } from '../detail/previous-attempt.ts';
import type { Note } from '../notes.ts';
import type { TrajectoryView } from '../prepare-view.ts';
import { FoldRow, UnfoldedRow } from './fold-row.tsx';
import { seqOfRow } from './navigate.ts';
import { AgentRow, ModelRow } from './plain-rows.tsx';
import classes from './steps.module.css';
import { ToolRow } from './tool-row.tsx';
import type { Complete } from './use-step-texts.ts';

interface RowProps {
  view: TrajectoryView;
  row: Row;
  isSelected: boolean;
  select: (seq: number | undefined) => void;
  unfold: (fold: Fold, units: number) => void;
  complete: Complete;
}

export interface StepItemProps extends RowProps {
  index: number;
  /** Rows of the list. */
  count: number;
  measureElement: (item: HTMLLIElement | null) => void;
}

/** One row in its place, which whoever measures it also sets. */
export const StepItem = memo(function StepItem({
  index,
  count,
  measureElement,
  ...content
}: StepItemProps) {
  const { view, row, isSelected } = content;
  return (
    <li
      ref={measureElement}
      data-index={index}
      className={classes['item']}
      data-loop={severityOf(view, row)}
      data-depth={depthOf(view, row)}
      aria-current={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <RowContent {...content} />
    </li>
  );
});

const FIRST: Comparison = { before: null, relation: 'first' };
const NO_NOTES: readonly Note[] = [];

function RowContent({ view, row, isSelected, select, unfold, complete }: RowProps) {
  if (row.kind === 'fold') return <FoldRow row={row} view={view} unfold={unfold} />;
  if (row.kind === 'unfolded') return <UnfoldedRow row={row} fold={() => unfold(row.fold, 0)} />;
  const { turn_id: turnId } = view.trajectory.turn;
  const step = complete(row.step);
  const words = view.words.get(step.seq);
  if (step.kind === 'model') {
    const notes = view.notes.get(step.seq) ?? NO_NOTES;
    const user = words?.user ?? null;
    const said = words?.model == null ? null : (step.text ?? '');
    return <ModelRow {...{ turnId, step, user, said, notes, isSelected, select }} />;
  }
  if (step.kind === 'agent') {
    const subAgent = view.agents.subAgents.get(step.seq);
    return <AgentRow {...{ turnId, step, subAgent, words, isSelected }} />;
  }
  const { before, relation } = view.comparisons.get(step.call_seq) ?? FIRST;
  return (
    <ToolRow
      turnId={turnId}
      call={step}
      before={before === null ? null : complete(before)}
      relation={relation}
      mark={view.marks.get(step.call_seq)}
      isSelected={isSelected}
      select={select}
    />
  );
}

/** The band at the left edge of a loop's rows. */
function severityOf(view: TrajectoryView, row: Row): 'alert' | 'watch' | undefined {
  const loopId =
    row.kind === 'step' ? view.loopOfStep.get(row.step.seq) : (row.fold.loopId ?? undefined);
  return loopId === undefined ? undefined : view.loops.get(loopId)?.severity;
}

const DEEPEST = 4;

/** Steps of a sub-agent stand further in. */
function depthOf(view: TrajectoryView, row: Row): number | undefined {
  const seq = row.kind === 'step' ? row.step.seq : seqOfRow(row, view.steps);
  const depth = seq === undefined ? 0 : (view.agents.depths.get(seq) ?? 0);
  return depth === 0 ? undefined : Math.min(depth, DEEPEST);
}
