import type { TooltipContentProps } from 'recharts';

import { formatInstant } from '../format/duration.ts';
import { formatAttempts, formatCount } from '../format/number.ts';
import { useZone } from '../frame/use-zone.ts';
import { OVERVIEW } from '../text/overview.ts';
import classes from './attempts-series-chart.module.css';
import { PERCENTILES, type SeriesPoint } from './prepare-attempts-series.ts';

type PointTipProps = Partial<TooltipContentProps> & { stepMs: number };

/** The numbers of one point. */
export function PointTip({ active, payload }: PointTipProps) {
  const zone = useZone();
  const point: SeriesPoint | undefined = payload?.[0]?.payload;
  if (active !== true || point === undefined || point.max === null) return null;
  return (
    <div className={classes['tip']}>
      <div>{formatInstant(point.atMs, zone)}</div>
      <table>
        <tbody>
          <tr>
            <th>{OVERVIEW.turnsColumn}</th>
            <td>{formatCount(point.turns)}</td>
          </tr>
          {PERCENTILES.map((name) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{formatAttempts(point[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes['hint']}>{OVERVIEW.series.openPoint}</div>
    </div>
  );
}
