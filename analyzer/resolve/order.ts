import { compareSpans } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/**
 * Start first. Clocks of milliseconds tie often, and then the end misleads, since it is counted more finely: the order in
 * which the model calls came and asked decides before it.
 */
export function orderCalls(calls: readonly ToolCall[]): ToolCall[] {
  return calls.toSorted(
    (a, b) =>
      a.start - b.start ||
      (a.asker?.place ?? -1) - (b.asker?.place ?? -1) ||
      compareFinite(a.position, b.position) ||
      compareSpans(a.span, b.span) ||
      a.index - b.index,
  );
}

/** Start first; of model calls that tie, the one with the shorter history came first. Says their places. */
export function orderModels(models: readonly ModelCall[]): ModelCall[] {
  const ordered = models.toSorted(
    (a, b) =>
      a.start - b.start ||
      (a.messages?.assistants ?? -1) - (b.messages?.assistants ?? -1) ||
      (a.usage?.input ?? -1) - (b.usage?.input ?? -1) ||
      compareSpans(a.span, b.span),
  );
  for (const [place, model] of ordered.entries()) model.place = place;
  return ordered;
}

function compareFinite(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
