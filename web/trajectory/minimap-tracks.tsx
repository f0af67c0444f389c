import type { Loop } from '@loopscope/api/contract';
import type { PointerEvent } from 'react';

import { formatDuration } from '../format/duration.ts';
import { kindName, kindWord } from '../text/loops.ts';
import { TRAJECTORY } from '../text/trajectory.ts';
import { COLUMNS, type Block, type LoopBand, type Minimap } from './minimap.ts';
import classes from './minimap-band.module.css';
import type { Stretch } from './zoom.ts';

const words = TRAJECTORY.minimap;
const MOST_LANES = 3;

interface BandsProps {
  minimap: Minimap;
  loop: Loop | null;
  goTo: (loop: Loop) => void;
}

/** Where each loop runs, in lanes where they overlap. */
export function Bands({ minimap, loop, goTo }: BandsProps) {
  const lanes = Math.min(MOST_LANES, 1 + Math.max(0, ...minimap.bands.map((band) => band.lane)));
  return (
    <div className={classes['bands']} style={{ height: lanes * 20 }}>
      {minimap.bands.map((band) => (
        <button
          key={band.loop.loop_id}
          type="button"
          className={classes['band']}
          data-severity={band.loop.severity}
          aria-pressed={band.loop.loop_id === loop?.loop_id}
          aria-label={words.band(kindName(band.loop.kind), band.loop.calls.length)}
          title={band.loop.summary}
          style={place(band)}
          onClick={() => goTo(band.loop)}
        >
          {kindWord(band.loop.kind)} ×{band.loop.calls.length}
        </button>
      ))}
    </div>
  );
}

const percent = (columns: number): string => `${(columns / COLUMNS) * 100}%`;

const place = ({ from, to, lane }: LoopBand) => ({
  insetInlineStart: percent(from),
  width: percent(to - from),
  insetBlockStart: Math.min(lane, MOST_LANES - 1) * 20,
});

export interface Drag {
  start: (event: PointerEvent<SVGElement>) => void;
  move: (event: PointerEvent<SVGElement>) => void;
  end: (event: PointerEvent<SVGElement>) => void;
}

interface TrackProps {
  name: string;
  blocks: readonly Block[];
  isThin?: boolean;
  drag: Drag;
}

/** What ran when; a click goes there, a drag narrows to it. */
export function Track({ name, blocks, drag, isThin = false }: TrackProps) {
  return (
    <svg
      className={classes['track']}
      viewBox={`0 0 ${COLUMNS} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.label(name)}
      data-thin={isThin || undefined}
      onPointerDown={drag.start}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
    >
      {blocks.map(({ from, to, hue }) => (
        <rect
          key={from}
          x={from}
          y={0}
          width={to - from}
          height={10}
          className={classes['block']}
          style={hue === 'grey' ? {} : { fill: `oklch(0.62 0.15 ${hue})` }}
        />
      ))}
    </svg>
  );
}

/** Time after the turn's start, at both ends and in the middle. */
export function Axis({ shown: { fromMs, toMs } }: { shown: Stretch }) {
  return (
    <div className={classes['axis']} aria-hidden>
      <span>{fromMs === 0 ? '0' : formatDuration(fromMs)}</span>
      <span>{formatDuration((fromMs + toMs) / 2)}</span>
      <span>{formatDuration(toMs)}</span>
    </div>
  );
}
