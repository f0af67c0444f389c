/** Never written to: most maps never get old. */
const EMPTY = new Map<string, never>();

/**
 * A map that holds its last `bound` keys at least and twice as many at most, and forgets what was used longest ago. Two generations, since a
 * Map that deletes one by one gets slower with what it has deleted.
 */
export class BoundedMap<Value> {
  #young = new Map<string, Value>();
  #old: Map<string, Value> = EMPTY;
  readonly #bound: number;

  constructor(bound: number) {
    this.#bound = bound;
  }

  /** True as long as nothing was ever put in. */
  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0;
  }

  /** Keys held; one that was forgotten and came back may count twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined || this.#old.size === 0) return value;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#bound && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** The value of the key, made where there is none. */
  take(key: string, make: () => Value): Value {
    const held = this.get(key);
    if (held !== undefined) return held;
    const made = make();
    this.set(key, made);
    return made;
  }
}
