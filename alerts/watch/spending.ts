/** What each rule takes of the evaluator's own time within one look; one that takes too much is left out of the rest. */
export interface Spending {
  mayGo: (rule: string) => boolean;
  /** Counts the time that the work takes. */
  measure<Result>(rule: string, work: () => Result): Result;
  /** Rules that took too much -> what is said of it. */
  tooDear: () => ReadonlyMap<string, string>;
}

/** Thousands of sessions take an ordinary rule some milliseconds. */
const MOST_MS = 1_000;

export function createSpending(steady: () => number): Spending {
  const spentMs = new Map<string, number>();
  const isOver = (ms: number): boolean => ms > MOST_MS;
  return {
    mayGo: (rule) => !isOver(spentMs.get(rule) ?? 0),
    measure(rule, work) {
      const startMs = steady();
      const result = work();
      spentMs.set(rule, (spentMs.get(rule) ?? 0) + steady() - startMs);
      return result;
    },
    tooDear: () =>
      new Map(
        [...spentMs]
          .filter(([, ms]) => isOver(ms))
          .map(([rule, ms]) => [
            rule,
            `it took ${Math.round(ms)} ms of one look, more than ${MOST_MS}: a shorter condition, or a filter in \`match\`, takes less`,
          ]),
      ),
  };
}
