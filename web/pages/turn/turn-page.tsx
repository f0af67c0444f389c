import type { Loop, SessionDeletion, Trajectory } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';

import { deletionsQuery } from '../../api/deletion-queries.ts';
import { isNotFound } from '../../api/failure.ts';
import { trajectoryQuery } from '../../api/turn-queries.ts';
import { isFileTurn } from '../../file/file-turn.ts';
import { Failure } from '../../parts/failure.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { DIAGNOSIS, VIEWS } from '../../text/trajectory.ts';
import { DiagnosisCard } from '../../trajectory/diagnosis/diagnosis-card.tsx';
import { FindInRun } from '../../trajectory/list/find-in-run.tsx';
import { MinimapBand } from '../../trajectory/minimap/minimap-band.tsx';
import { loopInView, prepareView, type TrajectoryView } from '../../trajectory/prepare-view.ts';
import { DEFAULT_CAP, SavingsSlider } from '../../trajectory/diagnosis/savings-slider.tsx';
import { sayVerdict } from '../../trajectory/head/say-turn.ts';
import { StepsList } from '../../trajectory/list/steps-list.tsx';
import { TurnHead } from '../../trajectory/head/turn-head.tsx';
import { ZoomControls } from '../../trajectory/minimap/zoom-controls.tsx';
import { DeletedSession } from '../sessions/deleted-session.tsx';
import classes from './turn-page.module.css';
import { useCoveredHeight } from './use-covered-height.ts';
import { useTurnKeys } from './use-turn-keys.ts';
import { useTurnState, type TurnState } from './use-turn-state.ts';

const route = getRouteApi('/turns/$turnId');

/** Read when they are asked for: most visits see the steps only. */
const CallGraph = lazy(async () => {
  const { CallGraphView: component } = await import('../../trajectory/graph/call-graph-view.tsx');
  return { default: component };
});
const CompareView = lazy(async () => {
  const { CompareView: component } = await import('../../trajectory/compare/compare-view.tsx');
  return { default: component };
});

/** The trajectory of one turn. */
export function TurnPage() {
  const { turnId } = route.useParams();
  const { data, error, refetch } = useQuery(trajectoryQuery(turnId));
  const isGone = isNotFound(error);
  const deletions = useQuery({
    ...deletionsQuery({ turn: turnId }),
    // A turn that has ended is not asked for again: its session may be deleted while it is read.
    ...(isGone ? {} : { refetchInterval: DELETED_WITHIN_MS }),
    enabled: isGone || (data !== undefined && !isFileTurn(turnId)),
  });
  const [deletion] = deletions.data ?? [];
  if (deletion !== undefined && (isGone || isBefore(data, deletion))) {
    return <DeletedSession deletion={deletion} isOfTurn />;
  }
  if (data !== undefined) return <Turn key={turnId} trajectory={data} />;
  if (error !== null && !(isGone && deletions.isPending))
    return <Failure error={error} retry={() => void refetch()} />;
  return <TurnSkeleton />;
}

const DELETED_WITHIN_MS = 15_000;

/** What begins after its session was deleted stays. */
const isBefore = (trajectory: Trajectory | undefined, { requested_at: at }: SessionDeletion) =>
  trajectory !== undefined && Date.parse(trajectory.turn.started_at) < Date.parse(at);

function Turn({ trajectory }: { trajectory: Trajectory }) {
  const { turn, loops, savings } = trajectory;
  const view = useMemo(() => prepareView(trajectory), [trajectory]);
  const state = useTurnState(view);
  const band = useRef<HTMLDivElement>(null);
  const covered = useCoveredHeight(band);
  const search = route.useSearch();
  useTurnKeys(view, state, search.open);
  const verdict = useMemo(
    () => sayVerdict(turn, loops, loopInView(view, null)),
    [turn, loops, view],
  );
  const loop = useMemo(() => loopInView(view, state.step), [view, state.step]);
  const { reveal } = state;
  const showLoop = useCallback(
    ({ calls: [callSeq] }: Loop): void => {
      const first = view.calls.find((call) => call.call_seq === callSeq);
      if (first !== undefined) reveal(first.seq);
    },
    [view, reveal],
  );
  const led = loops.find(({ loop_id: id }) => id === search.loop);
  useEffect(() => {
    if (led !== undefined && search.step === undefined) showLoop(led);
    // oxlint-disable-next-line react/exhaustive-deps -- once, where the message led; then the reader goes on alone
  }, [led?.loop_id]);
  return (
    <>
      <TurnHead {...{ trajectory, loop, verdict }} />
      <div className={classes['columns']}>
        <div className={classes['run']}>
          <div ref={band} className={classes['band']}>
            <MinimapBand
              view={view}
              selected={state.step?.seq}
              loop={loop}
              select={state.reveal}
              shown={state.shown}
              zoomTo={state.zoomTo}
            />
            <div className={classes['views']}>
              <Tabs label={VIEWS.label} tabs={TABS} chosen={state.view} choose={state.setView} />
              <FindInRun
                view={view}
                selected={state.step?.seq}
                reveal={state.reveal}
                sought={search.find ?? ''}
                seek={state.seek}
              />
              <ZoomControls
                shown={state.shown}
                totalMs={view.minimap.totalMs}
                zoom={state.zoom}
                showAll={state.showAll}
              />
            </div>
          </div>
          <Shown view={view} state={state} covered={covered} />
        </div>
        <aside className={classes['aside']}>
          {loop === null ? (
            <p className={classes['none']}>{DIAGNOSIS.none}</p>
          ) : (
            <DiagnosisCard
              loop={loop}
              loops={loops}
              show={showLoop}
              asked={search.action === 'not_a_loop' ? search.loop : undefined}
            />
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

const TABS = [
  ['steps', VIEWS.steps],
  ['graph', VIEWS.graph],
  ['compare', VIEWS.compare],
] as const;

interface ShownProps {
  view: TrajectoryView;
  state: TurnState;
  covered: number;
}

/** The view of the turn that the URL names. */
function Shown({ view, state, covered }: ShownProps) {
  if (state.view === 'graph') {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <CallGraph calls={view.calls} marks={view.marks} select={state.reveal} />
      </Suspense>
    );
  }
  if (state.view === 'compare') {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <CompareView trajectory={view.trajectory} other={state.other} choose={state.setOther} />
      </Suspense>
    );
  }
  const { rows, selected, select, unfold } = state;
  return <StepsList {...{ view, rows, selected, select, unfold, covered }} />;
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
