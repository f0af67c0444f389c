/** So many of so many turns. */
export interface Share {
  hits: number;
  of: number;
}

/** Fisher's exact test, two-sided: how likely two shares at least as far apart are where both come from one. 1 where one is empty. */
export function shareTest(a: Share, b: Share): number {
  const hits = a.hits + b.hits;
  const all = a.of + b.of;
  if (a.of === 0 || b.of === 0 || hits === 0 || hits === all) return 1;
  const fixed =
    logFactorial(hits) +
    logFactorial(all - hits) +
    logFactorial(a.of) +
    logFactorial(b.of) -
    logFactorial(all);
  const logOf = (inA: number): number =>
    fixed -
    logFactorial(inA) -
    logFactorial(a.of - inA) -
    logFactorial(hits - inA) -
    logFactorial(b.of - hits + inA);
  const seen = logOf(a.hits);
  let p = 0;
  for (let inA = Math.max(0, hits - b.of); inA <= Math.min(hits, a.of); inA += 1) {
    const log = logOf(inA);
    if (log <= seen + 1e-7) p += Math.exp(log);
  }
  return Math.min(1, p);
}

/** Exact by sums for small numbers, by Stirling's series beyond (error below 1e-10). */
function logFactorial(n: number): number {
  if (n < 32) {
    let log = 0;
    for (let factor = 2; factor <= n; factor += 1) log += Math.log(factor);
    return log;
  }
  const x = n + 1;
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
