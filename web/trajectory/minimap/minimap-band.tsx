import type { Loop } from '@loopscope/api/contract';
import { Fragment, useMemo } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { COLUMNS } from './columns.ts';
import { momentAt, prepareLanes, prepareMinimap, stepAtColumn, type Tally } from './minimap.ts';
import classes from './minimap-band.module.css';
import { Axis, Bands, Track } from './minimap-tracks.tsx';
import type { TrajectoryView } from '../prepare-view.ts';
import { useDrag } from './use-drag.ts';
import type { Stretch } from './zoom.ts';

export interface MinimapBandProps {
  view: TrajectoryView;
  /** `seq` of the selected step. */
  selected: number | undefined;
  /** Loop that the diagnosis shows. */
  loop: Loop | null;
  select: (seq: number) => void;
  shown: Stretch;
  zoomTo: (stretch: Stretch) => void;
}

const words = TRAJECTORY.minimap;

/** The run over time, whole or a part of it, at one look: loops, tools, model. */
export function MinimapBand({ view, selected, loop, select, shown, zoomTo }: MinimapBandProps) {
  const { steps, marks } = view;
  const { tallies, totalMs } = view.minimap;
  const { fromMs, toMs } = shown;
  const minimap = useMemo(
    () => prepareMinimap(steps, view.trajectory.loops, marks, { fromMs, toMs }),
    [steps, view.trajectory.loops, marks, fromMs, toMs],
  );
  const lanes = useMemo(
    () => prepareLanes(steps, loop, { marks, shown: { fromMs, toMs } }),
    [steps, loop, marks, fromMs, toMs],
  );
  const { dragged, drag } = useDrag(
    (column) => {
      const step = steps[stepAtColumn(steps, column, shown)];
      if (step !== undefined) select(step.seq);
    },
    (from, to) => zoomTo({ fromMs: momentAt(from, shown), toMs: momentAt(to, shown) }),
  );
  const say = (track: string, { count, ms }: Tally): string =>
    words.track(track, count, formatDuration(ms), formatDuration(totalMs));
  const at = selected === undefined ? undefined : steps[view.positions.get(selected) ?? -1];
  return (
    <div className={classes['minimap']}>
      {view.trajectory.loops.length === 0 ? null : (
        <>
          <span className={classes['name']}>{words.loops}</span>
          <Bands minimap={minimap} loop={loop} goTo={(first) => selectCall(view, first, select)} />
        </>
      )}
      <span className={classes['name']}>{words.tools}</span>
      <Track name={say(words.tools, tallies.tools)} blocks={minimap.tools} drag={drag} />
      {lanes.map(({ letter, blocks }) => (
        <Fragment key={letter}>
          <span className={classes['name']}>{letter}</span>
          <Track name={words.lane(letter)} blocks={blocks} drag={drag} isThin />
        </Fragment>
      ))}
      <span className={classes['name']}>{words.model}</span>
      <Track name={say(words.model, tallies.models)} blocks={minimap.models} drag={drag} />
      {view.minimap.gaps.length === 0 ? null : (
        <>
          <span className={classes['name']}>{words.gaps}</span>
          <Track name={say(words.gaps, tallies.gaps)} blocks={minimap.gaps} drag={drag} isThin />
        </>
      )}
      <span />
      <Axis shown={shown} />
      <div className={classes['cursorTrack']} aria-hidden>
        {dragged === null ? null : (
          <div
            className={classes['dragged']}
            style={{
              insetInlineStart: percent(Math.min(dragged.from, dragged.to) / COLUMNS),
              width: percent(Math.abs(dragged.to - dragged.from) / COLUMNS),
            }}
          />
        )}
        {at === undefined || at.offset_ms < fromMs || at.offset_ms > toMs ? null : (
          <div
            className={classes['cursor']}
            style={{ insetInlineStart: percent((at.offset_ms - fromMs) / (toMs - fromMs)) }}
          />
        )}
      </div>
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;

function selectCall(view: TrajectoryView, loop: Loop, select: (seq: number) => void): void {
  const first = view.calls.find((call) => call.call_seq === loop.calls[0]);
  if (first !== undefined) select(first.seq);
}
