/**
 * The version of a row that follows another of its key; '0' for the first. It is made of the clock, in microseconds, and grows also where
 * the clock stands still or was set back: the store keeps the highest, so a lower one would be written and never read.
 */
export function nextVersion(version: string, nowMs: number): string {
  const byClock = BigInt(nowMs) * 1_000n;
  const following = BigInt(version) + 1n;
  return String(byClock > following ? byClock : following);
}
