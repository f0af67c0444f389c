import { useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis, type BarShapeProps } from 'recharts';

import { OVERVIEW } from '../text/overview.ts';
import { TONE_FILLS } from './chart-look.ts';
import classes from './bars-chart.module.css';
import type { Bar as BarModel, Bars } from './prepare-bars.ts';

export interface BarsChartProps {
  bars: Bars;
  /** Width of the labels at the start, in pixels. */
  labelWidth: number;
  /** What is counted, for the bars' accessible names. */
  unit: string;
}

const COUNT_WIDTH = 56;
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };

/** Horizontal bars, each a link to what it counts. */
export function BarsChart({ bars, labelWidth, unit }: BarsChartProps) {
  const row = (props: BarShapeProps) => {
    const bar = bars.bars[props.index];
    return bar === undefined ? null : (
      <BarRow {...props} bar={bar} unit={unit} labelWidth={labelWidth} />
    );
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        layout="vertical"
        data={bars.bars.map(({ key, count }) => ({
          key,
          drawn: Math.max(count, bars.axis.domain[0]),
        }))}
        margin={NO_MARGIN}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <XAxis
          type="number"
          scale="log"
          domain={bars.axis.domain}
          padding={{ left: labelWidth, right: COUNT_WIDTH }}
          hide
        />
        <YAxis type="category" dataKey="key" hide />
        <Bar dataKey="drawn" isAnimationActive={false} shape={row} />
      </BarChart>
    </ResponsiveContainer>
  );
}

type BarRowProps = BarShapeProps & { bar: BarModel; unit: string; labelWidth: number };

function BarRow({ bar, unit, labelWidth, y, height, width: drawn }: BarRowProps) {
  const width = bar.count === 0 ? 0 : Math.max(2, drawn);
  const middle = y + height / 2;
  const inside = (
    <>
      <rect className={classes['hit']} x={0} y={y - 3} width="100%" height={height + 6} />
      <text
        className={classes['label']}
        x={labelWidth - 10}
        y={middle}
        textAnchor="end"
        dominantBaseline="central"
      >
        {bar.label}
      </text>
      <rect x={labelWidth} y={y} width={width} height={height} rx={2} fill={TONE_FILLS[bar.tone]} />
      <text
        className={classes['count']}
        x={labelWidth + width + 8}
        y={middle}
        dominantBaseline="central"
      >
        {bar.countText}
      </text>
    </>
  );
  return bar.search === null ? (
    <g className={classes['none']}>{inside}</g>
  ) : (
    <BarLink bar={bar} unit={unit}>
      {inside}
    </BarLink>
  );
}

/** An SVG link: the router's own works on HTML anchors only. */
function BarLink({
  bar,
  unit,
  children,
}: {
  bar: BarModel;
  unit: string;
  children: React.ReactNode;
}) {
  const router = useRouter();
  const navigate = useNavigate();
  const target = { to: '/turns', search: bar.search ?? {} } as const;
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(target);
  };
  return (
    <a
      className={classes['link']}
      href={router.buildLocation(target).href}
      aria-label={OVERVIEW.barLabel(bar.label, bar.countText, unit)}
      onClick={open}
    >
      {children}
    </a>
  );
}
