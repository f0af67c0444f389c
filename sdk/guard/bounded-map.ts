/** A map of bounded size that forgets what was used longest ago. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #bound: number;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && this.#entries.size > this.#bound / 2) this.#touch(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#touch(key, value);
    if (this.#entries.size <= this.#bound) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** The value of the key, made where there is none. */
  take(key: string, make: () => Value): Value {
    const held = this.get(key);
    if (held !== undefined) return held;
    const made = make();
    this.set(key, made);
    return made;
  }

  #touch(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
