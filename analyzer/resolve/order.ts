import type { Askers } from './askers.ts';
import { compareSpans } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/**
 * Start first. Clocks of milliseconds tie often, and then the end misleads, since it is counted more finely: the order in
 * which the model calls came and asked decides before it.
 */
export function orderCalls(
  calls: readonly ToolCall[],
  models: readonly ModelCall[],
  askers: Askers,
): ToolCall[] {
  const place = new Map(models.map((model, i) => [model, i]));
  const askedAt = (call: ToolCall): { step: number; position: number } => {
    const asker = askers.get(call);
    if (asker === undefined) return { step: -1, position: 0 };
    return { step: place.get(asker.model) ?? -1, position: asker.position };
  };
  return calls
    .map((call) => ({ call, ...askedAt(call) }))
    .toSorted(
      (a, b) =>
        a.call.start - b.call.start ||
        a.step - b.step ||
        compareFinite(a.position, b.position) ||
        compareSpans(a.call.span, b.call.span) ||
        a.call.index - b.call.index,
    )
    .map(({ call }) => call);
}

/** Start first; of model calls that tie, the one with the shorter history came first. */
export function orderModels(models: readonly ModelCall[]): ModelCall[] {
  return models.toSorted(
    (a, b) =>
      a.start - b.start ||
      (a.messages?.assistants ?? -1) - (b.messages?.assistants ?? -1) ||
      (a.usage?.input ?? -1) - (b.usage?.input ?? -1) ||
      compareSpans(a.span, b.span),
  );
}

function compareFinite(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
