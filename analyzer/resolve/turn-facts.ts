import type { SpanMessages } from '@loopscope/sql';

import { hintMarks } from './hints.ts';
import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, Sighting, ToolCall } from './tool-call.ts';
import type { TurnSpend } from './spend.ts';
import type { Turn } from './turn.ts';

/** Who and what a turn as a whole was. */
export interface TurnFacts {
  agentName: string;
  agentVersion: string;
  model: string;
  userId: string;
  service: string;
  environment: string;
}

export function turnFacts(turn: Turn): TurnFacts {
  const spans = [...turn.models, ...turn.calls].map(({ span }) => span);
  const said = turn.root === null ? spans : [turn.root, ...spans];
  const first = (of: (span: Span) => string): string => {
    const sayer = said.find((span) => of(span) !== '');
    return sayer === undefined ? '' : of(sayer);
  };
  return {
    agentName: workingAgent(spans)?.row.agent_name ?? first((span) => span.agentName),
    agentVersion: first((span) => span.agentVersion),
    model: mainModel(turn),
    userId: first((span) => span.userId),
    service: first((span) => span.row.service),
    environment: first((span) => span.row.environment),
  };
}

/** The outermost agent that calls models or tools itself: what only wraps one lends the turn no name. */
function workingAgent(spans: readonly Span[]): Span | null {
  let outer: Span | null = null;
  for (const { lane } of spans) {
    if (lane === null || lane === outer) continue;
    if (lane.row.kind !== 'agent' || lane.row.agent_name === '') continue;
    if (outer === null || (lane.depth - outer.depth || compareSpans(lane, outer)) < 0) outer = lane;
  }
  return outer;
}

/** The model that answered most often; of several the first. */
function mainModel(turn: Turn): string {
  const counts = new Map<string, number>();
  for (const { model } of turn.models) {
    if (model !== '') counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  const most = [...counts].reduce<[string, number]>((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  return most[0] || (turn.root?.row.model ?? '');
}

/** What a reader has to know before trusting the turn's numbers. */
export function turnMarks(turn: Turn, calls: readonly ToolCall[], spend: TurnSpend): string[] {
  const silent = silentModel(turn.models, calls);
  const ofSpans = marksOf([turn.models, calls]);
  const marks: [string, boolean][] = [
    ['no_root', turn.root === null],
    ['missing_arguments', calls.some(({ content }) => content.args_known === 0)],
    ['missing_calls', silent !== undefined],
    ['steps_mismatch', missesModelCalls(turn.models)],
    ['unpriced', spend.isUnpriced],
    ['model_time_inferred', spend.isTimeInferred],
    ['sampled', ofSpans.has('sampled')],
    ['clock_suspect', ofSpans.has('clock_suspect')],
  ];
  return [
    ...marks.flatMap(([mark, holds]) => (holds ? [mark] : [])),
    ...hintMarks(turn, calls, { silent, ofSpans }),
  ];
}

/**
 * A model that asked for calls which nobody has seen: it ends by asking, or it answers with nothing at all and the agent
 * goes on.
 */
function silentModel(
  models: readonly ModelCall[],
  calls: readonly ToolCall[],
): ModelCall | undefined {
  const last = new Map(models.map((model) => [model.span.lane, model]));
  const hasAsked = models.map(() => false);
  for (const { asker } of calls) if (asker !== null) hasAsked[asker.place] = true;
  return models.find((model, place) => {
    if (hasAsked[place] === true) return false;
    if (model.finishReason === 'tool_call') return true;
    const { messages, finishReason, span } = model;
    const isEmpty = messages !== null && messages.asked.length === 0 && !messages.said;
    return isEmpty && finishReason === '' && last.get(span.lane) !== model;
  });
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

function marksOf(sightings: readonly (readonly Sighting[])[]): Set<string> {
  const marks = new Set<string>();
  for (const some of sightings) {
    for (const { span } of some) for (const mark of span.row.marks) marks.add(mark);
  }
  return marks;
}
