/** Flags of a time chart: what was new, and when. Markers -> flags far enough apart to be read. */
import type { Marker } from '@loopscope/api/contract';

export interface Flag {
  atMs: number;
  /** What stands at the flag. */
  label: string;
  /** Everything that it stands for, in words. */
  markers: Marker[];
}

/** Flags closer than this share of the range are one. */
const CLOSEST = 0.03;
const MOST_NAMES = 2;

export function prepareFlags(
  markers: readonly Marker[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Flag[] {
  const flags: Flag[] = [];
  for (const marker of markers) {
    const atMs = Date.parse(marker.at);
    if (atMs < fromMs || atMs > toMs) continue;
    const last = flags.at(-1);
    if (last !== undefined && atMs - last.atMs < (toMs - fromMs) * CLOSEST)
      last.markers.push(marker);
    else flags.push({ atMs, label: '', markers: [marker] });
  }
  for (const flag of flags) flag.label = labelFlag(flag.markers);
  return flags;
}

/** Where a flag's name stands beside it; empty where it would cover another. */
export interface PlacedFlag extends Flag {
  /** Pixels from the plot's left edge. */
  x: number;
  anchor: 'start' | 'end';
  name: string;
}

const CHARACTER_PX = 7;
/** The sign before the name, and the room after it. */
const SIGN_PX = 18;

/** Names that cover nothing, in a plot of some pixels: the latest flag first. */
export function placeFlags(
  flags: readonly Flag[],
  { domain: [fromMs, toMs], widthPx }: { domain: readonly [number, number]; widthPx: number },
): PlacedFlag[] {
  const xOf = ({ atMs }: Flag): number => ((atMs - fromMs) / (toMs - fromMs)) * widthPx;
  const taken = flags.map((flag) => ({ flag, left: xOf(flag), right: xOf(flag) }));
  return flags.toReversed().map((flag) => {
    const x = xOf(flag);
    const length = flag.label.length * CHARACTER_PX + SIGN_PX;
    const sides = [
      { anchor: 'start', left: x, right: x + length },
      { anchor: 'end', left: x - length, right: x },
    ] as const;
    const side = sides.find(
      ({ left, right }) =>
        left >= 0 &&
        right <= widthPx &&
        taken.every((other) => other.flag === flag || other.right <= left || other.left >= right),
    );
    if (side !== undefined) taken.push({ flag, left: side.left, right: side.right });
    const anchor = side?.anchor ?? 'start';
    return Object.assign({}, flag, { x, anchor, name: side === undefined ? '' : flag.label });
  });
}

/** A release and its new prompt come together: the release speaks. */
function labelFlag(markers: readonly Marker[]): string {
  const releases = markers.filter(({ kind }) => kind === 'release');
  const named = releases.length > 0 ? releases : markers;
  const names = [...new Set(named.map(({ name }) => name))];
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` +${rest}` : '');
}

/** What narrows a list to what a marker brought; nothing for a prompt, which is told by its release. */
export function searchOfMarker({ kind, name }: Pick<Marker, 'kind' | 'name'>): {
  version?: string[];
  model?: string[];
} {
  if (kind === 'release') return { version: [name] };
  return kind === 'model' ? { model: [name] } : {};
}

interface SeriesPoint {
  t: string;
  p99: number;
}

/** What p99 rose after, and where it mostly stood before. */
export interface Rise {
  marker: Marker;
  p99Before: number;
}

/** Fewer points than this on a side say nothing about a change. */
const FEWEST_POINTS = 2;

/**
 * The marker that splits p99 best into a lower level before and a higher one after it: the medians on both sides, and
 * how far the points stand from them. A release speaks for the model and the prompt that came with it. Null where it rose after none.
 */
export function findCause(points: readonly SeriesPoint[], markers: readonly Marker[]): Rise | null {
  let found: Rise | null = null;
  let least = Infinity;
  // The first of equals is taken.
  const ordered = markers.toSorted((one, other) => isRelease(other) - isRelease(one));
  for (const marker of ordered) {
    const at = Date.parse(marker.at);
    const before = points.filter(({ t }) => Date.parse(t) < at).map(({ p99 }) => p99);
    const after = points.filter(({ t }) => Date.parse(t) >= at).map(({ p99 }) => p99);
    if (Math.min(before.length, after.length) < FEWEST_POINTS) continue;
    const misfit = spread(before) + spread(after);
    if (median(after) > median(before) && misfit < least) {
      found = { marker, p99Before: median(before) };
      least = misfit;
    }
  }
  return found;
}

const isRelease = ({ kind }: Marker): number => Number(kind === 'release');

const spread = (values: readonly number[]): number => {
  const middle = median(values);
  return values.reduce((sum, value) => sum + Math.abs(value - middle), 0);
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
