import { measured, type Outcome } from './figures.ts';

const SAMPLES = 1_000;

/** Bounds between which F1 falls in 95 % of samples of as many runs, drawn with repetition; the same in every run of the program. */
export function f1Bounds(outcomes: readonly Outcome[]): [low: number, high: number] {
  const next = generator(outcomes.length);
  const values = Array.from({ length: SAMPLES }, () => {
    const counts = { right: 0, wrong: 0, missed: 0 };
    for (let draw = 0; draw < outcomes.length; draw += 1) {
      const { flagged, wanted } = outcomes[Math.floor(next() * outcomes.length)] ?? NEITHER;
      if (flagged && wanted) counts.right += 1;
      else if (flagged) counts.wrong += 1;
      else if (wanted) counts.missed += 1;
    }
    return measured(counts.right, counts.wrong, counts.missed).f1 ?? 0;
  }).toSorted((a, b) => a - b);
  return [values[Math.floor(SAMPLES * 0.025)] ?? 0, values[Math.floor(SAMPLES * 0.975)] ?? 1];
}

const NEITHER: Outcome = { flagged: false, wanted: false };

/** Park and Miller's minimal standard generator: numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
