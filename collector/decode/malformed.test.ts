import { expect, it } from 'vitest';
import { recorded } from '../collector-fixture.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { decodeTraces } from './decode-traces.ts';
import { DecodeError } from './wire-span.ts';

const INPUTS = 100_000;

/** The same numbers each time, so that a failure can be looked at again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Random bytes, a good request cut anywhere, with bytes changed, with a huge length or endless numbers in it. */
function malformed(pick: (below: number) => number): Buffer {
  const changed = Buffer.from(recorded);
  switch (pick(5)) {
    case 0:
      return Buffer.from(Array.from({ length: pick(200) }, () => pick(256)));
    case 1:
      return changed.subarray(0, pick(recorded.length));
    case 2:
      for (let time = pick(8); time >= 0; time -= 1) changed[pick(changed.length)] = pick(256);
      return changed;
    case 3:
      changed.set([0xff, 0xff, 0xff, 0xff, 0x07], pick(changed.length - 5));
      return changed;
    default:
      return changed.fill(0xff, pick(changed.length));
  }
}

it('a hundred thousand malformed requests are read in part or refused, and memory stays flat', () => {
  const pick = createRandom(15);
  let refused = 0;
  let before = 0;
  for (let input = 0; input < INPUTS; input += 1) {
    if (input === INPUTS / 10) before = process.memoryUsage().rss;
    try {
      decodeTraces(malformed(pick), 'protobuf', DEFAULT_LIMITS);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(INPUTS / 10);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
}, 120_000);
