/** Less than half of the places are taken, so that the next free one is near. */
const ROOM = 2;
const SMALLEST = 16;
/** Spreads neighbouring numbers over the places. */
const SPREAD = -1_640_531_527;

/** A set of whole numbers of 32 bits, in a fifth of the time and the room that a Set takes. */
export class PrintSet {
  /** 0 is a free place. */
  #places: Int32Array;
  #shift: number;
  #size = 0;

  /** `expected`: how many there may be; there may be more. */
  constructor(expected = 0) {
    const bits = Math.ceil(Math.log2(Math.max(SMALLEST, expected * ROOM)));
    this.#places = new Int32Array(2 ** bits);
    this.#shift = 32 - bits;
  }

  get size(): number {
    return this.#size;
  }

  has(print: number): boolean {
    return this.#places[this.#placeOf(print | 0 || 1)] !== 0;
  }

  /** True where it was not there. */
  add(print: number): boolean {
    const kept = print | 0 || 1;
    const place = this.#placeOf(kept);
    if (this.#places[place] !== 0) return false;
    this.#places[place] = kept;
    this.#size += 1;
    if (this.#size * ROOM > this.#places.length) this.#grow();
    return true;
  }

  /** How many of them the other one holds, too. */
  sharedWith(other: PrintSet): number {
    let shared = 0;
    for (const print of this.#places) if (print !== 0 && other.has(print)) shared += 1;
    return shared;
  }

  /** How many of those with this bit the other one does not hold. */
  countBeside(other: PrintSet, bit: number): number {
    let beside = 0;
    for (const print of this.#places)
      if (print !== 0 && (print & bit) !== 0 && !other.has(print)) beside += 1;
    return beside;
  }

  addAll(other: PrintSet): void {
    for (const print of other.#places) if (print !== 0) this.add(print);
  }

  /** Where the number stands, or the free place that it would take. */
  #placeOf(print: number): number {
    const places = this.#places;
    const last = places.length - 1;
    let place = Math.imul(print, SPREAD) >>> this.#shift;
    for (let kept = places[place]; kept !== 0 && kept !== print; kept = places[place])
      place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Int32Array(before.length * 2);
    this.#shift -= 1;
    for (const print of before) if (print !== 0) this.#places[this.#placeOf(print)] = print;
  }
}
