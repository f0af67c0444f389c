import { BoundedMap } from './guard/bounded-map.ts';

const MAX_TURNS = 500;
const MAX_KEYS_PER_TURN = 1_000;

/** Counts attempts per key within a turn, in bounded memory: what was quiet longest is forgotten first. */
export class AttemptLedger {
  readonly #turns = new BoundedMap<BoundedMap<{ count: number }>>(MAX_TURNS);

  /** How often the key has occurred in the turn, this time included; 1 for the empty key, which repeats nothing. */
  count(turn: string, key: string): number {
    if (key === '') return 1;
    const attempts = this.#turns.take(turn, newTurn).take(key, newAttempts);
    attempts.count += 1;
    return attempts.count;
  }
}

function newTurn(): BoundedMap<{ count: number }> {
  return new BoundedMap(MAX_KEYS_PER_TURN);
}

function newAttempts(): { count: number } {
  return { count: 0 };
}
