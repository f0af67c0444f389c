import { compareSpans } from './span.ts';
import type { ToolCall } from './tool-call.ts';

/** Start, then end, then the order in which the model asked. Equal starts are common: many clocks count milliseconds. */
export function orderCalls(calls: readonly ToolCall[]): ToolCall[] {
  return calls.toSorted(
    (a, b) =>
      a.start - b.start || a.end - b.end || compareSpans(a.span, b.span) || a.index - b.index,
  );
}
