const DAY_MS = 86_400_000;

/**
 * Whether an exemption or a raised ceiling still counts: its last day (YYYY-MM-DD, UTC) is the last on which it does, from its first
 * millisecond to its last. What is no day never counts.
 */
export const isInForce = (lastDay: string, nowMs: number): boolean =>
  nowMs < Date.parse(lastDay) + DAY_MS;
