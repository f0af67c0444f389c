import type { Prices } from '@loopscope/loops';

import { findAskers } from './askers.ts';
import { countAttempts } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { busyMs } from './busy-time.ts';
import { foldCalls } from './fold-calls.ts';
import { foldModels } from './fold-models.ts';
import { addMessageCalls } from './message-calls.ts';
import { orderCalls } from './order.ts';
import { placeGuards } from './guards.ts';
import { groupBySession } from './session.ts';
import type { Session } from './session.ts';
import type { Span } from './span.ts';
import { attributeSpend } from './spend.ts';
import type { TurnSpend } from './spend.ts';
import type { Spend } from './spend-sums.ts';
import { numberSteps } from './steps.ts';
import type { ToolCall } from './tool-call.ts';
import { turnFacts, turnMarks } from './turn-facts.ts';
import type { TurnFacts } from './turn-facts.ts';
import { groupByTurn } from './turns.ts';
import type { Turn } from './turn.ts';

/** One call with everything that its place in the turn says about it. */
export interface ResolvedCall {
  call: ToolCall;
  seq: number;
  step: number;
  attempt: Attempt;
  share: Spend;
}

/** What every call of a turn says of it. */
export interface Whose {
  turn: Pick<Turn, 'id' | 'sessionId'>;
  facts: TurnFacts;
}

export interface ResolvedTurn extends Whose {
  turn: Turn;
  /** In order. */
  calls: ResolvedCall[];
  spend: TurnSpend;
  /** Union of the calls' times; a tool that runs an agent is not at work while that agent's models and tools are. */
  toolMs: number;
  marks: string[];
  /** Spans around which a guard ran, in order. */
  guarded: Span[];
}

/** Spans of any number of whole sessions -> their turns. */
export function resolveTurns(spans: readonly Span[], prices: Prices): ResolvedTurn[] {
  return groupBySession(spans).flatMap((session) => resolveSessionTurns(session, prices));
}

function resolveSessionTurns(session: Session, prices: Prices): ResolvedTurn[] {
  const calls = foldCalls(session.spans);
  const models = foldModels(session.spans);
  const employers = findEmployers(session.spans);
  const turns = groupByTurn(session, calls, models);
  const guards = placeGuards(session.spans, turns);
  return turns.map((turn) =>
    Object.assign(resolveTurn(turn, employers, prices), { guarded: guards.get(turn) ?? [] }),
  );
}

function resolveTurn(
  turn: Turn,
  employers: ReadonlySet<Span>,
  prices: Prices,
): Omit<ResolvedTurn, 'guarded'> {
  findAskers(turn);
  const calls = orderCalls(addMessageCalls(turn));
  const steps = numberSteps(calls, turn.models);
  const spend = attributeSpend(turn, calls, prices);
  return {
    turn,
    facts: turnFacts(turn),
    calls: countAttempts(calls, steps).map((attempt, seq) => ({
      call: attempt.call,
      attempt,
      seq,
      step: steps[seq] ?? 0,
      share: spend.shareOf(attempt.call),
    })),
    spend,
    toolMs: busyMs(calls.filter((call) => !employers.has(call.span))),
    marks: turnMarks(turn, calls, spend),
  };
}

/** Tools that run agents or models of their own. */
function findEmployers(spans: readonly Span[]): Set<Span> {
  const employers = new Set<Span>();
  for (const { lane, row } of spans) {
    if (lane?.row.kind === 'tool' && (row.kind === 'agent' || row.kind === 'model')) {
      employers.add(lane);
    }
  }
  return employers;
}
