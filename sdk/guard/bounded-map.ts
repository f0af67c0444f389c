import { HashTable } from './hash-table.ts';

/**
 * A map that holds its last `bound` keys at least and twice as many at most, and forgets what was used longest ago. Two generations: to
 * forget key by key would need their order.
 */
export class BoundedMap<Value> {
  #young = new HashTable<Value>();
  /** Null until the first generation is full: most maps never get old. */
  #old: HashTable<Value> | null = null;
  readonly #bound: number;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** Keys held; one that was forgotten and came back may count twice. */
  get size(): number {
    return this.#young.size + (this.#old?.size ?? 0);
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined || this.#old === null) return value;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#bound && this.#young.get(key) === undefined) {
      const oldest = this.#old ?? new HashTable<Value>();
      oldest.clear();
      this.#old = this.#young;
      this.#young = oldest;
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old?.delete(key);
  }

  /** Forgets everything and keeps its room. */
  clear(): void {
    this.#young.clear();
    this.#old?.clear();
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
