import type { Loop, Step } from '@loopscope/api/contract';

import { COLUMNS } from './columns.ts';
import { findGaps } from './gaps.ts';
import { placeBands, type LoopBand } from './loop-bands.ts';
import type { Mark } from '../marks.ts';
import { wholeRun, type Stretch } from './zoom.ts';

/** Columns `from` to `to` (exclusive) of one look. */
export interface Block {
  from: number;
  to: number;
  /** `grey` for unique calls, else the hue of the mark. */
  hue: number | 'grey';
}

/** How often something ran, and for how long. */
export interface Tally {
  count: number;
  ms: number;
}

export interface Minimap {
  totalMs: number;
  /** What of the run it shows. */
  shown: Stretch;
  tools: Block[];
  models: Block[];
  /** Neither a tool nor the model ran. */
  gaps: Block[];
  bands: LoopBand[];
  /** Of the whole run. */
  tallies: Record<'tools' | 'models' | 'gaps', Tally>;
}

/** Milliseconds from the turn's start to the end of its last step. */
export const lengthOf = (steps: readonly Step[]): number =>
  steps.reduce((end, step) => Math.max(end, step.offset_ms + step.duration_ms), 1);

export function prepareMinimap(
  steps: readonly Step[],
  loops: readonly Loop[],
  marks: ReadonlyMap<number, Mark>,
  shown: Stretch = wholeRun(lengthOf(steps)),
): Minimap {
  const totalMs = lengthOf(steps);
  const columnAt = columnsOf(shown);
  const isShown = ({ offset_ms: fromMs, duration_ms: ms }: Step): boolean =>
    fromMs <= shown.toMs && fromMs + ms >= shown.fromMs;
  const tools: Column[] = Array.from({ length: COLUMNS });
  const models: Column[] = Array.from({ length: COLUMNS });
  for (const step of steps) {
    if (!isShown(step)) continue;
    const from = Math.min(COLUMNS - 1, Math.floor(columnAt(step.offset_ms)));
    const to = Math.max(from + 1, Math.round(columnAt(step.offset_ms + step.duration_ms)));
    if (step.kind === 'tool') tools.fill(marks.get(step.call_seq)?.hue ?? 'grey', from, to);
    if (step.kind === 'model') models.fill('grey', from, to);
  }
  const gaps = findGaps(steps, totalMs);
  const lengths = (kind: Step['kind']): number[] =>
    steps.flatMap((step) => (step.kind === kind ? [step.duration_ms] : []));
  return {
    totalMs,
    shown,
    tools: toBlocks(tools),
    models: toBlocks(models),
    gaps: gaps
      .filter(({ fromMs, toMs }) => fromMs < shown.toMs && toMs > shown.fromMs)
      .map(({ fromMs, toMs }) => ({ from: columnAt(fromMs), to: columnAt(toMs), hue: 'grey' })),
    bands: placeBands(steps, loops, columnAt),
    tallies: {
      tools: tally(lengths('tool')),
      models: tally(lengths('model')),
      gaps: tally(gaps.map(({ fromMs, toMs }) => toMs - fromMs)),
    },
  };
}

const tally = (lengths: readonly number[]): Tally => ({
  count: lengths.length,
  ms: lengths.reduce((sum, ms) => sum + ms, 0),
});

/** Columns of moments; those outside lie on the edges. */
function columnsOf({ fromMs, toMs }: Stretch): (ms: number) => number {
  return (ms) => Math.min(COLUMNS, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * COLUMNS));
}

/** One lane for each intent of a ring: which of them ran when. Empty for a loop of one intent, or of too many. */
export function prepareLanes(
  steps: readonly Step[],
  loop: Loop | null,
  { marks, shown }: { marks: ReadonlyMap<number, Mark>; shown: Stretch },
): { letter: string; blocks: Block[] }[] {
  const listed = new Set(loop?.calls);
  const columnAt = columnsOf(shown);
  const lanes = new Map<string, Block[]>();
  for (const step of steps) {
    const mark = step.kind === 'tool' ? marks.get(step.call_seq) : undefined;
    if (step.kind !== 'tool' || mark === undefined || !listed.has(step.call_seq)) continue;
    const blocks = lanes.get(mark.letter) ?? [];
    lanes.set(mark.letter, blocks);
    const endMs = step.offset_ms + step.duration_ms;
    if (step.offset_ms > shown.toMs || endMs < shown.fromMs) continue;
    const from = Math.floor(columnAt(step.offset_ms));
    const to = Math.ceil(columnAt(endMs));
    const last = blocks.at(-1);
    // Calls within one column are one block: the drawing stays small.
    if (last === undefined || last.to < from) {
      blocks.push({ from, to: Math.max(to, from + 2), hue: mark.hue });
    } else last.to = Math.max(last.to, to);
  }
  const isRing = lanes.size > 1 && lanes.size <= MOST_RING_LANES;
  return isRing ? [...lanes].map(([letter, blocks]) => ({ letter, blocks })) : [];
}

const MOST_RING_LANES = 8;

type Column = number | 'grey' | undefined;

function toBlocks(columns: readonly Column[]): Block[] {
  const blocks: Block[] = [];
  for (const [at, hue] of columns.entries()) {
    const last = blocks.at(-1);
    if (hue === undefined) continue;
    if (last?.to === at && last.hue === hue) last.to = at + 1;
    else blocks.push({ from: at, to: at + 1, hue });
  }
  return blocks;
}

/** Position of the step that runs at, or starts last before, a column. */
export function stepAtColumn(steps: readonly Step[], column: number, shown: Stretch): number {
  const ms = momentAt(column, shown);
  const found = steps.findLastIndex((step) => step.kind !== 'agent' && step.offset_ms <= ms);
  return Math.max(0, found);
}

/** Milliseconds after the turn's start at a column. */
export const momentAt = (column: number, { fromMs, toMs }: Stretch): number =>
  fromMs + (column / COLUMNS) * (toMs - fromMs);
