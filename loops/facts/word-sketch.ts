/** Twice as many places as the longest text that is compared has words. */
const PLACES = 4_096;
/** Words that may have met at one place, beside as many as do so by chance. */
const MET = 2;
const BITS = 32;
const SHIFT = BITS - Math.log2(PLACES);
/** Spreads neighbouring numbers over the places. */
const SPREAD = -1_640_531_527;

/** Which places the words of a text take among a few thousand: enough to see at once that two texts share little. */
export class WordSketch {
  readonly #places = new Int32Array(PLACES / BITS);
  #taken = 0;

  add(print: number): void {
    const place = Math.imul(print, SPREAD) >>> SHIFT;
    const at = place >>> 5;
    const before = this.#places[at] ?? 0;
    const after = before | (1 << (place & 31));
    if (after === before) return;
    this.#places[at] = after;
    this.#taken += 1;
  }

  /**
   * At least what two texts share of their words: what takes a place in only one of them is in only one of them, and as many words as
   * may have met at a place that was taken are counted as shared.
   */
  overlapAtMost(other: WordSketch): number {
    let alike = 0;
    for (let at = 0; at < this.#places.length; at += 1)
      alike += bitsIn((this.#places[at] ?? 0) & (other.#places[at] ?? 0));
    const fewer = Math.min(this.#taken, other.#taken);
    const met = MET + (fewer * fewer) / PLACES;
    return (alike + met) / (this.#taken + other.#taken - alike + met);
  }
}

/** How many bits of 32 are set. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
