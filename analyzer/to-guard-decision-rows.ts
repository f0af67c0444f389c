import { toInstant } from '@loopscope/sql';
import type { GuardDecisionRow, GuardReport } from '@loopscope/sql';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { reportOf } from './resolve/span.ts';
import type { Span } from './resolve/span.ts';

/** What the guards of a turn say of themselves, once per span. */
export function guardReports({ guarded }: ResolvedTurn): { span: Span; report: GuardReport }[] {
  return guarded.map((span) => ({ span, report: reportOf(span) }));
}

/** Every decision of the turn's guards, in order. */
export function toGuardDecisionRows(resolved: ResolvedTurn, version: string): GuardDecisionRow[] {
  const { turn, facts } = resolved;
  return guardReports(resolved).flatMap(({ span, report }) =>
    report.decisions.map(({ time_ns, ...decision }, position): GuardDecisionRow => ({
      ...decision,
      project: span.row.project,
      trace_id: span.row.trace_id,
      span_id: span.row.span_id,
      position,
      turn_id: turn.id,
      session_id: turn.sessionId,
      agent_name: span.agentName || facts.agentName,
      agent_version: span.agentVersion || facts.agentVersion,
      model: facts.model,
      environment: facts.environment,
      decided_at: decidedAt(time_ns, span),
      version,
    })),
  );
}

const NS_PER_MS = 1_000_000n;
/** What the store's instants reach. */
const EARLIEST_MS = Date.UTC(1970, 0);
const LATEST_MS = Date.UTC(2299, 0);

/** An event without a usable time happened when its span began. */
function decidedAt(timeNs: string, { row }: Span): string {
  const ms = Number(BigInt(timeNs) / NS_PER_MS);
  return ms > EARLIEST_MS && ms < LATEST_MS ? toInstant(ms) : row.started_at;
}
