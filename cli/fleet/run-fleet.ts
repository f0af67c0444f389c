import { setTimeout as sleep } from 'node:timers/promises';

import { createLivePlan, planDay } from './plan.ts';
import type { PlannedTurn } from './planner.ts';
import { playTurn } from './play-turn.ts';
import { createRandom } from './random.ts';
import { MAX_WAITING_SPANS, startTelemetry, type TelemetryOptions } from './telemetry.ts';

/** Spans that are played before their delivery is awaited: bounds what waits in memory. */
const FLUSH_EVERY_SPANS = MAX_WAITING_SPANS / 2;

export interface FleetOptions extends TelemetryOptions {
  now: () => number;
  /** Turns of the day before now. */
  turns: number;
}

export interface Fleet {
  /** Plays the day that ends now, as fast as the collector takes it. */
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
  /** The turns that the day is told for, latest first. */
  incidents: PlannedTurn[];
}

/** Simulated agents that send their spans by the SDK over OTLP. */
export function createFleet(options: FleetOptions): Fleet {
  const telemetry = startTelemetry(options);
  const endMs = options.now();
  return {
    async backfill({ onProgress = () => {}, signal } = {}) {
      const day = planDay({ seed: options.seed, endMs, turns: options.turns });
      let spans = 0;
      let waiting = 0;
      for (const [index, turn] of day.entries()) {
        if (signal?.aborted === true) break;
        await playTurn(turn, telemetry.tracerOf(turn.release), () => undefined);
        const played = spansOf(turn.script.steps);
        spans += played;
        waiting += played;
        if (waiting >= FLUSH_EVERY_SPANS) {
          await telemetry.flush();
          waiting = 0;
          onProgress(index + 1, day.length);
        }
      }
      await telemetry.flush();
      onProgress(day.length, day.length);
      const incidents = day.filter((turn) => turn.isIncident).toReversed();
      return { turns: day.length, spans, incidents };
    },
    async live(signal) {
      const nextTurn = createLivePlan(options.seed, endMs);
      const pauses = createRandom(`${options.seed}/pauses`);
      const playing = new Set<Promise<void>>();
      const pace = (untilMs: number) => wait(untilMs - options.now(), signal);
      while (!signal.aborted) {
        const turn = nextTurn(options.now());
        const played = playTurn(turn, telemetry.tracerOf(turn.release), pace);
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

/** One for the agent, one for each answer and each call. */
function spansOf(steps: readonly { calls: readonly unknown[] }[]): number {
  return steps.reduce((sum, step) => sum + 1 + step.calls.length, 1);
}
