import type { Turn } from '@loopscope/api/contract';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';

import { isFollowed, mayGoOn } from '../../api/turn-queries.ts';
import { useNow } from '../../frame/now.tsx';
import { usePageOffset } from '../../frame/use-page-offset.ts';
import { MOST_PRINTED, usePrinting } from '../../frame/use-printing.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { asksForTool } from '../finish-reason.ts';
import { seqOfRow } from './navigate.ts';
import { FoldRow, UnfoldedRow } from './fold-row.tsx';
import type { Fold, Row } from './folds.ts';
import type { Note } from '../notes.ts';
import { AgentRow, ModelRow } from './plain-rows.tsx';
import type { TrajectoryView } from '../prepare-view.ts';
import type { Comparison } from '../detail/previous-attempt.ts';
import { estimateHeight, useRowHeights } from './row-heights.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';
import { ToolRow } from './tool-row.tsx';
import { useStepTexts, type Complete } from './use-step-texts.ts';

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

/** Pixels that stay free below a selected row. */
const BELOW = 40;

/** The steps of a turn, of any number: only those in view are drawn. */
export function StepsList({ view, rows, selected, select, unfold, covered }: StepsListProps) {
  const list = useRef<HTMLOListElement>(null);
  const isPrinting = usePrinting();
  const usual = useRowHeights(list, rows, view);
  const heights = useMemo(
    () => rows.map((row) => estimateHeight(row, view, usual)),
    [rows, view, usual],
  );
  // The same functions while the rows are: with others, all positions are computed anew on every draw.
  const estimateSize = useCallback((index: number) => heights[index] ?? 0, [heights]);
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state, and no compiler memoises here
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: covered,
    scrollPaddingEnd: BELOW,
    overscan: isPrinting ? MOST_PRINTED : 6,
  });
  useEffect(() => {
    if (selected < 0 || isInView(virtualizer, selected)) return;
    virtualizer.scrollToIndex(selected, { align: 'auto' });
    // Only a new selection scrolls; the virtualizer is the same object for good.
  }, [selected, virtualizer]);
  const margin = virtualizer.options.scrollMargin;
  const items = virtualizer.getVirtualItems();
  const inView = items.flatMap(({ index }) => rows[index] ?? []);
  const complete = useStepTexts(view, inView);
  return (
    <>
      <ol
        ref={list}
        className={classes['list']}
        aria-label={TRAJECTORY.list}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes['item']}
              data-loop={severityOf(view, row)}
              data-depth={depthOf(view, row)}
              aria-current={index === selected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <RowContent
                {...{ view, row, isSelected: index === selected, select, unfold, complete }}
              />
            </li>
          );
        })}
      </ol>
      <TurnEnd turn={view.trajectory.turn} />
    </>
  );
}

type Rows = Pick<
  Virtualizer<Window, Element>,
  'measurementsCache' | 'scrollOffset' | 'scrollRect' | 'options'
>;

/** By what is known already: asking the page for its height lays all of it out. */
function isInView(rows: Rows, index: number): boolean {
  const { measurementsCache: places, scrollOffset: from, scrollRect: rect } = rows;
  const { scrollPaddingStart: above, scrollPaddingEnd: below } = rows.options;
  const place = places[index];
  if (place === undefined || from === null || rect === null) return false;
  return place.start >= from + above && place.end <= from + rect.height - below;
}

const FIRST: Comparison = { before: null, relation: 'first' };
const NO_NOTES: readonly Note[] = [];

type RowContentProps = Pick<StepsListProps, 'view' | 'select' | 'unfold'> & {
  row: Row;
  isSelected: boolean;
  complete: Complete;
};

function RowContent({ view, row, isSelected, select, unfold, complete }: RowContentProps) {
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
    return <AgentRow {...{ step, subAgent, words, isSelected }} />;
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

function TurnEnd({ turn }: { turn: Turn }) {
  const goesOn = mayGoOn(turn, useNow());
  return (
    <p className={classes['end']}>
      <ShownText text={goesOn ? TRAJECTORY.goesOn(isFollowed(turn)) : sayEnd(turn.stop_reason)} />
    </p>
  );
}

function sayEnd(reason: string): string {
  if (asksForTool(reason)) return TRAJECTORY.noAnswer;
  return reason === '' ? TRAJECTORY.noEnd : TRAJECTORY.end(reason);
}
