import type { Arrival, Fate, Spool } from '../spool/spool.ts';

export interface GroupCommit {
  /**
   * Resolves when it is safely on the disk; null where there is no room for it.
   * @throws whatever the spool threw.
   */
  add(arrival: Arrival): Promise<Fate | null>;
}

interface Waiting {
  arrival: Arrival;
  done: PromiseWithResolvers<Fate | null>;
}

/** Enough for one commit: whoever came first should not wait for more. */
const MAX_ROWS = 2_000;

/** Requests that are in flight together share one commit: it runs when all that has arrived by now is decoded. */
export function createGroupCommit(
  commit: (arrivals: readonly Arrival[]) => ReturnType<Spool['commit']>,
): GroupCommit {
  let waiting: Waiting[] = [];
  let rows = 0;
  const run = (): void => {
    const group = waiting;
    if (group.length === 0) return;
    waiting = [];
    rows = 0;
    try {
      const fates = commit(group.map(({ arrival }) => arrival));
      for (const [at, { done }] of group.entries()) done.resolve(fates[at] ?? null);
    } catch (error) {
      for (const { done } of group) done.reject(error);
    }
  };
  return {
    add(arrival) {
      const done = Promise.withResolvers<Fate | null>();
      waiting.push({ arrival, done });
      rows += arrival.lines.length;
      if (rows >= MAX_ROWS) run();
      else if (waiting.length === 1) setImmediate(run);
      return done.promise;
    },
  };
}
