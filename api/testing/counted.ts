import type { ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

/** What a test counts by itself, from the rows that were inserted. */
export interface Counted {
  turn: TurnVerdictRow;
  calls: ToolCallRow[];
  distinct: number;
  maxAttempts: number;
}

export function countTurns(
  turns: readonly TurnVerdictRow[],
  allCalls: readonly ToolCallRow[],
): Counted[] {
  return turns.map((turn) => {
    const calls = allCalls.filter(({ turn_id: turnId }) => turnId === turn.turn_id);
    const known = calls.filter(({ signature }) => signature !== '');
    const distinct =
      new Set(known.map(({ signature }) => signature)).size + calls.length - known.length;
    return {
      turn,
      calls,
      distinct,
      maxAttempts: Math.max(0, ...calls.map(({ attempt }) => attempt)),
    };
  });
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** The value at position floor(level * n) of the sorted values. */
export function quantile(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(level * sorted.length), sorted.length - 1)] ?? null;
}
