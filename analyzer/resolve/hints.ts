import { HINT_MARK } from '@loopscope/sql';

import type { Span } from './span.ts';
import { hintFor, type Lack } from './switches.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';
import type { Turn } from './turn.ts';

/** What the turn lacks, each with the setting that would send it; as marks. */
export function hintMarks(
  turn: Turn,
  calls: readonly ToolCall[],
  isCallMissing: boolean,
): string[] {
  const spans = [...turn.models, ...calls].map(({ span }) => span);
  const lacks: [Lack, Span | undefined][] = [
    ['content', vagueSpan(calls) ?? (isCallMissing ? silentModel(turn.models) : undefined)],
    ['session', spans.find(({ row }) => row.trace_id === turn.sessionId)],
    ['tokens', turn.models.some(({ usage }) => usage !== null) ? undefined : turn.models[0]?.span],
  ];
  return lacks.flatMap(([lack, span]) =>
    span === undefined ? [] : HINT_MARK + hintFor(lack, span),
  );
}

/** A call of which something is known nowhere. */
function vagueSpan(calls: readonly ToolCall[]): Span | undefined {
  return calls.find(({ content }) => content.args_known === 0 || content.outcome === 'unknown')
    ?.span;
}

/** A model that asked for calls without showing them. */
function silentModel(models: readonly ModelCall[]): Span | undefined {
  return models.find((model) => model.finishReason === 'tool_call')?.span;
}
