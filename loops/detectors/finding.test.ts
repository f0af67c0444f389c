import { expect, test } from 'vitest';

import { createScope, observe } from '../facts/scope.ts';
import { Conversation } from '../testing/conversation.ts';
import { settle } from './finding.ts';
import type { Finding } from './finding.ts';

test('findings that only a third one joins are one incident', () => {
  const run = new Conversation().times(12, 'read', { path: 'a' }, 'text of a');
  const scope = createScope(new Map());
  for (const call of run.calls) observe(scope, call);
  const found = (...places: number[]): Finding => ({
    kind: 'exact',
    severity: 'alert',
    facts: places.flatMap((at) => scope.facts[at] ?? []),
  });
  const settled = settle([found(0, 1, 2), found(7, 8, 9), found(2, 4, 5, 6, 7), found(10, 11)]);
  expect(settled.map(({ facts }) => facts.map(({ at }) => at))).toEqual([
    [0, 1, 2, 4, 5, 6, 7, 8, 9],
    [10, 11],
  ]);
});
