import { HINT_MARK } from '@loopscope/sql';

import type { Span } from './span.ts';
import { hintFor, type Lack } from './switches.ts';
import type { ModelCall, Sighting, ToolCall } from './tool-call.ts';
import type { Turn } from './turn.ts';

/** What the turn lacks, each with the setting that would send it; as marks. `ofSpans`: those of its calls' spans. */
export function hintMarks(
  turn: Turn,
  calls: readonly ToolCall[],
  { silent, ofSpans }: { silent: ModelCall | undefined; ofSpans: ReadonlySet<string> },
): string[] {
  const isUnnamed = ({ span: { row } }: Sighting): boolean => row.trace_id === turn.sessionId;
  const unnamed = (turn.models.find(isUnnamed) ?? calls.find(isUnnamed))?.span;
  // Without a session the next model call, which was told the result, is in a turn of its own.
  const vague = calls.find((call) => isVague(call) && !(unnamed && call.source === 'messages'));
  const lacks: [Lack, Span | undefined][] = [
    ['content', vague?.span ?? silent?.span],
    ['session', unnamed],
    ['reason', calls.find(isSilentFailure)?.span],
    ['tokens', turn.models.some(({ usage }) => usage !== null) ? undefined : turn.models[0]?.span],
  ];
  return [
    ...lacks.flatMap(([lack, span]) => (span === undefined ? [] : HINT_MARK + hintFor(lack, span))),
    ...(ofSpans.has('sampled') ? [HINT_MARK + SAMPLED] : []),
    ...(ofSpans.has('clock_suspect') ? [HINT_MARK + SKEWED] : []),
  ];
}

const SAMPLED =
  'Only a part of the traces is sent, and long runs are dropped as often as short ones: set OTEL_TRACES_SAMPLER=parentbased_always_on.';

const SKEWED =
  'Some spans end before they start, or at no likely time: their durations count as 0. Check the clocks of the machines that send.';

/** The failed call's own words are that nothing is told of it. */
function isSilentFailure({ content }: ToolCall): boolean {
  return (
    content.outcome === 'error' &&
    /\b(?:details|message) (?:are|is) redacted\b/i.test(content.error_template)
  );
}

/** Something of the call is known nowhere. */
function isVague({ content }: ToolCall): boolean {
  return content.args_known === 0 || content.outcome === 'unknown';
}
