import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import { usePageOffset } from '../frame/use-page-offset.ts';
import { TRAJECTORY } from '../text/trajectory.ts';
import { asksForTool } from './finish-reason.ts';
import { FoldRow, UnfoldedRow } from './fold-row.tsx';
import type { Fold, Row } from './folds.ts';
import { AgentRow, ModelRow } from './plain-rows.tsx';
import type { TrajectoryView } from './prepare-view.ts';
import type { Comparison } from './previous-attempt.ts';
import { ShownText } from './shown-text.tsx';
import classes from './steps.module.css';
import { ToolRow } from './tool-row.tsx';

export interface StepsListProps {
  view: TrajectoryView;
  rows: readonly Row[];
  /** Index of the selected row; -1 where none is. */
  selected: number;
  select: (seq: number | undefined) => void;
  unfold: (fold: Fold, units: number) => void;
  /** Pixels at the top of the window that stand over the list. */
  covered: number;
}

const HEIGHTS = { tool: 55, model: 25, agent: 32 } as const;
const FOLD_HEIGHT = 41;

const estimate = (row: Row | undefined): number =>
  row?.kind === 'step' ? HEIGHTS[row.step.kind] : FOLD_HEIGHT;

/** The steps of a turn, of any number: only those in view are drawn. */
export function StepsList({ view, rows, selected, select, unfold, covered }: StepsListProps) {
  const list = useRef<HTMLOListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state, and no compiler memoises here
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: covered,
    scrollPaddingEnd: 40,
    overscan: 10,
  });
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' });
    // Only a new selection scrolls; the virtualizer is the same object for good.
  }, [selected, virtualizer]);
  const margin = virtualizer.options.scrollMargin;
  return (
    <>
      <ol
        ref={list}
        className={classes['list']}
        aria-label={TRAJECTORY.list}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes['item']}
              data-loop={severityOf(view, row)}
              aria-current={index === selected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <RowContent {...{ view, row, isSelected: index === selected, select, unfold }} />
            </li>
          );
        })}
      </ol>
      <TurnEnd reason={view.trajectory.turn.stop_reason} />
    </>
  );
}

const FIRST: Comparison = { before: null, relation: 'first' };

type RowContentProps = Pick<StepsListProps, 'view' | 'select' | 'unfold'> & {
  row: Row;
  isSelected: boolean;
};

function RowContent({ view, row, isSelected, select, unfold }: RowContentProps) {
  if (row.kind === 'fold') {
    const show = (units: number): void => unfold(row.fold, units);
    return <FoldRow row={row} steps={view.steps} marks={view.marks} unfold={show} />;
  }
  if (row.kind === 'unfolded') return <UnfoldedRow row={row} fold={() => unfold(row.fold, 0)} />;
  const { step } = row;
  if (step.kind === 'model') return <ModelRow step={step} />;
  if (step.kind === 'agent') return <AgentRow step={step} />;
  return (
    <ToolRow
      call={step}
      comparison={view.comparisons.get(step.call_seq) ?? FIRST}
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

function TurnEnd({ reason }: { reason: string }) {
  return (
    <p className={classes['end']}>
      <ShownText text={sayEnd(reason)} />
    </p>
  );
}

function sayEnd(reason: string): string {
  if (asksForTool(reason)) return TRAJECTORY.noAnswer;
  return reason === '' ? TRAJECTORY.noEnd : TRAJECTORY.end(reason);
}
