import type { Session } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { saySession, sessionNumbers } from './say-session.ts';

const session: Session = {
  session_id: 's',
  agent: 'support',
  model: 'm',
  started_at: '2027-01-01T00:00:00.000Z',
  last_seen_at: '2027-01-01T00:01:36.000Z',
  turns: 1,
  looping_turns: 1,
  calls: 41,
  distinct_signatures: 2,
  distinct_ratio: 0.0488,
  max_attempts: 40,
  errors: 40,
  input_tokens: 118_400,
  output_tokens: 1100,
  cost: 0.03,
  loops: ['noop_write'],
};
const say = (changes: Partial<Session>) => {
  const { tone, sentences } = saySession({ ...session, ...changes });
  return `${tone}: ${sentences.join(' ')}`;
};

const CASES: [changes: Partial<Session>, said: string][] = [
  [{}, 'alert: This session loops (noop write). At most 40 attempts at one thing.'],
  [
    { looping_turns: 0 },
    'watch: This session has a loop to watch (noop write). At most 40 attempts at one thing.',
  ],
  [
    { looping_turns: 0, loops: [] },
    'watch: 40 attempts at one thing, though no loop is confirmed.',
  ],
  [{ loops: [], max_attempts: 2 }, 'calm: Nothing was repeated without reason.'],
  [{ loops: [], calls: 0 }, 'calm: This session called no tool.'],
];
test.each(CASES)('%j reads %s', (changes, said) => {
  expect(say(changes)).toBe(said);
});

test('its numbers have their units', () => {
  expect(sessionNumbers(session)).toEqual([
    '1 turn',
    '41 calls',
    '2 distinct signatures (0.05)',
    '40 errors',
    '118.4K tokens in, 1.1K out',
    '$0.03',
    'over 96 s',
  ]);
});
