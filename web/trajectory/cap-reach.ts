/** Turns that the savings slider is held against. */
export interface CapReachData {
  healthyTurns: number;
  /** Max attempts of each healthy turn that repeats anything. */
  repeatingHealthy: readonly number[];
  /** False where more such turns exist than were read. */
  isComplete: boolean;
}

export interface CapReach {
  cut: number;
  of: number;
  isAtLeast: boolean;
}

/** Healthy turns that the same cap would have cut: those that went beyond it. */
export function countCut(
  { healthyTurns, repeatingHealthy, isComplete }: CapReachData,
  cap: number,
): CapReach {
  const cut = repeatingHealthy.filter((attempts) => attempts > cap).length;
  // The turns are read in order of attempts: what was not read lies below the lowest that was.
  const lowestRead = Math.min(...repeatingHealthy);
  return { cut, of: healthyTurns, isAtLeast: !isComplete && lowestRead > cap };
}
