/** Where the loops of a run lie on its timeline: loops -> bands that can be told apart and hit. */
import type { Loop, Step } from '@loopscope/api/contract';

import { COLUMNS } from './columns.ts';

export interface LoopBand {
  /** One, or a crowd that has no room for bands of their own; in order of their start. */
  loops: readonly [Loop, ...Loop[]];
  from: number;
  to: number;
  /** Overlapping bands lie in lanes below each other. */
  lane: number;
}

/** A band must be wide enough to be seen and clicked. */
const NARROWEST = 8;
/** More lanes, or more bands, than these are a crowd. */
const MOST_LANES = 3;
const MOST_BANDS = 60;
/** Columns that a crowd shares. */
const CROWD = 40;

interface Placed {
  loop: Loop;
  from: number;
  to: number;
}

export function placeBands(
  steps: readonly Step[],
  loops: readonly Loop[],
  columnAt: (ms: number) => number,
): LoopBand[] {
  const placed = placeLoops(steps, loops, columnAt);
  const bands = intoLanes(placed);
  const lanes = bands.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  return lanes > MOST_LANES || bands.length > MOST_BANDS ? gatherCrowds(placed) : bands;
}

function placeLoops(
  steps: readonly Step[],
  loops: readonly Loop[],
  columnAt: (ms: number) => number,
): Placed[] {
  const spans = new Map<number, { from: number; to: number }>();
  for (const step of steps) {
    if (step.kind !== 'tool') continue;
    spans.set(step.call_seq, {
      from: columnAt(step.offset_ms),
      to: columnAt(step.offset_ms + step.duration_ms),
    });
  }
  return loops.flatMap((loop) => {
    const first = spans.get(loop.calls[0] ?? -1);
    const last = spans.get(loop.calls.at(-1) ?? -1);
    if (first === undefined || last === undefined) return [];
    // Both ends on one edge: the loop lies before or after what is shown.
    if (last.to <= 0 || first.from >= COLUMNS) return [];
    const from = Math.min(first.from, COLUMNS - NARROWEST);
    return [{ loop, from, to: Math.max(last.to, from + NARROWEST) }];
  });
}

function intoLanes(placed: readonly Placed[]): LoopBand[] {
  const laneEnds: number[] = [];
  return placed.map(({ loop, from, to }) => {
    const free = laneEnds.findIndex((end) => end <= from);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = to;
    return { loops: [loop], from, to, lane };
  });
}

/** One lane: loops that begin close to each other share a band. */
function gatherCrowds(placed: readonly Placed[]): LoopBand[] {
  const crowds = Map.groupBy(placed, ({ from }) => Math.floor(from / CROWD));
  return [...crowds]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([crowd, members]) => {
      const [first, ...rest] = members.map(({ loop }) => loop);
      const from = crowd * CROWD;
      return first === undefined
        ? []
        : [{ loops: [first, ...rest] as const, from, to: from + CROWD - 1, lane: 0 }];
    });
}
