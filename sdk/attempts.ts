const MAX_TURNS = 1_000;
const MAX_KEYS_PER_TURN = 2_000;

/** Counts attempts per key within a turn, in bounded memory: the turn that was quiet longest is forgotten first. */
export class AttemptLedger {
  readonly #turns = new Map<string, Map<string, number>>();

  /** How often the key has occurred in the turn, this time included; 1 for the empty key, which repeats nothing. */
  count(turn: string, key: string): number {
    if (key === '') return 1;
    const counts = this.#turns.get(turn) ?? new Map<string, number>();
    this.#turns.delete(turn);
    this.#turns.set(turn, counts);
    if (this.#turns.size > MAX_TURNS) this.#forgetOldest();
    const attempt = (counts.get(key) ?? 0) + 1;
    if (attempt > 1 || counts.size < MAX_KEYS_PER_TURN) counts.set(key, attempt);
    return attempt;
  }

  #forgetOldest(): void {
    const oldest = this.#turns.keys().next();
    if (oldest.done !== true) this.#turns.delete(oldest.value);
  }
}
