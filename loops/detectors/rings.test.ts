import { expect, test } from 'vitest';

import type { Fact } from '../facts/fact.ts';
import { createScope, observe } from '../facts/scope.ts';
import { Conversation } from '../testing/conversation.ts';
import type { Finding } from './finding.ts';
import { joinRings } from './rings.ts';

const LAPS = 70_000;

test('an edit that fails in each lap of a ring is part of it, however many laps there are', () => {
  const scope = createScope(new Map());
  for (const call of new Conversation().times(1, 'look', {}, 'text').calls) observe(scope, call);
  const [seen] = scope.facts;
  expect(seen).toBeDefined();
  const factsAt = (place: (lap: number) => Partial<Fact>): Fact[] =>
    Array.from({ length: LAPS }, (_, lap) => Object.assign({ ...seen! }, place(lap)));
  const looks = factsAt((lap) => ({ at: 3 * lap, question: 0 }));
  const edits = factsAt((lap) => ({ at: 3 * lap + 1, question: 2 + lap, failed: true }));
  const tests = factsAt((lap) => ({ at: 3 * lap + 2, question: 1 }));
  const ring: Finding = {
    kind: 'cycle',
    severity: 'alert',
    facts: looks.flatMap((look, lap) => [look, tests[lap] ?? look]),
    isRing: true,
  };
  const failing: Finding = { kind: 'validation', severity: 'alert', facts: edits };
  expect(joinRings([ring, failing]).map(({ kind, facts }) => [kind, facts.length])).toEqual([
    ['cycle', 3 * LAPS],
  ]);
  // Failures that come before the ring, or not in each of its laps, are an incident of their own.
  const early = edits.slice(0, 3).map((fact, nth) => Object.assign({ ...fact }, { at: nth - 3 }));
  const rare = edits.filter((_, lap) => lap % 5 === 0);
  for (const facts of [early, rare])
    expect(joinRings([ring, { ...failing, facts }])).toHaveLength(2);
});
