/** A log axis for whole numbers: 1 stands clear of the edge, so that a single turn can be seen. */
export interface LogAxis {
  domain: [number, number];
  ticks: number[];
}

const LOWEST = 0.7;

/** Ticks at powers of ten up to `largest`; `always` are added, such as the threshold line. */
export function prepareLogAxis(largest: number, always: readonly number[] = []): LogAxis {
  const top = Math.max(largest, ...always, 2);
  const ticks = new Set<number>(always);
  for (let tick = 1; tick <= top; tick *= 10) ticks.add(tick);
  const sorted = [...ticks].toSorted((one, other) => one - other);
  return { domain: [LOWEST, top * 1.25], ticks: sorted };
}

/** Share of the axis between two numbers that can be read. */
const CLOSEST = 0.075;

/** Attempts: few and small, so every small number that is reached has its tick, where it has room. */
export function prepareAttemptsAxis(largest: number, threshold: number): LogAxis {
  const { domain } = prepareLogAxis(largest, [threshold]);
  const steps = [1, 2, 3, threshold, 14, 40, 100, 400, 1000, 4000, 10_000];
  const shareOf = (tick: number): number =>
    Math.log(tick / domain[0]) / Math.log(domain[1] / domain[0]);
  // What matters most takes its place first.
  const taken: number[] = [];
  for (const tick of [1, threshold, ...steps]) {
    const share = shareOf(tick);
    if (share <= 1 && taken.every((other) => Math.abs(shareOf(other) - share) >= CLOSEST)) {
      taken.push(tick);
    }
  }
  return { domain, ticks: taken.toSorted((one, other) => one - other) };
}
