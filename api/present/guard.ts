import type {
  guardDecisions,
  guardSavings,
  guardSummary,
  guardTallies,
  Query,
} from '@loopscope/sql';

import type { CeilingSetting } from '../ceilings.ts';
import type { Ceilings, GuardDecision, GuardSummary } from '../contract/index.ts';
import { toIso } from '../instant.ts';

type RowOf<Question> = Question extends Query<infer _Params, infer Row> ? Row : never;
type Tally = RowOf<typeof guardTallies>;

const NONE = { decisions: 0, enforced_stops: 0, observed_stops: 0, turns: 0, saved_calls: 0 };

export function presentGuards(
  row: RowOf<typeof guardSummary>,
  tallies: readonly Tally[],
  saved: readonly RowOf<typeof guardSavings>[],
): GuardSummary {
  const all = tallies.find(({ facet }) => facet === '') ?? NONE;
  const by = (facet: Tally['facet']) => tallies.filter((tally) => tally.facet === facet);
  return {
    turns: row.turns,
    guarded_turns: row.guarded_turns,
    decisions: all.decisions,
    enforced_stops: all.enforced_stops,
    observed_stops: all.observed_stops,
    saved_calls: all.saved_calls,
    loops: row.loops,
    loops_missed: row.loops_missed,
    healthy_turns_stopped: row.healthy_turns_stopped,
    by_kind: by('kind').map((tally) => Object.assign(countsOf(tally), { kind: tally.value })),
    by_tool: by('tool').map((tally) => Object.assign(countsOf(tally), { tool: tally.value })),
    saved_by_rule: saved.map((each) => presentSaving(each)),
    by_mode: Object.entries(row.turns_by_mode).map(([mode, turns]) => ({ mode, turns })),
    never_fired: Object.entries(row.stops_by_agent)
      .filter(([, stops]) => stops === 0)
      .map(([agent]) => ({
        agent,
        turns: row.turns_by_agent[agent] ?? 0,
        loops: row.loops_by_agent[agent] ?? 0,
      }))
      .toSorted((a, b) => b.loops - a.loops || b.turns - a.turns || (a.agent < b.agent ? -1 : 1)),
  };
}

function presentSaving({
  rule,
  turns,
  saved_calls,
  watched_turns,
  watched_calls,
  ...rest
}: RowOf<typeof guardSavings>): GuardSummary['saved_by_rule'][number] {
  const watched = { turns: watched_turns, calls: watched_calls, ...rest };
  return { rule, turns, saved_calls, watched: watched_turns === 0 ? null : watched };
}

function countsOf({ decisions, enforced_stops, observed_stops, turns }: Tally) {
  return { decisions, enforced_stops, observed_stops, turns };
}

export function presentDecision(row: RowOf<typeof guardDecisions>): GuardDecision {
  return {
    turn_id: row.turn_id,
    session_id: row.session_id,
    trace_id: row.trace_id,
    span_id: row.span_id,
    agent: row.agent_name,
    model: row.model,
    decided_at: toIso(row.decided_at),
    decision: row.decision,
    kind: row.kind,
    code: row.code === '' ? null : row.code,
    mode: row.mode,
    enforced: row.enforced === 1,
    tool: row.tool,
    effect: row.effect,
    attempts: row.attempts,
    tried: row.tried,
    errors: row.errors,
    saved_calls: row.saved_calls,
    ceiling: row.ceiling_name === '' ? null : ceilingOf(row),
    in_flight: row.in_flight,
    requested_by: row.requested_by,
    reason: row.reason,
  };
}

function ceilingOf(row: RowOf<typeof guardDecisions>): GuardDecision['ceiling'] {
  return {
    name: row.ceiling_name,
    value: row.ceiling,
    state: row.ceiling_state,
    reason: row.ceiling_reason,
    ticket: row.ceiling_ticket,
    expires: row.ceiling_expires,
    spent: row.spent,
  };
}

export function presentCeiling(
  { name, value, raised }: CeilingSetting,
  reached: number,
  nowMs: number,
): Ceilings[number] {
  // The day itself still counts, as it does in the guard.
  const isRaised = raised !== null && raised.expires >= new Date(nowMs).toISOString().slice(0, 10);
  return {
    name,
    value: isRaised ? raised.to : value,
    base: value,
    state: raised === null ? 'set' : isRaised ? 'raised' : 'expired',
    raised_to: raised?.to ?? null,
    reason: raised?.reason ?? '',
    ticket: raised?.ticket ?? '',
    expires: raised?.expires ?? '',
    reached,
  };
}
