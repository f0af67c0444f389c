import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';
import type { Turn } from './turns.ts';

/** Model call that asked for each tool call, as far as one is known. */
export type Askers = Map<ToolCall, ModelCall>;

/**
 * By time: the last model call before the tool call in the same lane, else in the lanes around it. A sub-agent's models
 * do not ask for the calls of the agent above.
 */
export function findAskers(turn: Turn): Askers {
  const askers: Askers = new Map();
  const lastInLane = new Map<Span | null, ModelCall>();
  let last: ModelCall | undefined;
  for (const event of inOrder(turn)) {
    if (!('index' in event)) {
      lastInLane.set(event.span.lane, event);
      last = event;
      continue;
    }
    const asker = lookUp(lastInLane, event.span.lane) ?? last;
    if (asker !== undefined) askers.set(event, asker);
  }
  return askers;
}

function lookUp(
  lastInLane: ReadonlyMap<Span | null, ModelCall>,
  lane: Span | null,
): ModelCall | undefined {
  for (let at = lane; ; at = at.lane) {
    const found = lastInLane.get(at);
    if (found !== undefined || at === null) return found;
  }
}

function inOrder(turn: Turn): (ToolCall | ModelCall)[] {
  return [...turn.calls, ...turn.models].toSorted((a, b) => compareSpans(a.span, b.span));
}

/** Number of each call's step, counted from 0 over model calls and what stands for unseen ones. */
export type Steps = ReadonlyMap<ToolCall, number>;

/** What begins a step: a model call, or where none was seen the calls that ran side by side. */
type Starter = ModelCall | ToolCall;

/** Each model call begins a step; calls that it asked for share it. `calls` are in order. */
export function numberSteps(
  calls: readonly ToolCall[],
  models: readonly ModelCall[],
  askers: Askers,
): Steps {
  const starterOf = new Map<ToolCall, Starter>();
  const openBatch = new Map<Span | null, { first: ToolCall; end: number }>();
  for (const call of calls) {
    starterOf.set(call, askers.get(call) ?? batchOf(call, openBatch));
  }
  const starters = [...new Set([...models, ...starterOf.values()])].toSorted(
    (a, b) => a.start - b.start || compareSpans(a.span, b.span),
  );
  const numbers = new Map(starters.map((starter, i) => [starter, i]));
  return new Map([...starterOf].map(([call, starter]) => [call, numbers.get(starter) ?? 0]));
}

/** The first of the calls that run side by side in one lane, or within one iteration that the framework marks. */
function batchOf(
  call: ToolCall,
  openBatch: Map<Span | null, { first: ToolCall; end: number }>,
): ToolCall {
  const { lane, stepAbove } = call.span;
  const open = openBatch.get(lane);
  const isSameStep =
    open !== undefined &&
    (stepAbove === null || open.first.span.stepAbove === null
      ? call.start < open.end
      : stepAbove === open.first.span.stepAbove);
  if (isSameStep) {
    open.end = Math.max(open.end, call.end);
    return open.first;
  }
  openBatch.set(lane, { first: call, end: call.end });
  return call;
}
