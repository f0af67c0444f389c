import type { FleetSavings, Saving } from '../contract/index.ts';
import { presentCost } from './cost.ts';

export interface SavingRow {
  cap: number;
  calls: number;
  ms: number;
  input_tokens: number;
  output_tokens: number;
  cost: number;
  side_effects: number;
}

const CAPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** One saving a cap; the store answers only caps that something exceeds, the others save nothing. */
export function presentSavings(rows: readonly SavingRow[]): Saving[] {
  const byCap = new Map(rows.map((row) => [row.cap, row]));
  return CAPS.map((cap) => presentSaving(cap, byCap.get(cap)));
}

interface FleetSavingRow extends SavingRow {
  turns_cut: number;
  healthy_turns_cut: number;
}

/** The same over many turns, with the turns that each cap ends. */
export function presentFleetSavings(
  { turns, healthy_turns, calls }: { turns: number; healthy_turns: number; calls: number },
  rows: readonly FleetSavingRow[],
): FleetSavings {
  const byCap = new Map(rows.map((row) => [row.cap, row]));
  return {
    turns,
    healthy_turns,
    calls,
    caps: CAPS.map((cap) => {
      const row = byCap.get(cap);
      return Object.assign(presentSaving(cap, row), {
        turns_cut: row?.turns_cut ?? 0,
        healthy_turns_cut: row?.healthy_turns_cut ?? 0,
      });
    }),
  };
}

function presentSaving(cap: number, row: SavingRow | undefined): Saving {
  const inputTokens = row?.input_tokens ?? 0;
  const outputTokens = row?.output_tokens ?? 0;
  return {
    cap,
    calls: row?.calls ?? 0,
    ms: row?.ms ?? 0,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    usd: presentCost(row?.cost ?? 0, inputTokens + outputTokens),
    side_effects: row?.side_effects ?? 0,
  };
}
