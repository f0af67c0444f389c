import { useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import {
  CartesianGrid,
  ReferenceArea,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
  type ScatterShapeProps,
} from 'recharts';

import { formatPercent } from '../format/number.ts';
import { TOOLS } from '../text/lists.ts';
import { oneLine } from '../shown/cut-text.ts';
import { tellText } from '../shown/reveal-text.ts';
import { AXIS_LOOK, FONT_SIZE } from './chart-look.ts';
import {
  HIGH_RETRY_RATE,
  NAME_CHARS,
  type ToolPoint,
  type ToolScatter,
} from './prepare-tool-scatter.ts';
import classes from './tool-scatter-chart.module.css';

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const RETRY_TICKS = [0, 0.01, 0.05, 0.1, 0.2, 0.5, 1];
/** Points on an edge stand clear of the axes' numbers. */
const PADDING = { left: 16, right: 16, top: 16, bottom: 16 } as const;
const GRID = { stroke: 'var(--ls-line)' } as const;

export interface ToolScatterChartProps {
  scatter: ToolScatter;
  /** Whether it was prepared of all tools there are. */
  isAll: boolean;
}

/** High and low means badly specified, high and high means flaky; each point leads to its tool. */
export function ToolScatterChart({ scatter, isAll }: ToolScatterChartProps) {
  if (scatter.points.length === 0) return <p className={classes['none']}>{TOOLS.scatter.none}</p>;
  const { retryTop } = scatter;
  return (
    <div className={classes['chart']}>
      <ResponsiveContainer width="100%" height="100%">
        <ScatterChart
          margin={{ top: 12, right: 24, bottom: 20, left: 8 }}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} />
          <XAxis
            {...AXIS_LOOK}
            type="number"
            dataKey="retryRate"
            scale="sqrt"
            domain={[0, retryTop]}
            ticks={RETRY_TICKS.filter((rate) => rate <= retryTop)}
            tickFormatter={formatPercent}
            padding={PADDING}
            label={{ value: TOOLS.scatter.retryAxis, position: 'bottom', offset: 2, ...LABEL }}
          />
          <YAxis
            {...AXIS_LOOK}
            type="number"
            dataKey="eventualSuccess"
            domain={[0, 1]}
            ticks={TICKS}
            tickFormatter={formatPercent}
            width={64}
            padding={PADDING}
            label={{
              value: TOOLS.scatter.successAxis,
              angle: -90,
              position: 'insideLeft',
              style: { textAnchor: 'middle' },
              ...LABEL,
            }}
          />
          <ReferenceArea
            x1={HIGH_RETRY_RATE}
            x2={retryTop}
            y1={0}
            y2={0.5}
            fill="var(--ls-watch-soft)"
            fillOpacity={0.6}
            label={{ value: TOOLS.scatter.badlySpecified, position: 'insideTopRight', ...QUADRANT }}
          />
          <ReferenceArea
            x1={HIGH_RETRY_RATE}
            x2={retryTop}
            y1={0.5}
            y2={1}
            fill="var(--ls-sunken)"
            fillOpacity={0.8}
            label={{ value: TOOLS.scatter.flaky, position: 'insideBottomRight', ...QUADRANT }}
          />
          <Scatter data={scatter.points} isAnimationActive={false} shape={drawPoint} />
        </ScatterChart>
      </ResponsiveContainer>
      {scatter.unplaced === 0 ? null : (
        <p className={classes['note']}>{TOOLS.scatter.unplaced(scatter.unplaced, isAll)}</p>
      )}
    </div>
  );
}

const LABEL = { fill: 'var(--ls-dim)', fontSize: FONT_SIZE } as const;
const QUADRANT = { ...LABEL, className: classes['quadrant'] ?? '' };

const drawPoint = ({ cx, cy, payload }: ScatterShapeProps & { payload?: ToolPoint }) =>
  cx === undefined || cy === undefined || payload === undefined ? (
    <g />
  ) : (
    <PointLink x={cx} y={cy} point={payload} />
  );

function PointLink({ x, y, point }: { x: number; y: number; point: ToolPoint }) {
  const router = useRouter();
  const navigate = useNavigate();
  const target = { to: '/tools/$tool', params: { tool: point.tool } } as const;
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(target);
  };
  const name = tellText(oneLine(point.tool, NAME_CHARS));
  const rate = formatPercent(point.retryRate);
  const success = formatPercent(point.eventualSuccess);
  return (
    <a
      className={classes['point']}
      data-verdict={point.verdict}
      href={router.buildLocation(target).href}
      aria-label={TOOLS.scatter.point(name, rate, success)}
      onClick={open}
    >
      <title>{TOOLS.scatter.point(name, rate, success)}</title>
      <circle cx={x} cy={y} r={point.radius} />
      <text
        x={point.isNameBefore ? x - point.radius - 4 : x + point.radius + 4}
        y={y}
        textAnchor={point.isNameBefore ? 'end' : 'start'}
        dominantBaseline="central"
        fontSize={FONT_SIZE}
        data-named={point.isNamed}
      >
        {name}
      </text>
    </a>
  );
}
