import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TRANSITIONS, transition, type Standing, type State, type Timing } from './transition.ts';

const timing: Timing = { forMs: 60_000, quietMs: 600_000, keepMs: 0 };
const at: Record<State, Standing> = {
  inactive: { state: 'inactive', sinceMs: 0 },
  pending: { state: 'pending', sinceMs: 0 },
  firing: { state: 'firing', sinceMs: 0 },
  resolved: { state: 'resolved', sinceMs: 0 },
};

describe('transition', () => {
  const seen = (holds: boolean, nowMs: number, lastSeenMs = nowMs) => ({
    holds,
    lastSeenMs,
    clearSinceMs: holds ? null : nowMs,
    nowMs,
  });

  it.each([
    { from: 'inactive', look: seen(true, 10), to: 'pending', emit: null },
    { from: 'inactive', look: seen(true, 10), forMs: 0, to: 'firing', emit: 'firing' },
    { from: 'inactive', look: seen(false, 10), to: 'inactive', emit: null },
    { from: 'pending', look: seen(true, 59_999), to: 'pending', emit: null },
    { from: 'pending', look: seen(true, 60_000), to: 'firing', emit: 'firing' },
    { from: 'pending', look: seen(false, 60_000), to: 'inactive', emit: null },
    { from: 'pending', look: seen(true, 600_000, 0), to: 'inactive', emit: null },
    { from: 'firing', look: seen(true, 10), to: 'firing', emit: null },
    { from: 'firing', look: seen(false, 10), to: 'resolved', emit: 'resolved' },
    { from: 'firing', look: seen(true, 600_000, 0), to: 'resolved', emit: 'resolved' },
    { from: 'resolved', look: seen(false, 10), to: 'resolved', emit: null },
    { from: 'resolved', look: seen(true, 600_000, 0), to: 'resolved', emit: null },
    { from: 'resolved', look: seen(true, 10), to: 'pending', emit: null },
    { from: 'resolved', look: seen(true, 10), forMs: 0, to: 'firing', emit: 'firing' },
  ] as const)('$from, $look, for $forMs ms -> $to, $emit', ({ from, look, to, emit, ...given }) => {
    const forMs = 'forMs' in given ? given.forMs : timing.forMs;
    expect(transition(at[from], look, { ...timing, forMs }, look.nowMs)).toEqual({
      next: { state: to, sinceMs: to === from ? 0 : look.nowMs },
      emit,
    });
  });

  it('starts a subject that was never seen as inactive', () => {
    const outcome = transition(null, { holds: false, lastSeenMs: 5, clearSinceMs: 5 }, timing, 5);
    expect(outcome).toEqual({ next: { state: 'inactive', sinceMs: 5 }, emit: null });
  });

  it('believes the end only when it lasts, where the rule says so', () => {
    const patient = { ...timing, keepMs: 5_000 };
    const look = (nowMs: number) => ({ holds: false, lastSeenMs: nowMs, clearSinceMs: 1_000 });
    expect(transition(at.firing, look(5_999), patient, 5_999).next.state).toBe('firing');
    expect(transition(at.firing, look(6_000), patient, 6_000).emit).toBe('resolved');
  });

  it('does not move when the clock goes back', () => {
    const pending: Standing = { state: 'pending', sinceMs: 60_000 };
    expect(
      transition(pending, { holds: true, lastSeenMs: 60_000, clearSinceMs: null }, timing, 0),
    ).toEqual({
      next: pending,
      emit: null,
    });
  });

  it('says resolved only out of firing and firing only into it', () => {
    for (const [from, steps] of Object.entries(TRANSITIONS)) {
      for (const step of Object.values(steps)) {
        expect(step.emit === 'resolved').toBe(from === 'firing' && step.to === 'resolved');
        expect(step.emit === 'firing').toBe(from !== 'firing' && step.to === 'firing');
      }
    }
  });

  it('alternates firing and resolved whatever is seen', () => {
    const looks = fc.array(fc.record({ holds: fc.boolean(), waitMs: fc.nat(900_000) }));
    fc.assert(
      fc.property(looks, (seen) => {
        let standing: Standing | null = null;
        let nowMs = 0;
        let lastSeenMs = 0;
        const emitted: string[] = [];
        for (const { holds, waitMs } of seen) {
          nowMs += waitMs;
          if (waitMs % 2 === 0) lastSeenMs = nowMs;
          const clearSinceMs = holds ? null : nowMs;
          const outcome = transition(standing, { holds, lastSeenMs, clearSinceMs }, timing, nowMs);
          standing = outcome.next;
          if (outcome.emit !== null) emitted.push(outcome.emit);
        }
        emitted.forEach((emission, index) =>
          expect(emission).toBe(index % 2 === 0 ? 'firing' : 'resolved'),
        );
      }),
    );
  });
});
