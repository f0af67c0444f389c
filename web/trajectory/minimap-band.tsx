import type { Loop } from '@loopscope/api/contract';
import { Fragment, useMemo, type MouseEvent } from 'react';

import { formatDuration } from '../format/duration.ts';
import { kindName, kindWord } from '../text/loops.ts';
import { TRAJECTORY } from '../text/trajectory.ts';
import {
  COLUMNS,
  prepareLanes,
  stepAtColumn,
  type Block,
  type LoopBand,
  type Minimap,
} from './minimap.ts';
import classes from './minimap-band.module.css';
import type { TrajectoryView } from './prepare-view.ts';

export interface MinimapBandProps {
  view: TrajectoryView;
  /** `seq` of the selected step. */
  selected: number | undefined;
  /** Loop that the diagnosis shows. */
  loop: Loop | null;
  select: (seq: number) => void;
}

const words = TRAJECTORY.minimap;
const MOST_LANES = 3;

/** The whole run over time, at one look: loops, tools, model. */
export function MinimapBand({ view, selected, loop, select }: MinimapBandProps) {
  const { minimap, steps } = view;
  const goTo = (event: MouseEvent<SVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const column = ((event.clientX - left) / width) * COLUMNS;
    const step = steps[stepAtColumn(steps, column, minimap.totalMs)];
    if (step !== undefined) select(step.seq);
  };
  const lanes = useMemo(
    () => prepareLanes(steps, loop, { marks: view.marks, totalMs: minimap.totalMs }),
    [steps, loop, view.marks, minimap.totalMs],
  );
  const at = selected === undefined ? undefined : steps[view.positions.get(selected) ?? -1];
  return (
    <div className={classes['minimap']}>
      {minimap.bands.length === 0 ? null : (
        <>
          <span className={classes['name']}>{words.loops}</span>
          <Bands minimap={minimap} loop={loop} goTo={(first) => selectCall(view, first, select)} />
        </>
      )}
      <span className={classes['name']}>{words.tools}</span>
      <Track name={words.tools} blocks={minimap.tools} goTo={goTo} />
      {lanes.map(({ letter, blocks }) => (
        <Fragment key={letter}>
          <span className={classes['name']}>{letter}</span>
          <Track name={words.lane(letter)} blocks={blocks} goTo={goTo} isThin />
        </Fragment>
      ))}
      <span className={classes['name']}>{words.model}</span>
      <Track name={words.model} blocks={minimap.models} goTo={goTo} />
      {minimap.gaps.length === 0 ? null : (
        <>
          <span className={classes['name']}>{words.gaps}</span>
          <Track name={words.gaps} blocks={minimap.gaps} goTo={goTo} isThin />
        </>
      )}
      <span />
      <Axis totalMs={minimap.totalMs} />
      {at === undefined ? null : (
        <div className={classes['cursorTrack']} aria-hidden>
          <div
            className={classes['cursor']}
            style={{ insetInlineStart: `${(at.offset_ms / minimap.totalMs) * 100}%` }}
          />
        </div>
      )}
    </div>
  );
}

function selectCall(view: TrajectoryView, loop: Loop, select: (seq: number) => void): void {
  const first = view.calls.find((call) => call.call_seq === loop.calls[0]);
  if (first !== undefined) select(first.seq);
}

interface BandsProps {
  minimap: Minimap;
  loop: Loop | null;
  goTo: (loop: Loop) => void;
}

function Bands({ minimap, loop, goTo }: BandsProps) {
  const lanes = Math.min(MOST_LANES, 1 + Math.max(...minimap.bands.map((band) => band.lane)));
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

interface TrackProps {
  name: string;
  blocks: readonly Block[];
  isThin?: boolean;
  goTo: (event: MouseEvent<SVGElement>) => void;
}

function Track({ name, blocks, goTo, isThin = false }: TrackProps) {
  return (
    <svg
      className={classes['track']}
      viewBox={`0 0 ${COLUMNS} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.label(name)}
      data-thin={isThin || undefined}
      onClick={goTo}
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

function Axis({ totalMs }: { totalMs: number }) {
  return (
    <div className={classes['axis']} aria-hidden>
      <span>0</span>
      <span>{formatDuration(totalMs / 2)}</span>
      <span>{formatDuration(totalMs)}</span>
    </div>
  );
}
