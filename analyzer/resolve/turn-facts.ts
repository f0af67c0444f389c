import type { NarrowSpanRow } from '@loopscope/sql';

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
  found: { spend: TurnSpend; askers: ReadonlyMap<ToolCall, ModelCall> },
): string[] {
  const askers = new Set(found.askers.values());
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

/** Each answer stands in the next input, so the history grows by one answer a model call; by more, and spans are missing. */
function missesModelCalls(models: readonly ModelCall[]): boolean {
  const talks = new Map<Span | null, Map<string, number>>();
  for (const { span, messages } of models) {
    if (messages === null || messages.assistants === null) continue;
    const answers = talks.get(span.lane) ?? new Map<string, number>();
    const before = answers.get(messages.last_user);
    if (before !== undefined && messages.assistants > before + 1) return true;
    answers.set(messages.last_user, messages.assistants);
    talks.set(span.lane, answers);
  }
  return false;
}
