import { costOf } from './cost.ts';
import type { CallCosts } from './cost.ts';

export interface Saving {
  cap: number;
  calls: number;
  ms: number;
  inputTokens: number;
  outputTokens: number;
  usd: number;
  sideEffects: number;
}

const CAPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/**
 * What a cap per attempt key would have saved of one turn, for caps 1 to 10. The attempt that exceeds the cap is still made, and
 * ends the turn: at cap 2 the third attempt is the last call. `attempts`: attempt key of each call, '' where it counts for nothing.
 */
export function savings(calls: readonly CallCosts[], attempts: readonly string[]): Saving[] {
  const stops = stopOfEachCap(attempts);
  return CAPS.map((cap) => {
    const stop = stops.get(cap);
    const saved = stop === undefined ? [] : calls.slice(stop + 1);
    return Object.assign(costOf(saved), { cap, calls: saved.length });
  });
}

/** Position of the first attempt that exceeds a cap. */
function stopOfEachCap(attempts: readonly string[]): Map<number, number> {
  const counts = new Map<string, number>();
  const stops = new Map<number, number>();
  for (const [position, key] of attempts.entries()) {
    if (key === '') continue;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > 1 && !stops.has(count - 1)) stops.set(count - 1, position);
  }
  return stops;
}
