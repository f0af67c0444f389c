import { setTimeout as sleep } from 'node:timers/promises';

import { createComparison, type SavedByRule } from './compare-savings.ts';
import { createGuardedFleet } from './guarded.ts';
import { createLivePlan, planDay, planDayBefore } from './plan.ts';
import type { PlannedTurn } from './planner.ts';
import { playTurn, type Pace, type PlayedTurn } from './play-turn.ts';
import { createRandom } from './random.ts';
import { MAX_WAITING_SPANS, startTelemetry, type TelemetryOptions } from './telemetry.ts';

/** Spans that are played before their delivery is awaited: bounds what waits in memory. */
const FLUSH_EVERY_SPANS = MAX_WAITING_SPANS / 2;

/** The past is played without waiting. */
const AT_ONCE: Pace = () => undefined;

export interface FleetOptions extends TelemetryOptions {
  now: () => number;
  /** Turns of the day that ends now; a quieter day stands before it. */
  turns: number;
  /** The day is played twice: as it was, and with guards around the tools. */
  isGuarded?: boolean;
}

export interface Fleet {
  /** Plays the day that ends now and the one before it, as fast as the collector takes them. */
  backfill(options?: BackfillOptions): Promise<Backfill>;
  /** Starts a new turn every few seconds, each in its own time, until the signal. */
  live(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface BackfillOptions {
  onProgress?: (playedTurns: number, ofTurns: number) => void;
  /** Ends the day early. */
  signal?: AbortSignal;
}

export interface Backfill {
  turns: number;
  spans: number;
  /** Calls of the turns that were played twice, and of their guarded twins; 0 where there are none. */
  calls: number;
  guardedCalls: number;
  /** What the guards saved, by rule, beside what the cap was predicted to save. */
  savedByRule: SavedByRule[];
  /** The turns that the day is told for, latest first. */
  incidents: PlannedTurn[];
}

/** Simulated agents that send their spans by the SDK over OTLP. */
export function createFleet(options: FleetOptions): Fleet {
  const comparison = createComparison();
  const guarded = options.isGuarded === true ? createGuardedFleet(comparison) : null;
  const telemetry = startTelemetry({ ...options, releases: guarded?.releases ?? [] });
  const play = (turn: PlannedTurn, pace: Pace): Promise<PlayedTurn> =>
    playTurn(turn, telemetry.tracerOf(turn.release), { pace });
  const playTwin = (turn: PlannedTurn, pace: Pace): Promise<PlayedTurn> | null => {
    if (guarded === null) return null;
    const twin = guarded.twinOf(turn);
    const tracer = telemetry.tracerOf(twin.release);
    return playTurn(twin, tracer, { pace, guard: guarded.startTurn(twin) });
  };
  const endMs = options.now();
  return {
    async backfill({ onProgress = () => {}, signal } = {}) {
      const planned = { seed: options.seed, endMs, turns: options.turns };
      const before = planDayBefore(planned);
      const day = [...before, ...planDay(planned)];
      let spans = 0;
      let waiting = 0;
      for (const [index, turn] of day.entries()) {
        if (signal?.aborted === true) break;
        const own = await play(turn, AT_ONCE);
        // Guards came with the day.
        const twin = index < before.length ? null : await playTwin(turn, AT_ONCE);
        spans += own.spans + (twin?.spans ?? 0);
        waiting += own.spans + (twin?.spans ?? 0);
        if (twin !== null) comparison.add(turn, own, twin);
        if (waiting >= FLUSH_EVERY_SPANS) {
          await telemetry.flush();
          waiting = 0;
          onProgress(index + 1, day.length);
        }
      }
      await telemetry.flush();
      onProgress(day.length, day.length);
      const incidents = day.filter((turn) => turn.isIncident).toReversed();
      return { turns: day.length, spans, ...comparison.result(), incidents };
    },
    async live(signal) {
      const nextTurn = createLivePlan(options.seed, endMs);
      const pauses = createRandom(`${options.seed}/pauses`);
      const playing = new Set<Promise<unknown>>();
      const pace = (untilMs: number) => wait(untilMs - options.now(), signal);
      while (!signal.aborted) {
        const turn = nextTurn(options.now());
        const played = Promise.all([play(turn, pace), playTwin(turn, pace)]);
        playing.add(played);
        void played.finally(() => playing.delete(played));
        await wait(pauses.between(2000, 5000), signal);
      }
      await Promise.all(playing);
    },
    close: () => telemetry.close(),
  };
}

/** Ends early, without an error, when the signal comes. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // Only the signal ends a sleep early.
  }
}
