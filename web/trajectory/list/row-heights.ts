import { useLayoutEffect, useState, type RefObject } from 'react';

import type { Row } from './folds.ts';
import type { TrajectoryView } from '../prepare-view.ts';

export interface RowHeights {
  tool: number;
  model: number;
  agent: number;
  fold: number;
  /** What a message adds. */
  words: number;
}

const GUESS: RowHeights = { tool: 58, model: 25, agent: 32, fold: 41, words: 30 };

/** Pixels of a row before it is measured. */
export function estimateHeight(
  row: Row | undefined,
  view: TrajectoryView,
  heights: RowHeights,
): number {
  if (row?.kind !== 'step') return heights.fold;
  const said = view.words.get(row.step.seq);
  const messages = Number(said?.user != null) + Number(said?.model != null);
  return heights[row.step.kind] + messages * heights.words;
}

/** The height that most rows of a kind have; undefined where there are none. */
export function usualHeight(heights: readonly number[]): number | undefined {
  const counts = Map.groupBy(heights, (height) => Math.round(height * 10) / 10);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/**
 * Heights as the reader's fonts and width make them, measured once for each width: where an estimate is off, every row that
 * comes into view moves all rows below it.
 */
export function useRowHeights(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  view: TrajectoryView,
): RowHeights {
  const [heights, setHeights] = useState(GUESS);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const onResize = (): void => setWidth(window.innerWidth);
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  useLayoutEffect(() => {
    if (width > 0) setHeights((before) => measure(list.current, rows, view, before));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each width; what is drawn then is enough
  }, [width]);
  return heights;
}

function measure(
  list: HTMLElement | null,
  rows: readonly Row[],
  view: TrajectoryView,
  before: RowHeights,
): RowHeights {
  const plain = { tool: [] as number[], model: [] as number[] };
  for (const item of list?.children ?? []) {
    const row = rows[Number(item.getAttribute('data-index'))];
    if (row?.kind !== 'step' || row.step.kind === 'agent' || view.words.has(row.step.seq)) continue;
    if (item.getAttribute('aria-current') === 'true') continue;
    plain[row.step.kind].push(item.getBoundingClientRect().height);
  }
  return {
    ...before,
    tool: usualHeight(plain.tool) ?? before.tool,
    model: usualHeight(plain.model) ?? before.model,
  };
}
