import type { GuardSummary } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { sayGuard } from './say-guard.ts';

const nothing: GuardSummary = {
  turns: 100,
  guarded_turns: 0,
  decisions: 0,
  enforced_stops: 0,
  observed_stops: 0,
  saved_calls: 0,
  loops: 0,
  loops_missed: 0,
  healthy_turns_stopped: 0,
  by_kind: [],
  by_tool: [],
  saved_by_rule: [],
  by_mode: [],
  never_fired: [],
};
const say = (changes: Partial<GuardSummary>) => {
  const { tone, sentences } = sayGuard({ ...nothing, ...changes });
  return `${tone}: ${sentences.join(' ')}`;
};

test.each([
  [{}, 'calm: No guard ran in this range.'],
  [{ guarded_turns: 40 }, 'calm: A guard watched 40 of 100 turns and stopped nothing.'],
  [
    { guarded_turns: 40, observed_stops: 3 },
    'calm: A guard watched 40 of 100 turns and would have stopped 3 (it only observed).',
  ],
  [
    { guarded_turns: 40, enforced_stops: 3, loops_missed: 1 },
    'watch: A guard watched 40 of 100 turns and stopped 3. 1 loop ran on in guarded turns.',
  ],
  [
    { guarded_turns: 40, enforced_stops: 3, healthy_turns_stopped: 2 },
    'alert: A guard watched 40 of 100 turns and stopped 3. 2 healthy turns were stopped: look at these first.',
  ],
] as const)('%j reads %s', (changes, said) => {
  expect(say(changes)).toBe(said);
});
