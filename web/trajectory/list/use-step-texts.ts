import type { Step, StepTexts, ToolStep } from '@loopscope/api/contract';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { stepTextsQuery } from '../../api/turn-queries.ts';
import { usePaced, type Shown } from '../../frame/use-paced.ts';
import type { Row } from './folds.ts';
import type { TrajectoryView } from '../prepare-view.ts';
import {
  keyOfStep,
  ROW_CHARS,
  spansOfCalls,
  spansToAsk,
  textsKey,
  withTexts,
} from './step-texts.ts';

/** One object for a step and its texts, so that a row is drawn anew only when they come. */
const known = new WeakMap<StepTexts, Step>();

export type Complete = <One extends Step>(step: One) => One;

/** Gives each step of the rows in view the texts that its turn's outline left out, once they are there. */
export function useStepTexts(view: TrajectoryView, rows: readonly Row[], shown: Shown): Complete {
  const { from, to } = usePaced(shown);
  const groups = useMemo(
    () => spansToAsk(rows.slice(from, to), view.steps, view.comparisons),
    [view, rows, from, to],
  );
  return useTextsOfSpans(view.trajectory.turn.turn_id, groups);
}

/** The same for the calls of a comparison. */
export function useCallTexts(turnId: string, calls: readonly ToolStep[], shown: Shown): Complete {
  const { from, to } = usePaced(shown);
  const groups = useMemo(() => spansOfCalls(calls, from, to), [calls, from, to]);
  return useTextsOfSpans(turnId, groups);
}

function useTextsOfSpans(turnId: string, groups: readonly string[][]): Complete {
  const texts = useQueries({
    queries: groups.map((spans) => stepTextsQuery(turnId, spans, ROW_CHARS)),
    combine: collect,
  });
  return useCallback(
    (step) => (step.cut === undefined ? step : completed(step, texts.get(keyOfStep(step)))),
    [texts],
  );
}

const NONE: ReadonlyMap<string, StepTexts> = new Map();

function collect(answers: UseQueryResult<StepTexts[]>[]): ReadonlyMap<string, StepTexts> {
  const all = answers.flatMap(({ data }) => data ?? []);
  return all.length === 0 ? NONE : new Map(all.map((one) => [textsKey(one), one]));
}

function completed<One extends Step>(step: One, texts: StepTexts | undefined): One {
  if (texts === undefined) return step;
  const made = known.get(texts) ?? withTexts(step, texts);
  known.set(texts, made);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts belong to one step
  return made as One;
}

/** Some steps with all of their texts; as they are until those have come. */
export function useWhole<One extends Step>(turnId: string, steps: readonly One[]): One[] {
  const cut = steps.filter((step) => step.cut !== undefined);
  const { data } = useQuery({
    ...stepTextsQuery(
      turnId,
      cut.map(({ span_id: id }) => id),
    ),
    enabled: cut.length > 0,
  });
  const found = new Map(data?.map((one) => [textsKey(one), one]));
  return steps.map((step) => {
    const texts = step.cut === undefined ? undefined : found.get(keyOfStep(step));
    return texts === undefined ? step : withTexts(step, texts);
  });
}

/** Whether the arguments of a call are still on their way. */
export const isAwaited = ({ cut, args }: ToolStep): boolean =>
  cut?.args !== undefined && args === '';
