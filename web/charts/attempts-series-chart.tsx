import type { Marker } from '@loopscope/api/contract';
import { useNavigate } from '@tanstack/react-router';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
  type DotItemDotProps,
} from 'recharts';

import { formatAttempts } from '../format/number.ts';
import { OVERVIEW } from '../text/overview.ts';
import { AXIS_LOOK, END_LABEL_WIDTH, FONT_SIZE, GRID_LOOK, LINE_LOOKS } from './chart-look.ts';
import classes from './attempts-series-chart.module.css';
import { PointTip } from './point-tip.tsx';
import { placeFlags, prepareFlags, searchOfMarker, type Flag } from './prepare-flags.ts';
import {
  PERCENTILES,
  spreadLabels,
  WORTH_A_LOOK,
  type AttemptsSeries,
  type SeriesPoint,
} from './prepare-attempts-series.ts';
import type { LogAxis } from './prepare-log-axis.ts';

export interface AttemptsSeriesChartProps {
  series: AttemptsSeries;
  markers: readonly Marker[];
}

/** Percentile lines on a log axis; a click on a time leads to its turns. */
export function AttemptsSeriesChart({ series, markers }: AttemptsSeriesChartProps) {
  const navigate = useNavigate();
  const labels = new Map(series.time.ticks.map(({ atMs, label }) => [atMs, label]));
  const openTurns = (atMs: number): void => {
    const search = {
      from: new Date(atMs).toISOString(),
      to: new Date(atMs + series.stepMs).toISOString(),
      range: undefined,
    };
    void navigate({ to: '/turns', search });
  };
  const [fromMs, toMs] = series.time.domain;
  const flags = prepareFlags(markers, { fromMs, toMs });
  const openMarker = (marker: Marker): void => {
    void navigate({ to: '/turns', search: { agent: [marker.agent], ...searchOfMarker(marker) } });
  };
  return (
    <div className={classes['chart']} role="img" aria-label={saySeries(series)}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={series.points}
          margin={{ top: 22, right: END_LABEL_WIDTH, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          onClick={({ activeLabel }) => {
            if (activeLabel !== undefined) openTurns(Number(activeLabel));
          }}
        >
          <CartesianGrid {...GRID_LOOK} />
          <XAxis
            {...AXIS_LOOK}
            dataKey="atMs"
            type="number"
            scale="time"
            domain={series.time.domain}
            allowDataOverflow
            ticks={series.time.ticks.map(({ atMs }) => atMs)}
            tickFormatter={(atMs: number) => labels.get(atMs) ?? ''}
          />
          <YAxis
            {...AXIS_LOOK}
            axisLine={false}
            width={36}
            scale="log"
            domain={series.attempts.domain}
            allowDataOverflow
            ticks={series.attempts.ticks}
            interval={0}
          />
          <ReferenceLine
            y={WORTH_A_LOOK}
            className={classes['threshold'] ?? ''}
            strokeDasharray="1 3"
          />
          {flags.map((flag) => (
            <ReferenceLine key={flag.atMs} x={flag.atMs} className={classes['flag'] ?? ''} />
          ))}
          {PERCENTILES.map((name) => (
            <Line
              key={name}
              {...LINE_LOOKS[name]}
              dataKey={name}
              type="linear"
              isAnimationActive={false}
              connectNulls={false}
              activeDot={{ r: 3 }}
              dot={name === 'max' ? drawMaximum : drawAlone}
            />
          ))}
          <Tooltip
            isAnimationActive={false}
            content={<PointTip stepMs={series.stepMs} />}
            cursor={{ stroke: 'var(--ls-line-strong)' }}
          />
          <EndLabels series={series} />
          <Flags flags={flags} domain={series.time.domain} open={openMarker} />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

/** The picture in words. */
function saySeries({ time: { ticks }, said }: AttemptsSeries): string {
  const words = OVERVIEW.series;
  const range = words.summary(ticks[0]?.label ?? '', ticks.at(-1)?.label ?? '');
  if (said === null) return range;
  const [lowest, highest, last, max] = [
    said.lowestP99,
    said.highestP99,
    said.lastP99,
    said.max,
  ].map(formatAttempts);
  return `${range}. ${words.said(`${lowest}–${highest}`, last ?? '', max ?? '')}`;
}

/** A point between two gaps has no line of its own. */
function drawAlone({ key, cx, cy, stroke, payload }: DotItemDotProps) {
  const point: SeriesPoint | undefined = payload;
  return point?.isAlone === true ? (
    <Dot key={key} cx={cx} cy={cy} fill={stroke} />
  ) : (
    <g key={key} />
  );
}

/** Maxima above 1 are few and each is a turn. */
function drawMaximum({ key, cx, cy, stroke, payload }: DotItemDotProps) {
  const point: SeriesPoint | undefined = payload;
  const isShown = point?.isAlone === true || (point?.max ?? 0) > 1;
  return isShown ? <Dot key={key} cx={cx} cy={cy} fill={stroke} /> : <g key={key} />;
}

interface DotLook {
  cx: number | undefined;
  cy: number | undefined;
  fill: string | undefined;
}

const Dot = ({ cx, cy, fill }: DotLook) => <circle cx={cx} cy={cy} r={2.25} fill={fill} />;

interface FlagsProps {
  flags: readonly Flag[];
  domain: readonly [number, number];
  open: (marker: Marker) => void;
}

/** Names above the plot; each leads to the turns of what was new. */
function Flags({ flags, domain, open }: FlagsProps) {
  const plot = usePlotArea();
  if (plot === undefined) return null;
  return (
    <g fontSize={FONT_SIZE}>
      {placeFlags(flags, { domain, widthPx: plot.width }).map(
        ({ atMs, x, anchor, name, markers }) => (
          <text
            key={atMs}
            className={classes['flagName']}
            x={plot.x + x}
            y={plot.y - 8}
            textAnchor={name === '' ? 'middle' : anchor}
            onClick={(event) => {
              event.stopPropagation();
              if (markers[0] !== undefined) open(markers[0]);
            }}
          >
            ▾ {name}
            <title>{markers.map(sayMarker).join('\n')}</title>
          </text>
        ),
      )}
    </g>
  );
}

const sayMarker = ({ kind, agent, name }: Marker): string => OVERVIEW.flags[kind](agent, name);

const LABEL_GAP = 15;

/** Names at the end of the lines, moved apart where lines end together. */
function EndLabels({ series }: { series: AttemptsSeries }) {
  const plot = usePlotArea();
  if (plot === undefined) return null;
  const toY = (value: number): number =>
    plot.y + plot.height * (1 - logShare(value, series.attempts));
  const wanted = series.ends.map(({ value }) => toY(value));
  const placed = spreadLabels(wanted, LABEL_GAP, plot.y + plot.height);
  const x = plot.x + plot.width + 8;
  return (
    <g fontSize={FONT_SIZE}>
      <text className={classes['thresholdName']} x={plot.x + 6} y={toY(WORTH_A_LOOK) - 5}>
        {OVERVIEW.series.worthALook}
      </text>
      {series.ends.map(({ name, value }, at) => (
        <text key={name} x={x} y={placed[at]} dominantBaseline="central" fill="var(--ls-text)">
          <tspan fontWeight={600}>{value}</tspan> {name}
        </text>
      ))}
    </g>
  );
}

function logShare(value: number, { domain: [low, high] }: LogAxis): number {
  return Math.log(value / low) / Math.log(high / low);
}
