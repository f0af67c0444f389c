import type { BacktestIncident, Backtest as Replayed, CapEffect } from '@loopscope/analyzer';

import type { Backtest } from '../contract/index.ts';

export function presentBacktest({
  turns,
  affectedTurns,
  added,
  removed,
  kept,
  caps,
}: Replayed): Backtest {
  return {
    turns,
    affected_turns: affectedTurns,
    added: added.map(presentIncident),
    removed: removed.map(presentIncident),
    kept,
    caps: { before: presentEffect(caps.before), after: presentEffect(caps.after) },
  };
}

function presentIncident({ turnId, ...incident }: BacktestIncident): Backtest['added'][number] {
  return { ...incident, turn_id: turnId };
}

function presentEffect({
  turnsCut,
  healthyTurnsCut,
  ...effect
}: CapEffect): Backtest['caps']['before'] {
  return { ...effect, turns_cut: turnsCut, healthy_turns_cut: healthyTurnsCut };
}
