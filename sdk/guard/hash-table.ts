/** Slots of a new table; a power of two, as every later size is. */
const FIRST_SLOTS = 8;
const FNV_PRIME = 0x01000193;
const FREE = 0;

/**
 * A map of texts that are new and soon forgotten, such as hashes: open addressing, at most half full. An engine's Map asks the runtime for
 * the hash of every new text, and grows anew from nothing each time it is cleared.
 */
export class HashTable<Value> {
  /** Of the key in each slot: to pass one by, its text is not looked at. */
  #hashes = new Int32Array(FIRST_SLOTS);
  #keys: string[] = Array.from<string>({ length: FIRST_SLOTS }).fill('');
  #values: (Value | undefined)[] = Array.from<undefined>({ length: FIRST_SLOTS });
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#values[this.#slotOf(key, hashOf(key))];
  }

  set(key: string, value: Value): void {
    const hash = hashOf(key);
    const slot = this.#slotOf(key, hash);
    if (this.#hashes[slot] === FREE) this.#size += 1;
    this.#put(slot, hash, key, value);
    if (this.#size * 2 > this.#hashes.length) this.#grow();
  }

  delete(key: string): void {
    const slot = this.#slotOf(key, hashOf(key));
    if (this.#hashes[slot] === FREE) return;
    this.#size -= 1;
    this.#put(slot, FREE, '', undefined);
    // What stands behind it may have gone past it to its place.
    const last = this.#hashes.length - 1;
    for (let at = (slot + 1) & last; ; at = (at + 1) & last) {
      const hash = this.#hashes[at] ?? FREE;
      if (hash === FREE) return;
      const [moved = '', value] = [this.#keys[at], this.#values[at]];
      this.#put(at, FREE, '', undefined);
      this.#put(this.#slotOf(moved, hash), hash, moved, value);
    }
  }

  /** Keeps its room. */
  clear(): void {
    if (this.#size === 0) return;
    this.#hashes.fill(FREE);
    this.#keys.fill('');
    this.#values.fill(undefined);
    this.#size = 0;
  }

  /** Where the key stands, or the free slot where it would. */
  #slotOf(key: string, hash: number): number {
    const hashes = this.#hashes;
    const last = hashes.length - 1;
    let slot = hash & last;
    for (let held = hashes[slot]; held !== FREE; held = hashes[slot]) {
      if (held === hash && this.#keys[slot] === key) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #put(slot: number, hash: number, key: string, value: Value | undefined): void {
    this.#hashes[slot] = hash;
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }

  #grow(): void {
    const [hashes, keys, values] = [this.#hashes, this.#keys, this.#values];
    const length = hashes.length * 2;
    this.#hashes = new Int32Array(length);
    this.#keys = Array.from<string>({ length }).fill('');
    this.#values = Array.from<undefined>({ length });
    for (let at = 0; at < hashes.length; at += 1) {
      const hash = hashes[at] ?? FREE;
      const key = keys[at] ?? '';
      if (hash !== FREE) this.#put(this.#slotOf(key, hash), hash, key, values[at]);
    }
  }
}

/** Never FREE. */
function hashOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), FNV_PRIME);
  }
  hash ^= hash >>> 15;
  return hash === FREE ? 1 : hash;
}
