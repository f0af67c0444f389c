import type { Turn } from '@loopscope/api/contract';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';

import { isFollowed, mayGoOn } from '../../api/turn-queries.ts';
import { useNow } from '../../frame/now.tsx';
import { usePageOffset } from '../../frame/use-page-offset.ts';
import { MOST_PRINTED, usePrinting } from '../../frame/use-printing.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { asksForTool } from '../finish-reason.ts';
import type { Fold, Row } from './folds.ts';
import type { TrajectoryView } from '../prepare-view.ts';
import { estimateHeight, useRowHeights } from './row-heights.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';
import { StepItem } from './step-item.tsx';
import { useStepTexts } from './use-step-texts.ts';

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
    // Places rows without drawing them anew, and without a layer for each.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    overscan: isPrinting ? MOST_PRINTED : 6,
  });
  useEffect(() => {
    if (selected < 0 || isInView(virtualizer, selected)) return;
    virtualizer.scrollToIndex(selected, { align: 'auto' });
    // Only a new selection scrolls; the virtualizer is the same object for good.
  }, [selected, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const shown = { from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? -1) + 1 };
  const complete = useStepTexts(view, rows, shown);
  const { containerRef, measureElement } = virtualizer;
  const hold = useCallback(
    (node: HTMLOListElement | null): void => {
      list.current = node;
      containerRef(node);
    },
    [containerRef],
  );
  return (
    <>
      <ol ref={hold} className={classes['list']} aria-label={TRAJECTORY.list}>
        {items.map(({ index, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isSelected = index === selected;
          const content = { view, row, isSelected, select, unfold, complete };
          return (
            <StepItem key={key} {...{ index, count: rows.length, measureElement }} {...content} />
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

/** Drawn anew when the turn is, not when the list is scrolled. */
const TurnEnd = memo(function TurnEnd({ turn }: { turn: Turn }) {
  const goesOn = mayGoOn(turn, useNow());
  return (
    <p className={classes['end']}>
      <ShownText text={goesOn ? TRAJECTORY.goesOn(isFollowed(turn)) : sayEnd(turn.stop_reason)} />
    </p>
  );
});

function sayEnd(reason: string): string {
  if (asksForTool(reason)) return TRAJECTORY.noAnswer;
  return reason === '' ? TRAJECTORY.noEnd : TRAJECTORY.end(reason);
}
