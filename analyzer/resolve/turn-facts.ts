import type { NarrowSpanRow, SpanMessages } from '@loopscope/sql';

import type { Askers } from './askers.ts';
import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';
import type { TurnSpend } from './spend.ts';
import type { Turn } from './turns.ts';

type Column = 'agent_name' | 'agent_version' | 'user_id' | 'service' | 'environment' | 'model';

/** The first span that says it: the root, else in order of time. */
export function firstSaid(turn: Turn, column: Column): string {
  if (turn.root !== null && turn.root.row[column] !== '') return turn.root.row[column];
  for (const { span } of [...turn.models, ...turn.calls]) {
    if (span.row[column] !== '') return span.row[column];
  }
  return '';
}

/** The outermost agent that calls models or tools itself: what only wraps one lends it no name. */
export function turnAgent(turn: Turn): string {
  const lanes = [...turn.models, ...turn.calls].flatMap(({ span }) => span.lane ?? []);
  const agents = lanes.filter(({ row }) => row.kind === 'agent' && row.agent_name !== '');
  const outer = agents.toSorted((a, b) => a.depth - b.depth || compareSpans(a, b))[0];
  return outer?.row.agent_name ?? firstSaid(turn, 'agent_name');
}

/** Value of the nearest span above that says it, the span itself first. */
export function nearestSaid(span: Span, column: keyof NarrowSpanRow & Column): string {
  for (let at: Span | null = span; at !== null; at = at.parent) {
    if (at.row[column] !== '') return at.row[column];
  }
  return '';
}

/** The model that answered most often; of several the first. */
export function mainModel(turn: Turn): string {
  const counts = new Map<string, number>();
  for (const { model } of turn.models) {
    if (model !== '') counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  const most = [...counts].reduce<[string, number]>((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  return most[0] || (turn.root?.row.model ?? '');
}

/** What a reader has to know before trusting the turn's numbers. */
export function turnMarks(
  turn: Turn,
  calls: readonly ToolCall[],
  found: { spend: TurnSpend; askers: Askers },
): string[] {
  const askers = new Set([...found.askers.values()].map(({ model }) => model));
  const marks: [string, boolean][] = [
    ['no_root', turn.root === null],
    ['missing_arguments', calls.some(({ content }) => content.args_known === 0)],
    [
      'missing_calls',
      turn.models.some((model) => model.finishReason === 'tool_call' && !askers.has(model)),
    ],
    ['steps_mismatch', missesModelCalls(turn.models)],
    ['unpriced', found.spend.isUnpriced],
    ['model_time_inferred', found.spend.isTimeInferred],
    [
      'clock_suspect',
      [...calls, ...turn.models].some(({ span }) => span.row.marks.includes('clock_suspect')),
    ],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

/**
 * Each answer stands in the next input, so the history grows by one answer a model call, or by one for each call asked
 * for; by more, and spans are missing.
 */
function missesModelCalls(models: readonly ModelCall[]): boolean {
  const talks = new Map<Span | null, Map<string, SpanMessages>>();
  for (const { span, messages } of models) {
    if (messages === null || messages.assistants === null) continue;
    const talk = talks.get(span.lane) ?? new Map<string, SpanMessages>();
    const before = talk.get(messages.last_user);
    if (before !== undefined) {
      const most = (before.assistants ?? 0) + Math.max(1, before.asked.length);
      if (messages.assistants > most) return true;
    }
    talks.set(span.lane, talk.set(messages.last_user, messages));
  }
  return false;
}
