import type { Decision } from '@loopscope/sdk/guard';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, test } from 'vitest';

import {
  compareSavings,
  createComparison,
  predictedSaving,
  type SavedByRule,
} from './compare-savings.ts';
import { createGuardedFleet } from './guarded.ts';
import { playTurn } from './play-turn.ts';
import { callsOf, day, incident } from '../testing/demo-day.ts';

describe('the guarded twins', () => {
  const stops = new Map<string, Decision>();
  const fleet = createGuardedFleet({
    onDecision: (decision) => {
      const isStop = decision.decision === 'stop' || decision.decision === 'refuse';
      if (isStop && !stops.has(decision.turnId)) stops.set(decision.turnId, decision);
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

  test('save by the cap what the cap was predicted to save, and never more', async () => {
    const capped = (await played).filter(({ decision }) => decision?.kind === 'repeated_key');
    expect(capped.length).toBeGreaterThan(10);
    for (const { turn, calls } of capped) {
      const saved = callsOf(turn).length - calls;
      expect(saved, turn.behaviour).toBeLessThanOrEqual(predictedSaving(turn));
    }
    // The cap counts failures by their class: where the same one came three times, nothing tells the two apart.
    const failed = capped.filter(({ decision }) => !decision?.key.endsWith('|'));
    expect(failed.length).toBeGreaterThanOrEqual(2);
    for (const { turn, calls } of failed) {
      expect(callsOf(turn).length - calls, turn.behaviour).toBe(predictedSaving(turn));
    }
  });

  test('let pass what the cap would cut only where nothing goes round', async () => {
    const spared = (await played).filter(
      ({ turn, decision }) => decision === undefined && predictedSaving(turn) > 0,
    );
    expect(spared.filter(({ turn }) => turn.isLooping).map(({ turn }) => turn.behaviour)).toEqual(
      [],
    );
  });

  test('account for every saved call, by the cap and by the other rules apart', async () => {
    const all = await played;
    const rows = compareSavings(
      all.map(({ turn, calls, decision }) => ({
        turn,
        calls: callsOf(turn).length,
        guardedCalls: calls,
        rule: decision?.kind ?? null,
      })),
    );
    const sum = (of: (row: SavedByRule) => number) => rows.reduce((all, row) => all + of(row), 0);
    const saved = all.reduce((sum, { turn, calls }) => sum + callsOf(turn).length - calls, 0);
    const predicted = all.reduce((sum, { turn }) => sum + predictedSaving(turn), 0);
    expect([sum((row) => row.saved), sum((row) => row.predicted)]).toEqual([saved, predicted]);
    const cap = rows.find(({ rule }) => rule === 'repeated_key');
    expect(cap?.saved).toBeLessThanOrEqual(cap?.predicted ?? 0);
    expect(rows.find(({ rule }) => rule === '')?.saved ?? 0).toBe(0);
  });

  test('are compared with the turns that have a twin, and with no others', async () => {
    const comparison = createComparison();
    for (const { turn, calls } of await played) {
      const own = { spans: 0, calls: callsOf(turn).length, stop: '' };
      comparison.add(turn, own, { ...own, calls });
    }
    const { calls, guardedCalls, savedByRule } = comparison.result();
    const saved = savedByRule.reduce((sum, row) => sum + row.saved, 0);
    expect(guardedCalls).toBeGreaterThan(0);
    expect(calls - guardedCalls).toBeGreaterThanOrEqual(saved);
    expect(calls).toBe(day.reduce((sum, turn) => sum + callsOf(turn).length, 0));
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
      expect(stop).toBe('repeated_call');
    }
    expect(incidents.filter(({ stop, turn }) => stop !== turn.script.stop).length).toBeGreaterThan(
      6,
    );
  });
});
