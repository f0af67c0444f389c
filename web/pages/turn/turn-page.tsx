import type { Trajectory } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';

import { trajectoryQuery } from '../../api/queries.ts';
import { Failure } from '../../frame/failure.tsx';
import { DIAGNOSIS } from '../../text/trajectory.ts';
import { DiagnosisCard } from '../../trajectory/diagnosis-card.tsx';
import { MinimapBand } from '../../trajectory/minimap-band.tsx';
import { loopInView, prepareView } from '../../trajectory/prepare-view.ts';
import { DEFAULT_CAP, SavingsSlider } from '../../trajectory/savings-slider.tsx';
import { sayVerdict } from '../../trajectory/say-turn.ts';
import { StepsList } from '../../trajectory/steps-list.tsx';
import { TurnHead } from '../../trajectory/turn-head.tsx';
import classes from './turn-page.module.css';
import { useCoveredHeight } from './use-covered-height.ts';
import { useTurnKeys } from './use-turn-keys.ts';
import { useTurnState } from './use-turn-state.ts';

const route = getRouteApi('/turns/$turnId');

/** The trajectory of one turn. */
export function TurnPage() {
  const { turnId } = route.useParams();
  const { data, error, refetch } = useQuery(trajectoryQuery(turnId));
  if (data !== undefined) return <Turn trajectory={data} />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return <TurnSkeleton />;
}

function Turn({ trajectory }: { trajectory: Trajectory }) {
  const { turn, loops, savings } = trajectory;
  const view = useMemo(() => prepareView(trajectory), [trajectory]);
  const state = useTurnState(view);
  const band = useRef<HTMLDivElement>(null);
  const covered = useCoveredHeight(band);
  useTurnKeys(view, state, route.useSearch().open);
  const gravest = loopInView(view, null);
  const loop = loopInView(view, state.step);
  const showLoop = (callSeq: number | undefined): void => {
    const first = view.calls.find((call) => call.call_seq === callSeq);
    if (first !== undefined) state.reveal(first.seq);
  };
  return (
    <>
      <TurnHead turn={turn} verdict={sayVerdict(turn, loops, gravest)} />
      <div className={classes['columns']}>
        <div className={classes['run']}>
          <div ref={band} className={classes['band']}>
            <MinimapBand view={view} selected={state.step?.seq} loop={loop} select={state.reveal} />
          </div>
          <StepsList
            view={view}
            rows={state.rows}
            selected={state.selected}
            select={state.select}
            unfold={state.unfold}
            covered={covered}
          />
        </div>
        <aside className={classes['aside']}>
          {loop === null ? (
            <p className={classes['none']}>{DIAGNOSIS.none}</p>
          ) : (
            <DiagnosisCard loop={loop} loops={loops} show={({ calls }) => showLoop(calls[0])} />
          )}
          {turn.max_attempts > 1 ? (
            <SavingsSlider
              turn={turn}
              savings={savings}
              cap={state.cap ?? DEFAULT_CAP}
              change={state.setCap}
            />
          ) : null}
        </aside>
      </div>
    </>
  );
}

function TurnSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={29} width="60%" mb={8} />
      <Skeleton height={48} width="80%" mb={14} />
      <div className={classes['columns']}>
        <Skeleton height={640} />
        <Skeleton height={480} />
      </div>
    </div>
  );
}
