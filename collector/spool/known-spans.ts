/** The spans delivered lately, so that a second delivery is known for one. Memory is bounded: old ones are forgotten. */
export interface KnownSpans {
  has(key: number): boolean;
  add(key: number): void;
}

/**
 * Two tables of `capacity` keys each: when the newer one is full, the older one is let go. So between `capacity` and twice
 * as many keys are known at any time.
 */
export function createKnownSpans(capacity: number): KnownSpans {
  let newer = createTable(capacity);
  let older = createTable(capacity);
  return {
    has: (key) => newer.has(key) || older.has(key),
    add(key) {
      if (newer.has(key)) return;
      if (newer.size() === capacity) {
        older = newer;
        newer = createTable(capacity);
      }
      newer.add(key);
    },
  };
}

interface Table extends KnownSpans {
  size(): number;
}

/** Open addressing, at most half full. 0 marks a free place. */
function createTable(capacity: number): Table {
  const places = 2 ** Math.ceil(Math.log2(Math.max(capacity, 1) * 2));
  const keys = new Float64Array(places);
  let size = 0;
  const placeOf = (key: number): number => {
    // The low bits of a key are mixed well, and 32 of them are taken without a division.
    let place = (key >>> 0) & (places - 1);
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & (places - 1);
    return place;
  };
  return {
    has: (key) => keys[placeOf(key)] === key,
    add(key) {
      keys[placeOf(key)] = key;
      size += 1;
    },
    size: () => size,
  };
}

const HIGH_BITS = 2 ** 32;
const HIGH_MASK = 0xf_ffff;

/** 52 bits of trace and span id, never 0. Two spans share a key about once in a billion pairs of a million known ones. */
export function spanKey(traceId: string, spanId: string): number {
  let low = 0x811c_9dc5;
  let high = 0x9747_b28c;
  for (const id of [traceId, spanId]) {
    for (let at = 0; at < id.length; at += 1) {
      const code = id.charCodeAt(at);
      low = Math.imul(low ^ code, 0x0100_0193);
      high = Math.imul(high ^ code, 0x5bd1_e995) ^ (high >>> 15);
    }
  }
  // The last steps spread what the loop left in the low bits.
  low = Math.imul(low ^ (low >>> 16), 0x85eb_ca6b) >>> 0;
  high = Math.imul(high ^ (high >>> 13), 0xc2b2_ae35) >>> 0;
  return (high & HIGH_MASK) * HIGH_BITS + low || 1;
}
