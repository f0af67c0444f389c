import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/** What begins a step: a model call, or where none was seen the first of the calls that ran side by side. */
type Starter = ModelCall | ToolCall;

/** Calls that overlap by less may have run one after the other: some clocks count milliseconds. */
const CLOCK_TICK_NS = 1e6;

/**
 * Number of each call's step, counted from 0 over model calls and what stands for unseen ones: each model call begins a step, and calls
 * that it asked for share it. Both lists are in order.
 */
export function numberSteps(calls: readonly ToolCall[], models: readonly ModelCall[]): number[] {
  const openBatch = new Map<Span | null, { first: ToolCall; end: number }>();
  const starters = calls.map((call): Starter => call.asker ?? batchOf(call, openBatch));
  const unseen = starters.filter((starter) => 'index' in starter);
  if (unseen.length === 0) return calls.map((call) => call.asker?.place ?? 0);
  const place = new Map(models.map((model, i) => [model.span, i]));
  const inOrder = [...new Set<Starter>([...models, ...unseen])].toSorted(
    (a, b) =>
      a.start - b.start ||
      (place.get(a.span) ?? -1) - (place.get(b.span) ?? -1) ||
      compareSpans(a.span, b.span),
  );
  const numbers = new Map(inOrder.map((starter, i) => [starter, i]));
  return starters.map((starter) => numbers.get(starter) ?? 0);
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
      ? call.start < open.end - CLOCK_TICK_NS
      : stepAbove === open.first.span.stepAbove);
  if (isSameStep) {
    open.end = Math.max(open.end, call.end);
    return open.first;
  }
  openBatch.set(lane, { first: call, end: call.end });
  return call;
}
