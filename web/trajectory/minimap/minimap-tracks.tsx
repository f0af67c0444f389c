import type { Loop } from '@loopscope/api/contract';
import { memo, type KeyboardEvent, type PointerEvent } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { formatCount } from '../../format/number.ts';
import { kindName, kindWord } from '../../text/loops.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { COLUMNS } from './columns.ts';
import type { LoopBand } from './loop-bands.ts';
import type { Block, Minimap } from './minimap.ts';
import classes from './minimap-band.module.css';
import type { Stretch } from './zoom.ts';

const words = TRAJECTORY.minimap;
const LANE_HEIGHT = 20;

interface BandsProps {
  minimap: Minimap;
  loop: Loop | null;
  goTo: (loop: Loop) => void;
}

/** Where each loop runs, in lanes where they overlap: one stop of the Tab key, arrows go from band to band. */
export function Bands({ minimap: { bands }, loop, goTo }: BandsProps) {
  const lanes = bands.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
  const holds = (band: LoopBand): boolean =>
    band.loops.some(({ loop_id: id }) => id === loop?.loop_id);
  const current = Math.max(0, bands.findIndex(holds));
  return (
    <div
      className={classes['bands']}
      style={{ height: lanes * LANE_HEIGHT }}
      role="toolbar"
      aria-label={words.loops}
      onKeyDown={moveFocus}
    >
      {bands.map((band, at) => (
        <button
          key={band.loops[0].loop_id}
          type="button"
          className={classes['band']}
          data-severity={severityOf(band)}
          tabIndex={at === current ? 0 : -1}
          aria-pressed={holds(band)}
          aria-label={nameOf(band)}
          title={band.loops.length === 1 ? band.loops[0].summary : nameOf(band)}
          style={place(band)}
          onClick={() => goTo(band.loops[0])}
        >
          {textOf(band)}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}

const severityOf = ({ loops }: LoopBand): Loop['severity'] =>
  loops.some(({ severity }) => severity === 'alert') ? 'alert' : 'watch';

const textOf = ({ loops: [first, ...rest] }: LoopBand): string =>
  rest.length === 0
    ? `${kindWord(first.kind)} ×${formatCount(first.calls.length)}`
    : words.crowd(rest.length + 1);

const nameOf = ({ loops: [first, ...rest] }: LoopBand): string => {
  const one = words.band(kindName(first.kind), first.calls.length);
  return rest.length === 0 ? one : words.crowdBand(rest.length + 1, one);
};

const percent = (columns: number): string => `${(columns / COLUMNS) * 100}%`;

const place = ({ from, to, lane }: LoopBand) => ({
  insetInlineStart: percent(from),
  width: percent(to - from),
  insetBlockStart: lane * LANE_HEIGHT,
});

export interface Drag {
  start: (event: PointerEvent<SVGElement>) => void;
  move: (event: PointerEvent<SVGElement>) => void;
  end: (event: PointerEvent<SVGElement>) => void;
}

interface TrackProps {
  /** What the picture says, in words. */
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
      aria-label={name}
      data-thin={isThin || undefined}
      onPointerDown={drag.start}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
    >
      <title>{words.hint}</title>
      <Blocks blocks={blocks} />
    </svg>
  );
}

/** One shape for each hue, however many blocks it has: a cursor moves over them at every key. */
const Blocks = memo(function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return [...Map.groupBy(blocks, ({ hue }) => hue)].map(([hue, same]) => (
    <path
      key={hue}
      d={same.map(({ from, to }) => `M${from} 0h${to - from}v10h${from - to}z`).join('')}
      className={classes['block']}
      style={hue === 'grey' ? {} : { fill: `oklch(0.62 0.15 ${hue})` }}
    />
  ));
});

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
