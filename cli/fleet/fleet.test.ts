import { attemptKey } from '@loopscope/signature';
import { priceOf } from '@loopscope/loops';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { describe, expect, test } from 'vitest';

import { planDay, planDayBefore } from './plan.ts';
import type { PlannedTurn } from './planner.ts';
import { RELEASE_HOURS_BEFORE_END } from './releases.ts';
import { createFleet } from './run-fleet.ts';
import { callsOf, classOf, day, endMs, incident, signed } from '../testing/demo-day.ts';

const HOUR_MS = 3_600_000;
/** The largest count of one (tool, identity, error class) in a turn. */
function maxAttempts(turn: PlannedTurn): number {
  const counts = new Map<string, number>();
  for (const call of callsOf(turn)) {
    const key = attemptKey(call.tool, signed(turn, call).identity, classOf(call));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

function p99(turns: readonly PlannedTurn[]): number {
  const sorted = turns
    .map(maxAttempts)
    .filter((attempts) => attempts > 0)
    .toSorted((a, b) => a - b);
  return sorted[Math.floor(0.99 * sorted.length)] ?? 0;
}

describe('the day', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planDay({ seed: 'demo', endMs, turns: 200 })).toEqual(
      planDay({ seed: 'demo', endMs, turns: 200 }),
    );
    expect(planDay({ seed: 'other', endMs, turns: 200 })).not.toEqual(
      planDay({ seed: 'demo', endMs, turns: 200 }),
    );
  });

  test('holds about as many turns as asked for, in order, each over at its end', () => {
    expect(Math.abs(day.length - 4000)).toBeLessThan(20);
    expect(day.map((turn) => turn.startMs)).toEqual(
      day.map((turn) => turn.startMs).toSorted((a, b) => a - b),
    );
    for (const turn of day) expect(turn.endMs).toBeLessThanOrEqual(endMs);
    expect(new Set(day.map((turn) => turn.turnId)).size).toBe(day.length);
  });

  test('has sessions of several turns, one after the other', () => {
    const sessions = Map.groupBy(day, (turn) => turn.sessionId);
    expect([...sessions.values()].some((turns) => turns.length > 2)).toBe(true);
    for (const turns of sessions.values()) {
      for (const [index, turn] of turns.entries()) {
        expect(turn.startMs).toBeGreaterThanOrEqual(turns[index - 1]?.endMs ?? 0);
      }
    }
  });

  test.each([0, 5, 12, 19])(
    'has a p99 of 1 in every hour before the release and at least 3 after it, told at %i h',
    (hourOfDay) => {
      const until = Date.UTC(2026, 10, 30, hourOfDay, 17);
      const told = planDay({ seed: 'demo', endMs: until, turns: 4000 });
      for (let hour = 24; hour > 0; hour -= 1) {
        const from = until - hour * HOUR_MS;
        const turns = told.filter((turn) => turn.startMs >= from && turn.startMs < from + HOUR_MS);
        if (hour > RELEASE_HOURS_BEFORE_END) expect([hour, p99(turns)]).toEqual([hour, 1]);
        else expect(p99(turns)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test('healthy turns repeat nothing, except the few that wait for something', () => {
    const repeating = day.filter((turn) => !turn.isLooping && maxAttempts(turn) > 1);
    expect(repeating).toHaveLength(8);
    for (const turn of repeating) {
      const byCall = Map.groupBy(callsOf(turn), (call) => signed(turn, call).identity);
      for (const calls of byCall.values()) {
        expect(new Set(calls.map((call) => call.result)).size).toBe(calls.length);
      }
    }
  });

  test('is held against a quieter day before it, with p99 1 and one loop of old', () => {
    const before = planDayBefore({ seed: 'demo', endMs, turns: 4000 });
    expect(Math.abs(before.length - 1000)).toBeLessThan(20);
    for (const turn of before) expect(turn.endMs).toBeLessThanOrEqual(endMs - 24 * HOUR_MS);
    expect(p99(before)).toBe(1);
    expect(before.filter(({ isLooping }) => isLooping)).toHaveLength(1);
    const ids = [...before, ...day].map(({ turnId }) => turnId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('bulk jobs of twelve calls and pagers have one attempt for each key', () => {
    for (const name of [
      'twelve orders of one company',
      'pages through a fleet',
      'reads a long file',
    ]) {
      const turns = day.filter((turn) => turn.behaviour === name);
      expect(turns.length).toBeGreaterThan(0);
      for (const turn of turns) expect(maxAttempts(turn)).toBe(1);
    }
  });
});

describe('the incidents have the numbers of their stories', () => {
  test('fourteen tickets of 30 s each: one identity, fourteen signatures', () => {
    const turn = incident('fourteen tickets');
    const calls = callsOf(turn);
    expect(calls).toHaveLength(14);
    expect(calls.slice(0, 3).map((call) => [call.args['summary'], call.ms])).toEqual([
      ['Customer has not received refund for returned boots', 30_000],
      ['Refund not received for returned boots - customer following up', 30_001],
      ['Missing refund on order 88214 (returned boots), customer awaiting resolution', 30_002],
    ]);
    expect(new Set(calls.map((call) => signed(turn, call).signature)).size).toBe(14);
    expect(new Set(calls.map((call) => signed(turn, call).identity)).size).toBe(1);
    expect(calls.map(classOf)).toEqual(calls.map(() => 'timeout'));
    expect(maxAttempts(turn)).toBe(14);
    expect(calls.slice(3).reduce((sum, call) => sum + call.ms, 0) / 60_000).toBeCloseTo(5.5, 1);
    expect((turn.endMs - turn.startMs) / 60_000).toBeGreaterThan(7);
  });

  test('forty empty searches: 92 ms each in 96 s, for 31 cents', () => {
    const turn = incident('the same empty search');
    const calls = callsOf(turn);
    expect(calls).toHaveLength(40);
    expect(turn.script.steps).toHaveLength(40);
    expect(
      new Set(calls.map((call) => `${JSON.stringify(call.args)} ${call.result} ${call.ms}`)),
    ).toEqual(new Set(['{"customer_id":"cus_8123","status":"refunded"} [] 92']));
    expect(turn.endMs - turn.startMs).toBe(96_000);
    expect(turn.script.steps.reduce((sum, step) => sum + step.modelMs, 0)).toBe(92_320);
    expect(turn.script.stop).toBe('max_steps');
    const usd = turn.script.steps.reduce(
      (sum, step) =>
        sum +
        (priceOf(
          turn.release.model,
          { input: step.inputTokens, output: step.outputTokens, cachedInput: step.cachedTokens },
          new Map(),
        ) ?? Number.NaN),
      0,
    );
    expect(usd).toBeCloseTo(0.31, 2);
  });

  test('eleven reworded searches: one identity, and no error', () => {
    const turn = incident('eleven reworded searches');
    expect(callsOf(turn)).toHaveLength(11);
    expect(maxAttempts(turn)).toBe(11);
    expect(callsOf(turn).every((call) => call.error === null && call.result === '[]')).toBe(true);
  });

  test('enum guessing: other arguments each time, and one rejection', () => {
    const turn = incident('guesses an enum value');
    const calls = callsOf(turn);
    expect(calls.map((call) => call.args['status']).slice(0, 3)).toEqual([
      'in transit',
      'transit',
      'shipping',
    ]);
    expect(new Set(calls.map((call) => signed(turn, call).signature)).size).toBe(calls.length);
    expect(new Set(calls.map((call) => call.error?.message)).size).toBe(1);
    expect(calls.map(classOf)).toEqual(calls.map(() => 'validation'));
  });

  test('a flaky shipment service: one call, passing faults of several kinds, seconds each', () => {
    const turn = incident('retries a flaky shipment service');
    const calls = callsOf(turn);
    expect(new Set(calls.map((call) => signed(turn, call).signature)).size).toBe(1);
    expect(new Set(calls.map(classOf))).toEqual(new Set(['server_error', 'connection']));
    for (const call of calls) expect(call.ms).toBeGreaterThan(1000);
  });

  test('re-verification: nothing fails, and the cap ends it', () => {
    const turn = incident('checks once more');
    expect(callsOf(turn).every((call) => call.error === null)).toBe(true);
    expect(turn.script.steps.map((step) => step.text)).toContain(
      'Everything looks correct. Let me do a final check.',
    );
    expect(turn.script.stop).toBe('max_steps');
  });

  test('forty resizes of a running instance: one call, one error', () => {
    const turn = incident('resizes a running instance');
    const calls = callsOf(turn).filter((call) => call.tool === 'resize_instance');
    expect(calls).toHaveLength(40);
    expect(new Set(calls.map((call) => call.result))).toEqual(
      new Set(['{"error":"invalid state"}']),
    );
    expect(maxAttempts(turn)).toBe(40);
  });

  test.each(['scales up and down', 'edits back and forth'])('%s: a few calls in turn', (name) => {
    const turn = incident(name);
    const signatures = callsOf(turn).map((call) => signed(turn, call).signature);
    expect(new Set(signatures).size).toBeLessThanOrEqual(5);
    expect(signatures.length).toBeGreaterThan(30);
  });
});

describe('played', () => {
  async function played(seed: string) {
    const exporter = new InMemorySpanExporter();
    const failures: string[] = [];
    const fleet = createFleet({
      url: '',
      key: '',
      seed,
      turns: 60,
      now: () => endMs,
      onFailure: (why) => failures.push(why),
      exporter,
    });
    const filled = await fleet.backfill();
    const spans = exporter.getFinishedSpans();
    await fleet.close();
    expect(failures).toEqual([]);
    return { filled, spans };
  }

  test('every span of the plan is exported, tagged by the SDK and in its session and turn', async () => {
    const { filled, spans } = await played('demo');
    expect(spans).toHaveLength(filled.spans);
    expect(filled.incidents).toHaveLength(9);
    for (const span of spans) {
      expect(span.attributes['loopscope.turn.id']).toMatch(/^turn-/);
      expect(span.attributes['loopscope.session.id']).toMatch(/^conv-/);
    }
    const tools = spans.filter((span) => span.name.startsWith('execute_tool'));
    for (const span of tools)
      expect(span.attributes['loopscope.tool.signature']).toMatch(/^[0-9a-f]{16}$/);
    const tickets = tools.filter(
      (span) => span.attributes['loopscope.turn.id'] === filled.incidents[0]!.turnId,
    );
    expect(tickets.map((span) => span.attributes['loopscope.tool.attempt'])).toEqual(
      tickets.map((_, index) => index + 1),
    );
  });

  test('the same seed gives the same spans, ids included', async () => {
    const keys = async () =>
      (await played('demo')).spans.map(
        (span) => `${span.spanContext().traceId}/${span.spanContext().spanId}`,
      );
    expect(await keys()).toEqual(await keys());
  });

  test('live turns go on until the signal', async () => {
    const exporter = new InMemorySpanExporter();
    const fleet = createFleet({
      url: '',
      key: '',
      seed: 'demo',
      turns: 1,
      // An hour passes with each look at the clock: a turn is over at once.
      now: (() => {
        let ms = endMs;
        return () => (ms += HOUR_MS);
      })(),
      onFailure: () => {},
      exporter,
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    await fleet.live(stop.signal);
    await fleet.close();
    expect(stop.signal.aborted).toBe(true);
  });
});
