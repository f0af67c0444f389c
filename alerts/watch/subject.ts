import type { SessionStatsRow, TurnStatsRow } from '@loopscope/sql';

import type { Facts } from '../condition/condition.ts';
import { LOOP_KINDS, type Scope } from '../rule/facts.ts';

/** What a rule looks at, and what is known about it now. */
export interface Subject {
  scope: Scope;
  /** Session or turn id, tool name, ...: unique within the scope. */
  id: string;
  agent: string;
  agentVersion: string;
  model: string;
  environment: string;
  /** What was attempted most, or what it is about. */
  tool: string;
  tools: readonly string[];
  sessionId: string;
  turnId: string;
  loopKinds: readonly string[];
  facts: Facts;
  /** The same facts as they were before; empty where the rule has no baseline. */
  baseline: Facts;
  /** Arrival of the latest news on the evaluator's clock, milliseconds since the epoch. */
  lastSeenMs: number;
  /** Names the latest arrival, so that a second look at it is no news; empty where every look is. */
  arrival: string;
}

/** What is of no session and nobody in particular, but for what is given. */
export const subjectOf = (
  given: Partial<Subject> & Pick<Subject, 'scope' | 'id' | 'facts' | 'lastSeenMs'>,
): Subject => ({
  agent: '',
  agentVersion: '',
  model: '',
  environment: '',
  tool: '',
  tools: [],
  sessionId: '',
  turnId: '',
  loopKinds: [],
  baseline: {},
  arrival: '',
  ...given,
});

/** Loops of a turn or session by kind and severity. */
export interface LoopCount {
  kind: string;
  severity: string;
  loops: number;
}

const MINUTE_MS = 60_000;

type Common = Pick<
  SessionStatsRow & TurnStatsRow,
  | 'agent_name'
  | 'agent_version'
  | 'model'
  | 'environment'
  | 'session_id'
  | 'max_attempts_tool'
  | 'tools'
  | 'loop_kinds'
  | 'cost'
>;

export interface News {
  lastSeenMs: number;
  arrival: string;
}

export function turnSubject(row: TurnStatsRow, news: News): Subject {
  const own = {
    model_calls: row.model_calls,
    tool_ms: row.tool_ms,
    model_ms: row.model_ms,
  };
  return {
    ...common(row, news),
    scope: 'turn',
    id: row.turn_id,
    turnId: row.turn_id,
    facts: { ...callFacts(row, row.duration_ms), ...own },
  };
}

export function sessionSubject(row: SessionStatsRow, news: News): Subject {
  const durationMs = Math.max(0, toMs(row.last_seen_at) - toMs(row.started_at));
  const own = { turns: row.turns, looping_turns: row.looping_turns };
  return {
    ...common(row, news),
    scope: 'session',
    id: row.session_id,
    turnId: '',
    facts: { ...callFacts(row, durationMs), ...own },
  };
}

const common = (row: Common, { lastSeenMs, arrival }: News) => ({
  agent: row.agent_name,
  agentVersion: row.agent_version,
  model: row.model,
  environment: row.environment,
  tool: row.max_attempts_tool,
  tools: row.tools,
  sessionId: row.session_id,
  loopKinds: row.loop_kinds,
  baseline: {},
  lastSeenMs,
  arrival,
});

function callFacts(row: SessionStatsRow | TurnStatsRow, durationMs: number): Facts {
  return {
    tool_calls: row.calls,
    distinct_signatures: row.distinct_signatures,
    distinct_identities: row.distinct_identities,
    distinct_ratio: row.distinct_ratio,
    max_attempts: row.max_attempts,
    errors: row.errors,
    empties: row.empties,
    retries: row.retries,
    failed_identities: row.failed_identities,
    eventual_successes: row.eventual_successes,
    retry_tokens: row.retry_tokens,
    retry_cost: row.retry_cost,
    side_effect_repeats: row.side_effect_repeats,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost: row.cost,
    cost_per_minute: durationMs < 1_000 ? null : (row.cost * MINUTE_MS) / durationMs,
    duration_ms: durationMs,
  };
}

/** The same with its loops counted. */
export function withLoops(subject: Subject, loops: readonly LoopCount[]): Subject {
  return { ...subject, facts: { ...subject.facts, ...loopFacts(loops) } };
}

/** Counts of all loops; kinds that do not occur are 0. */
export function loopFacts(loops: readonly LoopCount[]): Facts {
  const count = (chosen: (loop: LoopCount) => boolean): number =>
    loops.filter(chosen).reduce((total, loop) => total + loop.loops, 0);
  return {
    loops: count(() => true),
    alert_loops: count(({ severity }) => severity === 'alert'),
    watch_loops: count(({ severity }) => severity === 'watch'),
    ...Object.fromEntries(
      LOOP_KINDS.map((known) => [`loops_${known}`, count(({ kind }) => kind === known)]),
    ),
  };
}

const toMs = (instant: string): number => Date.parse(`${instant.replace(' ', 'T')}Z`);
