import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import type { Step } from '@loopscope/api/contract';
import { layoutRows, type Fold, type Row } from '../../trajectory/list/folds.ts';
import { rowOfPosition } from '../../trajectory/list/navigate.ts';
import { parseOpenFolds, setOpen, writeOpenFolds } from '../../trajectory/list/open-folds.ts';
import type { TrajectoryView } from '../../trajectory/prepare-view.ts';
import { unitOfPosition } from '../../trajectory/list/reveal-step.ts';
import {
  parseZoom,
  showMoment,
  wholeRun,
  writeZoom,
  zoomBy,
  type Stretch,
} from '../../trajectory/minimap/zoom.ts';
import type { TrajectorySearch } from '../../url/search.ts';

const route = getRouteApi('/turns/$turnId');

export interface TurnState {
  rows: readonly Row[];
  /** Index among the rows; -1 where nothing is selected. */
  selected: number;
  /** The selected step, or the first that the selected fold hides. */
  step: Step | null;
  select: (seq: number | undefined) => void;
  /** Selects a step and opens just enough of the fold that hides it. */
  reveal: (seq: number) => void;
  unfold: (fold: Fold, units: number) => void;
  cap: number | undefined;
  setCap: (cap: number) => void;
  view: TurnView;
  setView: (view: TurnView) => void;
  /** The part of the run that the timeline shows. */
  shown: Stretch;
  zoomTo: (stretch: Stretch) => void;
  /** Narrower by a factor around the selected step; wider below 1. */
  zoom: (factor: number) => void;
  showAll: () => void;
  /** Keeps in the URL what is looked for. */
  seek: (words: string) => void;
  /** Id of the turn beside this one. */
  other: string | undefined;
  setOther: (turnId: string | undefined) => void;
}

export type TurnView = 'steps' | NonNullable<TrajectorySearch['view']>;

/** Selection, folds and cap of the page; the URL holds them, so a link opens the same view. */
export function useTurnState(view: TrajectoryView): TurnState {
  const search = route.useSearch();
  const open = useMemo(() => parseOpenFolds(search.open), [search.open]);
  const rows = useMemo(() => layoutRows(view.steps, view.folds, open), [view, open]);
  const position = search.step === undefined ? undefined : view.positions.get(search.step);
  const change = useChange();
  const { totalMs } = view.minimap;
  const shown = parseZoom(search.zoom, totalMs);
  const zoomTo = (stretch: Stretch): void => change({ zoom: writeZoom(stretch, totalMs) });
  // What is selected shows itself among the steps.
  const select = useCallback(
    (step: number | undefined): void =>
      change(({ zoom }) => ({ step, view: undefined, zoom: zoomAt(view, zoom, step) })),
    [change, view],
  );
  const unfold = useCallback(
    (fold: Fold, units: number): void =>
      change({ open: writeOpenFolds(setOpen(open, fold, units)) }),
    [change, open],
  );
  const reveal = useCallback(
    (seq: number): void => {
      const hidden = unitOfPosition(view.folds, view.positions.get(seq) ?? -1);
      if (hidden === null || (open.get(hidden.fold.id) ?? 0) > hidden.unit) return select(seq);
      const next = writeOpenFolds(setOpen(open, hidden.fold, hidden.unit + 1));
      return change(({ zoom }) => ({
        step: seq,
        view: undefined,
        zoom: zoomAt(view, zoom, seq),
        open: next,
      }));
    },
    [change, open, select, view],
  );
  const setCap = useCallback((cap: number): void => change({ cap }), [change]);
  const selectedStep = position === undefined ? null : (view.steps[position] ?? null);
  return {
    rows,
    selected: position === undefined ? -1 : rowOfPosition(rows, position),
    step: selectedStep,
    select,
    reveal,
    unfold,
    cap: search.cap,
    setCap,
    view: search.view ?? 'steps',
    setView: (name) => change({ view: name === 'steps' ? undefined : name }),
    shown,
    zoomTo,
    zoom: (factor) =>
      zoomTo(zoomBy(shown, { factor, atMs: selectedStep?.offset_ms ?? -1, totalMs })),
    showAll: () => zoomTo(wholeRun(totalMs)),
    seek: (words) => change({ find: words === '' ? undefined : words }),
    other: search.with,
    setOther: (turnId) => change({ view: 'compare', with: turnId }),
  };
}

type Changes =
  | Partial<TrajectorySearch>
  | ((before: TrajectorySearch) => Partial<TrajectorySearch>);

/** The same function from draw to draw: a row is drawn anew where it changed, not where another is selected. */
function useChange(): (changes: Changes) => void {
  const navigate = route.useNavigate();
  return useCallback(
    (changes) => {
      void navigate({
        search: (before) => ({
          ...before,
          ...(typeof changes === 'function' ? changes(before) : changes),
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
}

/** The timeline moves where the step lies outside of it. */
function zoomAt(
  { steps, positions, minimap: { totalMs } }: TrajectoryView,
  zoom: string | undefined,
  seq: number | undefined,
): string | undefined {
  const step = steps[positions.get(seq ?? -1) ?? -1];
  if (step === undefined) return zoom;
  return writeZoom(showMoment(parseZoom(zoom, totalMs), step.offset_ms, totalMs), totalMs);
}
