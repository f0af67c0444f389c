/** The trajectory as the page needs it, computed once per answer; what depends on folds and selection follows in rows. */
import type { Loop, Step, ToolStep, Trajectory } from '@loopscope/api/contract';

import { findAgents, type AgentTree } from './agents.ts';
import { findFolds, type Fold } from './list/folds.ts';
import { markCalls, toolSteps, type Mark } from './marks.ts';
import { prepareMinimap, type Minimap } from './minimap/minimap.ts';
import { findNotes, type Note } from './notes.ts';
import { compareAttempts, type Comparison } from './detail/previous-attempt.ts';
import { findWords, type Words } from './words.ts';

export interface TrajectoryView {
  trajectory: Trajectory;
  steps: readonly Step[];
  calls: readonly ToolStep[];
  marks: ReadonlyMap<number, Mark>;
  /** By `call_seq`: the attempt that a call is compared with, and how their results stand. */
  comparisons: ReadonlyMap<number, Comparison>;
  folds: readonly Fold[];
  loops: ReadonlyMap<string, Loop>;
  /** Loop id by `seq` of every step between the first and last call of an unbroken stretch of a loop. */
  loopOfStep: ReadonlyMap<number, string>;
  /** By `seq` of a model step: what changed before it. */
  notes: ReadonlyMap<number, readonly Note[]>;
  agents: AgentTree;
  /** By `seq` of model and agent steps. */
  words: ReadonlyMap<number, Words>;
  minimap: Minimap;
  /** Position in `steps` by `seq`. */
  positions: ReadonlyMap<number, number>;
}

export function prepareView(trajectory: Trajectory): TrajectoryView {
  const { steps, loops } = trajectory;
  const calls = toolSteps(steps);
  const marks = markCalls(calls);
  return {
    trajectory,
    steps,
    calls,
    marks,
    comparisons: compareAttempts(calls),
    folds: findFolds(steps, loops),
    loops: new Map(loops.map((loop) => [loop.loop_id, loop])),
    loopOfStep: bandSteps(steps, loops),
    notes: findNotes(steps),
    agents: findAgents(steps),
    words: findWords(steps),
    minimap: prepareMinimap(steps, loops, marks),
    positions: new Map(steps.map((step, at) => [step.seq, at])),
  };
}

/** A model step belongs to the loop of the call it asks for, which comes after it. */
function bandSteps(steps: readonly Step[], loops: readonly Loop[]): ReadonlyMap<number, string> {
  const listed = new Map(loops.flatMap((loop) => loop.calls.map((call) => [call, loop.loop_id])));
  const banded = new Map<number, string>();
  let next: string | undefined;
  for (const step of steps.toReversed()) {
    if (step.kind === 'tool') next = step.loop_id ?? listed.get(step.call_seq);
    if (next !== undefined && step.kind !== 'agent') banded.set(step.seq, next);
  }
  return banded;
}

/** The loop that the diagnosis is about: the selected step's, else the gravest and longest. */
export function loopInView({ trajectory }: TrajectoryView, selected: Step | null): Loop | null {
  const { loops } = trajectory;
  if (selected?.kind === 'tool') {
    const own = loops.find((loop) => loop.loop_id === selected.loop_id);
    const listing = own ?? loops.find((loop) => loop.calls.includes(selected.call_seq));
    if (listing !== undefined) return listing;
  }
  const weight = (loop: Loop): number => (loop.severity === 'alert' ? 1e9 : 0) + loop.calls.length;
  return loops.toSorted((one, other) => weight(other) - weight(one))[0] ?? null;
}
