import type { Call } from './call.ts';
import type { Loop } from './loop.ts';
import { detectLoops } from './run.ts';
import type { DetectOptions } from './run.ts';

/** A shorter sequence that still shows a loop, and the loop as it is found there. */
export interface Shrunk {
  calls: Call[];
  loop: Loop;
  /** Place of each call in the sequence that was given. */
  origin: number[];
}

/** Checks beyond these are not made: what is left is minimal enough. */
const MAX_CHECKS = 2_000;

/**
 * Leaves out calls for as long as the loop is still found, by delta debugging: halves first, then ever smaller parts, until no
 * single call can be spared. Null where the loop is not found in the calls that were given.
 */
export function shrinkLoop(
  calls: readonly Call[],
  loop: Loop,
  options: DetectOptions,
): Shrunk | null {
  let checks = 0;
  const check = (places: readonly number[]): Shrunk | null => {
    checks += 1;
    return checks > MAX_CHECKS ? null : showsLoop(places, { calls, loop, options });
  };
  let best = firstThatShows(calls, loop, check);
  if (best === null) return null;
  for (let parts = 2; parts <= best.origin.length;) {
    const smaller = withoutOnePart(best.origin, parts, check);
    if (smaller !== null) {
      best = smaller;
      parts = Math.max(2, parts - 1);
    } else if (parts === best.origin.length || checks >= MAX_CHECKS) break;
    else parts = Math.min(best.origin.length, parts * 2);
  }
  return best;
}

type Check = (places: readonly number[]) => Shrunk | null;

/** Mostly the calls of the loop alone show it; else what lies between them is needed, else all that came before. */
function firstThatShows(calls: readonly Call[], loop: Loop, check: Check): Shrunk | null {
  const first = loop.calls[0] ?? 0;
  const last = loop.calls.at(-1) ?? calls.length - 1;
  const from = (start: number, end: number): number[] =>
    Array.from({ length: end - start + 1 }, (_, at) => start + at);
  return (
    check(loop.calls) ??
    check(from(first, last)) ??
    check(from(0, last)) ??
    check(from(0, calls.length - 1))
  );
}

/** The latest parts are tried first: a loop is shown by its beginning. */
function withoutOnePart(places: readonly number[], parts: number, check: Check): Shrunk | null {
  const size = Math.ceil(places.length / parts);
  for (let end = places.length; end > 0; end -= size) {
    const start = Math.max(0, end - size);
    const found = check([...places.slice(0, start), ...places.slice(end)]);
    if (found !== null) return found;
  }
  return null;
}

function showsLoop(
  places: readonly number[],
  { calls, loop, options }: { calls: readonly Call[]; loop: Loop; options: DetectOptions },
): Shrunk | null {
  const kept = renumbered(places.flatMap((place) => calls[place] ?? []));
  if (kept.length < 2) return null;
  const found = detectLoops(kept, options).find(
    ({ kind, severity, tools }) =>
      kind === loop.kind &&
      severity === loop.severity &&
      tools.every((tool) => loop.tools.includes(tool)),
  );
  return found === undefined ? null : { calls: kept, loop: found, origin: [...places] };
}

/** Positions and steps without gaps; calls of one model answer stay together. */
function renumbered(calls: readonly Call[]): Call[] {
  let step = -1;
  let before: number | null = null;
  return calls.map((call, seq) => {
    if (call.step !== before) step += 1;
    before = call.step;
    return { ...call, seq, step };
  });
}
