import type { Step } from '@loopscope/api/contract';

export interface Gap {
  fromMs: number;
  toMs: number;
}

/** Shorter waits are the harness at work between steps. Share of the whole run. */
const SHORTEST = 0.01;

/** Times in which neither a tool nor the model ran, in order; milliseconds after the turn's start. */
export function findGaps(steps: readonly Step[], totalMs: number): Gap[] {
  const gaps: Gap[] = [];
  let busyUntil = 0;
  // Start order: the next start after everything so far has ended opens a gap.
  for (const step of steps) {
    if (step.kind === 'agent') continue;
    if (step.offset_ms - busyUntil > totalMs * SHORTEST) {
      gaps.push({ fromMs: busyUntil, toMs: step.offset_ms });
    }
    busyUntil = Math.max(busyUntil, step.offset_ms + step.duration_ms);
  }
  if (totalMs - busyUntil > totalMs * SHORTEST) gaps.push({ fromMs: busyUntil, toMs: totalMs });
  return gaps;
}
