import type { Marker, Overview, Status, TurnPage } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import {
  attemptsSeriesQuery,
  markersQuery,
  overviewQuery,
  statusQuery,
  worstTurnsQuery,
} from '../../api/overview-queries.ts';
import { findCause, searchOfMarker } from '../../charts/prepare-flags.ts';
import { Failure } from '../../parts/failure.tsx';
import { NewestTurn } from '../../parts/newest-turn.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useAfterPaint } from '../../frame/use-after-paint.ts';
import { VerdictLine } from '../../parts/verdict-line.tsx';
import { FRAME } from '../../text/frame.ts';
import { kindWord } from '../../text/loops.ts';
import { OVERVIEW, START } from '../../text/overview.ts';
import { shortName } from '../../shown/cut-text.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import type { CommonSearch } from '../../url/search.ts';
import { Changes } from './changes.tsx';
import { HeadlineNumbers } from './headline-numbers.tsx';
import { loadCharts } from './load-charts.ts';
import classes from './overview-page.module.css';
import { useFirstTrace } from '../start/use-first-trace.ts';
import { prepareVerdict, type Place } from './prepare-verdict.ts';
import { WorstTurns } from './worst-turns.tsx';

const route = getRouteApi('/');
const Charts = lazy(loadCharts);
const FirstTrace = lazy(async () => {
  const { FirstTrace: component } = await import('../start/first-trace.tsx');
  return { default: component };
});

export function OverviewPage() {
  const search = route.useSearch();
  usePageTitle(FRAME.pages.overview);
  const overview = useQuery(overviewQuery(search));
  const isEmpty = overview.data?.current.turns === 0;
  // What the store holds matters only where the range holds nothing.
  const status = useQuery({ ...statusQuery(), enabled: isEmpty });
  const worst = useQuery(worstTurnsQuery(search));
  const markers = useQuery(markersQuery(search));
  // The first sentence does not wait for pictures.
  const isSaid = useAfterPaint(overview.data !== undefined && worst.data !== undefined);
  const failed = [overview, worst].find(({ error, data }) => error !== null && data === undefined);
  const isFirst = useFirstTrace(status.data?.spans, overview.data?.current.turns);
  if (isFirst && status.data !== undefined) {
    return (
      <Suspense>
        <FirstTrace status={status.data} />
      </Suspense>
    );
  }
  if (failed?.error != null) {
    return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  }
  return (
    <div className={classes['page']}>
      <div className={classes['verdict']}>
        <Verdict totals={overview.data} worst={worst.data} search={search} />
        {isEmpty ? <NothingInRange status={status.data} /> : null}
      </div>
      <HeadlineNumbers totals={overview.data} />
      <Pictures isDue={isSaid} search={search} loops={overview.data?.current.loops} />
      <div className={classes['lists']}>
        <WorstTurns turns={worst.data?.items} />
        {isSaid ? <Changes search={search} newest={newestMarker(markers.data ?? [])} /> : null}
      </div>
    </div>
  );
}

interface VerdictProps {
  /** Undefined while they load. */
  totals: { current: Overview; before: Overview } | undefined;
  worst: TurnPage | undefined;
  search: CommonSearch;
}

function Verdict({ totals, worst, search }: VerdictProps) {
  const series = useQuery(attemptsSeriesQuery(search));
  const markers = useQuery(markersQuery(search));
  if (totals === undefined || worst === undefined) return <Skeleton height={29} width="60%" />;
  const verdict = prepareVerdict({
    ...totals,
    worst: worst.items,
    isComplete: worst.next_cursor === null,
    rise: findCause(series.data?.points ?? [], markers.data ?? []),
  });
  const { place } = verdict;
  return (
    <>
      <VerdictLine {...verdict} />
      {place === null ? null : (
        <p>
          <Link to="/turns" search={searchOf(place)}>
            <ShownText text={OVERVIEW.showTurns(shortName(place.tool), kindWord(place.kind))} />
          </Link>
        </p>
      )}
    </>
  );
}

/** The turns of a place, narrowed to the release or model that brought it. */
function searchOf({ tool, kind, cause }: Place) {
  return { tool: [tool], loop: [kind], ...(cause === null ? {} : searchOfMarker(cause)) };
}

/** A release before a model; a prompt alone is told by its release. */
function newestMarker(markers: readonly Marker[]): Marker | null {
  return (
    markers.findLast(({ kind }) => kind === 'release') ??
    markers.findLast(({ kind }) => kind === 'model') ??
    null
  );
}

function NothingInRange({ status }: { status: Status | undefined }) {
  const lastSpanAt = status?.last_span_at ?? null;
  return (
    <p className={classes['nothing']}>
      {lastSpanAt === null ? null : (
        <span>
          The last span came in <TimeAgo at={lastSpanAt} />.
        </span>
      )}
      {status === undefined || status.spans === 0 || status.agent_spans > 0 ? (
        <NewestTurn />
      ) : (
        <span>
          {START.noAgentSpans(status.spans)} <Link to="/start">{FRAME.noSpans.start}</Link>
        </span>
      )}
    </p>
  );
}

interface PicturesProps {
  isDue: boolean;
  search: CommonSearch;
  loops: Overview['loops'] | undefined;
}

function Pictures({ isDue, search, loops }: PicturesProps) {
  if (!isDue) return <ChartsSkeleton />;
  return (
    <Suspense fallback={<ChartsSkeleton />}>
      <Charts search={search} loops={loops} />
    </Suspense>
  );
}

function ChartsSkeleton() {
  return (
    <div className={classes['charts']} aria-hidden>
      {[0, 1, 2, 3].map((at) => (
        <Skeleton key={at} height={298} className={classes[`chart${at}`] ?? ''} />
      ))}
    </div>
  );
}
