/** USD; null where tokens were used and none of them had a price. */
export function presentCost(cost: number, tokens: number): number | null {
  return cost === 0 && tokens > 0 ? null : cost;
}
