import type { Saving } from '../contract/index.ts';
import { presentCost } from './cost.ts';

interface SavingRow {
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
