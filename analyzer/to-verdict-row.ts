import type { Loop } from '@loopscope/loops';
import { turnTotals } from '@loopscope/sql';
import type { GuardReport, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { compareSpans, compareText } from './resolve/span.ts';
import type { Span } from './resolve/span.ts';
import type { Sighting } from './resolve/tool-call.ts';
import { guardReports } from './to-guard-decision-rows.ts';
import { stopReason, turnOutcome } from './resolve/stop-reason.ts';

/** So many attempts of one key are worth a look whether or not anything threw. */
const WATCHED_ATTEMPTS = 6;

export function toVerdictRow(
  resolved: ResolvedTurn,
  loops: readonly Loop[],
  { calls, version }: { calls: readonly ToolCallRow[]; version: string },
): TurnVerdictRow {
  const { turn, facts, spend, marks } = resolved;
  const { first, end, traceIds } = extentOf(resolved);
  traceIds.delete(first.row.trace_id);
  const reports = guardReports(resolved).map(({ report }) => report);
  return {
    project: first.row.project,
    turn_id: turn.id,
    session_id: turn.sessionId,
    trace_id: first.row.trace_id,
    trace_ids: [first.row.trace_id, ...[...traceIds].toSorted(compareText)],
    agent_name: facts.agentName,
    agent_version: facts.agentVersion,
    model: facts.model,
    user_id: facts.userId,
    service: facts.service,
    environment: facts.environment,
    started_at: first.row.started_at,
    duration_ms: (end - first.start) / 1e6,
    ...turnTotals(calls),
    ...guardColumns(reports),
    model_calls: turn.models.length,
    tool_ms: resolved.toolMs,
    model_ms: spend.total.modelMs,
    input_tokens: spend.total.input,
    output_tokens: spend.total.output,
    cached_input_tokens: spend.total.cachedInput,
    cost: spend.total.cost,
    stop_reason: guardedEnd(reports) ?? stopReason(turn),
    outcome: turnOutcome(turn),
    verdict: verdictOf(resolved, loops),
    loop_kinds: [...new Set(loops.map((loop) => loop.kind))],
    marks,
    version,
    deleted: 0,
  };
}

function guardColumns(reports: readonly GuardReport[]) {
  const decisions = reports.flatMap((report) => report.decisions);
  return {
    guard_mode: reports[0]?.mode ?? '',
    guard_decisions: decisions.length,
    guard_stops: decisions.filter(({ decision }) => isStop(decision)).length,
  };
}

/** Why a guard ended the turn, whatever the model said then; undefined where none did. A write that was refused while its twin ran ended nothing. */
function guardedEnd(reports: readonly GuardReport[]): string | undefined {
  const ended = reports
    .flatMap(({ decisions }) => decisions)
    .find(
      ({ decision, enforced, kind }) =>
        isStop(decision) && enforced === 1 && kind !== 'in_flight_write',
    );
  return ended?.code;
}

function isStop(decision: string): boolean {
  return decision === 'stop' || decision === 'refuse';
}

/** The first of the turn's spans, when the last of them ends, and in which traces they stand. */
function extentOf({ turn, calls }: ResolvedTurn) {
  const traceIds = new Set<string>();
  let first = turn.root;
  let end = 0;
  const see = (span: Span): void => {
    if (first === null || compareSpans(span, first) < 0) first = span;
    end = Math.max(end, span.end);
    traceIds.add(span.row.trace_id);
  };
  const seeAll = ({ span, layers }: Sighting): void => {
    see(span);
    // Another service has another clock: what it reports of a call lies within the call, whatever its times say.
    for (const layer of layers) {
      if (layer.row.service === span.row.service) see(layer);
      else traceIds.add(layer.row.trace_id);
    }
  };
  if (turn.root !== null) see(turn.root);
  for (const model of turn.models) seeAll(model);
  for (const { call } of calls) seeAll(call);
  if (first === null) throw new RangeError('a turn without spans');
  return { first, end, traceIds };
}

function verdictOf({ calls }: ResolvedTurn, loops: readonly Loop[]): TurnVerdictRow['verdict'] {
  if (loops.some((loop) => loop.severity === 'alert')) return 'loop';
  const isWatched =
    loops.length > 0 || calls.some(({ attempt }) => attempt.count >= WATCHED_ATTEMPTS);
  return isWatched ? 'watch' : 'healthy';
}
