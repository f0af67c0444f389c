import { BoundedMap } from './guard/bounded-map.ts';

const MAX_KEYS = 20_000;

/** Counts attempts per key within a turn, in bounded memory: what was quiet longest is forgotten first. */
export class AttemptLedger {
  readonly #attempts = new BoundedMap<{ count: number }>(MAX_KEYS);

  /** How often the key has occurred in the turn, this time included; 1 for the empty key, which repeats nothing. */
  count(turn: string, key: string): number {
    if (key === '') return 1;
    const attempts = this.#attempts.take(`${turn}\n${key}`, newAttempts);
    attempts.count += 1;
    return attempts.count;
  }
}

function newAttempts(): { count: number } {
  return { count: 0 };
}
