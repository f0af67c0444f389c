import { context } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSession, withTurn } from '../context.ts';
import { LocalContext } from '../otel-versions.ts';
import { createGuard } from './create-guard.ts';

beforeAll(() => context.setGlobalContextManager(new LocalContext()));
afterAll(() => context.disable());

const look = { tool: 'look', args: { at: 1 } };

describe('the turn of a call', () => {
  test.each([
    ['is the one that it names', { sessionId: 's', turnId: 't' }, { sessionId: 's', turnId: 't' }],
    [
      'has a session of its own name where only the turn is named',
      { turnId: 't' },
      { sessionId: 't', turnId: 't' },
    ],
    [
      'is the process where only the session is named',
      { sessionId: 's' },
      { sessionId: 's', turnId: 'process' },
    ],
    ['is the process where nothing is named', {}, { sessionId: 'process', turnId: 'process' }],
  ])('%s', async (_title, ids, expected) => {
    const guard = createGuard();
    await guard.call({ ...look, ...ids }, () => 'seen');
    expect(guard.state(ids)).toMatchObject({ ...expected, calls: 1 });
    expect(guard.state(expected)).toMatchObject({ calls: 1 });
  });

  test('is what runs around it, for all that it does not name itself', async () => {
    const guard = createGuard();
    await withSession('around', () =>
      withTurn('of them', () => guard.call({ ...look, turnId: 'own' }, () => 'seen')),
    );
    expect(guard.state({ sessionId: 'around', turnId: 'own' })).toMatchObject({ calls: 1 });
    expect(guard.state({ sessionId: 'around', turnId: 'of them' })).toMatchObject({ calls: 0 });
  });
});
