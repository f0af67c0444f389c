import type { Marker, Overview } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import {
  attemptsHistogramQuery,
  attemptsSeriesQuery,
  loopSeriesQuery,
  markersQuery,
  ratioHistogramQuery,
} from '../../api/overview-queries.ts';
import { AttemptsSeriesChart } from '../../charts/attempts-series-chart.tsx';
import { KindRows } from '../../charts/kind-rows.tsx';
import { BarsChart } from '../../charts/bars-chart.tsx';
import { CHART_HEIGHT } from '../../charts/chart-look.ts';
import { ChartPanel, type ChartTable } from '../../charts/chart-panel.tsx';
import {
  prepareAttemptsSeries,
  type AttemptsSeries,
} from '../../charts/prepare-attempts-series.ts';
import {
  prepareAttemptsBars,
  prepareKindBars,
  prepareRatioBars,
  type Bars,
} from '../../charts/prepare-bars.ts';
import { searchOfMarker } from '../../charts/prepare-flags.ts';
import { prepareKindRows } from '../../charts/prepare-kind-rows.ts';
import { useNow } from '../../frame/now.tsx';
import { useZone } from '../../frame/use-zone.ts';
import { zoneOffsetMs, type Zone } from '../../format/zone.ts';
import { formatDuration, formatInstant, formatMinute } from '../../format/duration.ts';
import { formatAttempts, formatCount } from '../../format/number.ts';
import { kindWord } from '../../text/loops.ts';
import { OVERVIEW } from '../../text/overview.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import type { CommonSearch } from '../../url/search.ts';
import { chooseStep, resolveRange } from '../../url/time-range.ts';
import classes from './overview-page.module.css';

export interface OverviewChartsProps {
  search: CommonSearch;
  /** Undefined while it loads. */
  loops: Overview['loops'] | undefined;
}

/** Four pictures: over time, by attempts, by ratio, by kind. */
export function OverviewCharts({ search, loops }: OverviewChartsProps) {
  const zone = useZone();
  const series = useQuery({
    ...attemptsSeriesQuery(search),
    select: zone === 'utc' ? toUtcSeries : toLocalSeries,
  });
  const attempts = useQuery({ ...attemptsHistogramQuery(search), select: prepareAttemptsBars });
  const ratios = useQuery({ ...ratioHistogramQuery(search), select: prepareRatioBars });
  const markers = useQuery(markersQuery(search));
  const loopSeries = useQuery(loopSeriesQuery(search));
  const stepSeconds = chooseStep(resolveRange(search, useNow()));
  const kinds = loops === undefined ? undefined : prepareKindBars(loops, kindWord);
  const kindRows =
    loops === undefined || loopSeries.data === undefined
      ? undefined
      : prepareKindRows(loopSeries.data, loops);
  return (
    <div className={classes['charts']}>
      <div className={classes['chart0']}>
        <ChartPanel
          {...OVERVIEW.series}
          name="series"
          height={CHART_HEIGHT}
          table={
            series.data === undefined ? null : seriesTable(series.data, markers.data ?? [], zone)
          }
        >
          <Loaded query={series}>
            {(data) => <AttemptsSeriesChart series={data} markers={markers.data ?? []} />}
          </Loaded>
        </ChartPanel>
      </div>
      <div className={classes['chart1']}>
        <ChartPanel
          {...OVERVIEW.attempts}
          name="attempts"
          height={CHART_HEIGHT}
          table={barsTable(attempts.data, OVERVIEW.attempts.column, OVERVIEW.turnsColumn)}
        >
          <Loaded query={attempts}>
            {(data) => <BarsChart bars={data} labelWidth={52} unit={OVERVIEW.turnsColumn} />}
          </Loaded>
        </ChartPanel>
      </div>
      <div className={classes['chart2']}>
        <ChartPanel
          {...OVERVIEW.ratio}
          name="ratio"
          height={CHART_HEIGHT}
          table={barsTable(ratios.data, OVERVIEW.ratio.column, OVERVIEW.turnsColumn)}
        >
          <Loaded query={ratios}>
            {(data) => <BarsChart bars={data} labelWidth={64} unit={OVERVIEW.turnsColumn} />}
          </Loaded>
        </ChartPanel>
      </div>
      <div className={classes['chart3']}>
        <ChartPanel
          title={OVERVIEW.kinds.title}
          unit={OVERVIEW.kinds.unit(formatDuration(stepSeconds * 1000))}
          help={OVERVIEW.kinds.help}
          name="kinds"
          height={CHART_HEIGHT}
          table={barsTable(kinds, OVERVIEW.kinds.column, OVERVIEW.loopsColumn)}
        >
          {kindRows === undefined ? (
            <Skeleton height="100%" />
          ) : (
            <KindRows rows={kindRows} axis={timeEnds(loopSeries.data?.range, zone)} />
          )}
        </ChartPanel>
      </div>
    </div>
  );
}

/** Where the rows begin and end in time. */
const timeEnds = (range: { fromMs: number; toMs: number } | undefined, zone: Zone): string[] =>
  range === undefined ? [] : [range.fromMs, range.toMs].map((atMs) => formatMinute(atMs, zone));

type SeriesAnswer = Parameters<typeof prepareAttemptsSeries>[0];

function toSeries(answer: SeriesAnswer, zone: Zone): AttemptsSeries {
  return prepareAttemptsSeries(answer, zoneOffsetMs(answer.range.toMs, zone));
}
// One function each: a new one would prepare anew on every draw.
const toLocalSeries = (answer: SeriesAnswer): AttemptsSeries => toSeries(answer, 'local');
const toUtcSeries = (answer: SeriesAnswer): AttemptsSeries => toSeries(answer, 'utc');

function Loaded<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <p role="alert">{query.error.message}</p>;
  return <Skeleton height="100%" />;
}

function seriesTable(
  { points, stepMs }: AttemptsSeries,
  markers: readonly Marker[],
  zone: Zone,
): ChartTable {
  const newIn = (atMs: number): Marker[] =>
    markers.filter(({ at }) => Date.parse(at) >= atMs && Date.parse(at) < atMs + stepMs);
  const rows = points
    .filter(({ max, atMs }) => max !== null || newIn(atMs).length > 0)
    .map((point) => {
      const from = new Date(point.atMs).toISOString();
      const to = new Date(point.atMs + stepMs).toISOString();
      return [
        <Link key={from} to="/turns" search={{ range: undefined, from, to }}>
          {formatInstant(point.atMs, zone)}
        </Link>,
        formatCount(point.turns),
        formatAttempts(point.p50),
        formatAttempts(point.p95),
        formatAttempts(point.p99),
        formatAttempts(point.max),
        newIn(point.atMs).map((marker) => (
          <MarkerLink key={`${marker.kind} ${marker.agent} ${marker.name}`} marker={marker} />
        )),
      ];
    });
  return { columns: OVERVIEW.series.columns, rows: rows.toReversed() };
}

/** The way to the turns of what was new. */
function MarkerLink({ marker }: { marker: Marker }) {
  const { kind, agent, name } = marker;
  return (
    <div>
      <Link to="/turns" search={{ agent: [agent], ...searchOfMarker(marker) }}>
        <ShownText text={OVERVIEW.flags[kind](agent, name)} most={80} />
      </Link>
    </div>
  );
}

function barsTable(bars: Bars | undefined, label: string, count: string): ChartTable | null {
  if (bars === undefined) return null;
  const rows = bars.bars.map((bar) => [
    bar.search === null ? (
      bar.label
    ) : (
      <Link key={bar.key} to="/turns" search={bar.search}>
        {bar.label}
      </Link>
    ),
    bar.countText,
  ]);
  return { columns: [label, count], rows };
}
