import { attemptKey } from '@loopscope/signature';
import type { Decision } from '@loopscope/sdk/guard';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, test } from 'vitest';

import { createGuardedFleet } from './guarded.ts';
import { playTurn } from './play-turn.ts';
import type { PlannedTurn } from './planner.ts';
import { callsOf, classOf, day, incident, signed } from '../testing/demo-day.ts';

describe('the guarded twins', () => {
  const stops = new Map<string, Decision>();
  const fleet = createGuardedFleet({
    onDecision: (decision) => {
      if (decision.decision === 'stop') stops.set(decision.turnId, decision);
    },
  });
  const tracer = new TracerProvider({}).getTracer('test');
  const played = Promise.all(
    day.map(async (turn) => {
      const twin = fleet.twinOf(turn);
      const guard = fleet.startTurn(twin);
      const { calls, stop } = await playTurn(twin, tracer, { pace: () => undefined, guard });
      return { turn, calls, stop, decision: stops.get(twin.turnId) };
    }),
  );

  /** Calls up to the first attempt of any key beyond two; null where that one had an answer, which may have been news. */
  function callsAtCapTwo(turn: PlannedTurn): number | null {
    const counts = new Map<string, number>();
    const calls = callsOf(turn);
    for (const [position, call] of calls.entries()) {
      const key = attemptKey(call.tool, signed(turn, call).identity, classOf(call));
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (counts.get(key) === 3) return call.error === null ? null : position + 1;
    }
    return null;
  }

  test('that came to the cap saved what the cap was predicted to save, those stopped by another rule no less', async () => {
    const stopped = (await played).flatMap(({ turn, calls, decision }) => {
      const atCap = callsAtCapTwo(turn);
      return decision === undefined || atCap === null ? [] : [{ turn, calls, decision, atCap }];
    });
    const capped = stopped.filter(({ decision }) => decision.kind === 'repeated_key');
    expect(new Set(capped.map(({ turn }) => turn.behaviour))).toEqual(
      new Set(['fourteen tickets', 'resizes a running instance']),
    );
    for (const { turn, calls, atCap } of capped) expect(calls, turn.behaviour).toBe(atCap);
    expect(stopped.length).toBeGreaterThan(capped.length);
    for (const { turn, calls, atCap } of stopped) {
      expect(calls, turn.behaviour).toBeLessThanOrEqual(atCap);
    }
  });

  test('of turns that go well, poll or page are left alone', async () => {
    const stopped = (await played).filter(
      ({ turn, decision }) => !turn.isLooping && decision !== undefined,
    );
    expect(stopped.map(({ turn }) => turn.behaviour)).toEqual([]);
  });

  test('end the incidents early, and say why in the end', async () => {
    const incidents = (await played).filter(({ turn }) => turn.isIncident);
    const made = new Map(incidents.map(({ turn, calls }) => [turn.behaviour, calls]));
    expect(made.get('fourteen tickets')).toBeLessThan(callsOf(incident('fourteen tickets')).length);
    for (const { turn, calls, stop } of incidents) {
      if (stop === turn.script.stop) continue;
      expect(calls, turn.behaviour).toBeLessThan(callsOf(turn).length);
      expect(stop).toMatch(/^(repeated_call|call_ceiling)$/);
    }
    expect(incidents.filter(({ stop, turn }) => stop !== turn.script.stop).length).toBeGreaterThan(
      6,
    );
  });
});
