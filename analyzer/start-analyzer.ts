import { setImmediate as nextTurn } from 'node:timers/promises';

import { loadDeclared } from './declared.ts';
import { createHasDeletions } from './erased.ts';
import { errorText } from './failure.ts';
import { createFreshSpans } from './memory/fresh-spans.ts';
import { createHeldAnswer } from './memory/held-answer.ts';
import { createMemory, type Memory } from './memory/memory.ts';
import type { Analyzer, AnalyzerOptions } from './options.ts';
import { createPace, pauseAfter } from './pace.ts';
import { createRest } from './rest.ts';
import { runRound } from './round.ts';
import type { Rounds } from './round.ts';
import { createWorkList } from './work-list.ts';
import { createWritten } from './written.ts';

const LONGEST_BACK_OFF_MS = 5_000;

/** Watches for touched traces and resolves them, until it is closed. A store that does not answer is waited for. */
export function startAnalyzer(
  options: AnalyzerOptions,
  memory: Memory = createMemory(options.now),
): Analyzer {
  const { intervalMs = 250 } = options;
  const rounds = prepare(options, memory);
  const stop = new AbortController();
  const rest = createRest(options.store, stop.signal);
  const isStopping = (): boolean => stop.signal.aborted;
  let failures = 0;
  let busy: Promise<unknown> = Promise.resolve();

  /** Rounds never overlap: two at once would do the same work. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = busy.then(work);
    busy = done.catch(() => {});
    return done;
  }

  /** True where more is waiting already. */
  async function look(): Promise<boolean> {
    try {
      const round = await alone(() => runRound(rounds, { withRests: true, isStopping }));
      if (failures > 0) options.log('info', 'the store answers again');
      failures = 0;
      return round.isFull && round.resolved > 0;
    } catch (error) {
      if (failures === 0) {
        options.log('warn', 'the store does not answer, will go on trying', {
          reason: errorText(error),
        });
      }
      failures += 1;
      return false;
    }
  }

  async function watch(): Promise<void> {
    // Whoever drains right after the start gets the count of all that was pending.
    await nextTurn();
    while (!isStopping()) {
      const beganMs = options.now();
      if (await look()) continue;
      const pauseMs = pauseAfter(Math.max(0, options.now() - beganMs), intervalMs);
      if (failures === 0) await rest.untilTouched(intervalMs, pauseMs);
      else
        await rest.pause(Math.min(pauseMs * 2 ** failures, Math.max(pauseMs, LONGEST_BACK_OFF_MS)));
    }
  }

  const watching = watch();
  return {
    drain: () => alone(() => drain(rounds)),
    async close() {
      stop.abort();
      await watching;
      await busy;
      rounds.workshop.fresh.close();
    },
  };
}

/** Everything that is pending; answers how many traces that was. */
async function drain(rounds: Rounds): Promise<number> {
  for (let total = 0; ;) {
    const round = await runRound(rounds, { withRests: false, isStopping: () => false });
    total += round.resolved;
    if (!round.isFull) return total;
  }
}

function prepare(options: AnalyzerOptions, memory: Memory): Rounds {
  const { store, declarations, prices, project = 'default', shard, now, log } = options;
  const { workedMs = now } = options;
  const home = { store, project };
  return {
    workshop: {
      ...home,
      declarations,
      prices,
      written: createWritten(),
      memory,
      // By the system's clock, as the store stamps what it takes.
      fresh: createFreshSpans(home, Date.now),
      readDeclared: createHeldAnswer(store, 'declarations', () => loadDeclared(home, declarations)),
      hasDeletions: createHasDeletions(home),
    },
    workList: createWorkList({ ...home, now }),
    pace: createPace(now),
    workedMs,
    shard,
    log,
  };
}
