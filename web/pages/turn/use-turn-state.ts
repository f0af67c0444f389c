import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Step } from '@loopscope/api/contract';
import { layoutRows, type Fold, type Row } from '../../trajectory/folds.ts';
import { rowOfPosition } from '../../trajectory/navigate.ts';
import { parseOpenFolds, setOpen, writeOpenFolds } from '../../trajectory/open-folds.ts';
import type { TrajectoryView } from '../../trajectory/prepare-view.ts';
import { unitOfPosition } from '../../trajectory/reveal-step.ts';
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
  /** Id of the turn beside this one. */
  other: string | undefined;
  setOther: (turnId: string | undefined) => void;
}

export type TurnView = 'steps' | NonNullable<TrajectorySearch['view']>;

/** Selection, folds and cap of the page; the URL holds them, so a link opens the same view. */
export function useTurnState(view: TrajectoryView): TurnState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useMemo(() => parseOpenFolds(search.open), [search.open]);
  const rows = useMemo(() => layoutRows(view.steps, view.folds, open), [view, open]);
  const position = search.step === undefined ? undefined : view.positions.get(search.step);
  const change = (changes: Partial<TrajectorySearch>): void => {
    void navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  };
  // What is selected shows itself among the steps.
  const select = (step: number | undefined): void => change({ step, view: undefined });
  return {
    rows,
    selected: position === undefined ? -1 : rowOfPosition(rows, position),
    step: position === undefined ? null : (view.steps[position] ?? null),
    select,
    reveal: (seq) => {
      const hidden = unitOfPosition(view.folds, view.positions.get(seq) ?? -1);
      if (hidden === null || (open.get(hidden.fold.id) ?? 0) > hidden.unit) return select(seq);
      const next = setOpen(open, hidden.fold, hidden.unit + 1);
      return change({ step: seq, view: undefined, open: writeOpenFolds(next) });
    },
    unfold: (fold, units) => change({ open: writeOpenFolds(setOpen(open, fold, units)) }),
    cap: search.cap,
    setCap: (cap) => change({ cap }),
    view: search.view ?? 'steps',
    setView: (name) => change({ view: name === 'steps' ? undefined : name }),
    other: search.with,
    setOther: (turnId) => change({ view: 'compare', with: turnId }),
  };
}
