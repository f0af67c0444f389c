/** How many turns have how many attempts; a bin each, no two with equal attempts. */
export type AttemptBins = readonly { attempts: number; turns: number }[];

export interface RankTest {
  method: 'exact' | 'normal';
  /** Two-sided, of the hypothesis that both are drawn from one distribution; null where one of them is empty. */
  pValue: number | null;
  /** Probability that a turn of `after` has more attempts than one of `before`, ties halved. */
  superiority: number | null;
  /** 2 x superiority - 1, from -1 to 1: positive where `after` has more. */
  cliffsDelta: number | null;
}

/** Up to so many turns together the permutations are counted, beyond it the normal form is right to three digits. */
const EXACT_TURNS = 80;

/**
 * Wilcoxon's rank sum (Mann-Whitney) with mid-ranks over attempts per turn. Nearly all turns are tied at 1, so the exact
 * distribution given the ties is used where it can be had, and the variance with its tie correction elsewhere.
 */
export function rankTest(before: AttemptBins, after: AttemptBins): RankTest {
  const bins = pool(before, after);
  const afterTurns = sum(bins.map((bin) => bin.after));
  const turns = sum(bins.map((bin) => bin.turns));
  const beforeTurns = turns - afterTurns;
  if (afterTurns === 0 || beforeTurns === 0) {
    return { method: 'exact', pValue: null, superiority: null, cliffsDelta: null };
  }
  const rankSum = sum(bins.map((bin) => bin.after * bin.rank));
  const wins = rankSum - (afterTurns * (afterTurns + 1)) / 2;
  const superiority = wins / (afterTurns * beforeTurns);
  const isExact = turns <= EXACT_TURNS;
  const pooled = { bins, turns, afterTurns, rankSum };
  return {
    method: isExact ? 'exact' : 'normal',
    pValue: Math.min(1, isExact ? exactP(pooled) : normalP(pooled)),
    superiority,
    cliffsDelta: 2 * superiority - 1,
  };
}

interface Bin {
  after: number;
  turns: number;
  /** Mid-rank of its turns among all. */
  rank: number;
}

interface Pooled {
  bins: readonly Bin[];
  turns: number;
  afterTurns: number;
  rankSum: number;
}

function pool(before: AttemptBins, after: AttemptBins): Bin[] {
  const afterOf = new Map(after.map(({ attempts, turns }) => [attempts, turns]));
  const beforeOf = new Map(before.map(({ attempts, turns }) => [attempts, turns]));
  const attempts = [...new Set([...afterOf.keys(), ...beforeOf.keys()])].toSorted((a, b) => a - b);
  let below = 0;
  return attempts.map((each) => {
    const inAfter = afterOf.get(each) ?? 0;
    const turns = inAfter + (beforeOf.get(each) ?? 0);
    const rank = below + (turns + 1) / 2;
    below += turns;
    return { after: inAfter, turns, rank };
  });
}

/** Share of all ways to draw the turns of `after` whose rank sum lies at least as far from its mean. */
function exactP({ bins, turns, afterTurns, rankSum }: Pooled): number {
  // Twice the ranks are whole numbers. ways[drawn] -> twice the rank sum -> number of ways.
  let ways: Map<number, number>[] = [new Map([[0, 1]])];
  for (const bin of bins) ways = drawFrom(bin, ways, afterTurns);
  const mean = afterTurns * (turns + 1);
  const distance = Math.abs(2 * rankSum - mean);
  let all = 0;
  let extreme = 0;
  for (const [twice, count] of ways[afterTurns] ?? []) {
    all += count;
    if (Math.abs(twice - mean) >= distance - 1e-9) extreme += count;
  }
  return extreme / all;
}

function drawFrom(
  { turns, rank }: Bin,
  ways: readonly Map<number, number>[],
  most: number,
): Map<number, number>[] {
  const next: Map<number, number>[] = [];
  for (const [drawn, sums] of ways.entries()) {
    let choices = 1;
    for (let more = 0; more <= turns && drawn + more <= most; more += 1) {
      const into = (next[drawn + more] ??= new Map());
      for (const [twice, count] of sums) {
        const key = twice + Math.round(2 * rank * more);
        into.set(key, (into.get(key) ?? 0) + count * choices);
      }
      choices = (choices * (turns - more)) / (more + 1);
    }
  }
  return next;
}

function normalP({ bins, turns, afterTurns, rankSum }: Pooled): number {
  const beforeTurns = turns - afterTurns;
  const ties = sum(bins.map((bin) => bin.turns ** 3 - bin.turns));
  const variance = ((afterTurns * beforeTurns) / 12) * (turns + 1 - ties / (turns * (turns - 1)));
  if (variance <= 0) return 1;
  const distance = Math.abs(rankSum - (afterTurns * (turns + 1)) / 2);
  return 2 * upperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance));
}

/** P(Z > z) of the standard normal for z >= 0; relative error below 1.2e-7 (Chebyshev fit of erfc). */
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const fit = [
    -1.265_512_23, 1.000_023_68, 0.374_091_96, 0.096_784_18, -0.186_288_06, 0.278_868_07,
    -1.135_203_98, 1.488_515_87, -0.822_152_23, 0.170_872_77,
  ].reduceRight((sumSoFar, coefficient) => coefficient + t * sumSoFar, 0);
  return (t * Math.exp(-x * x + fit)) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
