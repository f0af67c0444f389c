import type { ToolCall } from './tool-call.ts';

/** Calls that nobody has claimed yet, by key and in order of time. */
export interface FreeCalls {
  /** The first that begins within the stretch and fits. */
  first(
    key: string,
    during?: { from: number; to?: number },
    fits?: (call: ToolCall) => boolean,
  ): ToolCall | undefined;
}

interface Queue {
  calls: readonly ToolCall[];
  /** Of each place the next one that may still be free. */
  next: Int32Array;
}

/** Calls without a key are left out. Whatever leaves `free` is passed over, so that many calls of one key cost no more each than few. */
export function createFreeCalls(
  calls: Iterable<ToolCall>,
  keyOf: (call: ToolCall) => string,
  free: ReadonlySet<ToolCall>,
): FreeCalls {
  const groups = Map.groupBy(calls, keyOf);
  groups.delete('');
  const queues = new Map([...groups].map(([key, group]) => [key, toQueue(group)]));
  return {
    first(key, { from, to = Infinity } = { from: -Infinity }, fits = () => true) {
      const queue = queues.get(key);
      if (queue === undefined) return undefined;
      for (
        let at = freeFrom(queue, begin(queue, from), free);
        ;
        at = freeFrom(queue, at + 1, free)
      ) {
        const call = queue.calls[at];
        if (call === undefined || call.start > to) return undefined;
        if (fits(call)) return call;
      }
    },
  };
}

function toQueue(group: readonly ToolCall[]): Queue {
  const calls = group.toSorted((a, b) => a.start - b.start);
  return { calls, next: Int32Array.from(calls, (_, at) => at) };
}

/** The first place from `start` on, by halving. */
function begin({ calls }: Queue, start: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.start ?? Infinity) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first free place from `at` on; what was passed over is not looked at again. */
function freeFrom({ calls, next }: Queue, at: number, free: ReadonlySet<ToolCall>): number {
  let found = at;
  for (;;) {
    const call = calls[found];
    if (call === undefined) break;
    const onward = next[found] ?? found;
    if (onward > found) found = onward;
    else if (free.has(call)) break;
    else found += 1;
  }
  for (let passed = at; passed < found;) {
    const onward = Math.max(next[passed] ?? 0, passed + 1);
    next[passed] = found;
    passed = onward;
  }
  return found;
}
