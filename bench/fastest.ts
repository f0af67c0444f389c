const ROUNDS = 15;
const CALLS_PER_ROUND = 20_000;

/** Nanoseconds per call, of the fastest of several rounds: what the machine does when nothing else disturbs it. */
export function fastestOf(work: () => unknown, calls = CALLS_PER_ROUND): number {
  let fastest = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; call += 1) work();
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - start) / calls);
  }
  return fastest;
}
