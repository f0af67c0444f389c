import { attemptKey } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';

import { savings } from './savings.ts';
import { Conversation } from '../testing/conversation.ts';

const declarations = new Map([
  ['create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' as const }],
]);

function fourteenTickets(): Conversation {
  const run = new Conversation(declarations);
  for (let time = 0; time < 14; time += 1) {
    const args = { customer_id: 'c_40912', order_id: '88214', summary: `wording ${time}` };
    run.call('create_ticket', args, 'timeout: no answer within 30 s', {
      error: true,
      ms: 30_000,
      tokens: 1_000,
      cost: 0.01,
    });
  }
  return run;
}

function attemptsOf({ calls }: Conversation): string[] {
  return calls.map((call) => attemptKey(call.tool, call.identity, call.errorClass));
}

describe('savings', () => {
  test('of the fourteen-ticket turn at cap 2 are eleven calls and five and a half minutes', () => {
    const run = fourteenTickets();
    const saved = savings(run.calls, attemptsOf(run));
    expect(saved).toHaveLength(10);
    expect(saved[1]).toEqual({
      cap: 2,
      calls: 11,
      ms: 330_000,
      inputTokens: 11_000,
      outputTokens: 0,
      usd: expect.closeTo(0.11, 10),
      sideEffects: 11,
    });
  });

  test('fall by one attempt for each step of the cap', () => {
    const run = fourteenTickets();
    const calls = savings(run.calls, attemptsOf(run)).map((saving) => saving.calls);
    expect(calls).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  test('end the whole turn, not only the key that exceeded the cap', () => {
    const run = fourteenTickets();
    run.call('get_order', { order_id: '88214' }, 'order', { ms: 1_000 });
    expect(savings(run.calls, attemptsOf(run))[1]).toMatchObject({ calls: 12, ms: 331_000 });
  });

  test('are nothing where every key is new or unknown', () => {
    const run = new Conversation().work(5);
    const unknown = run.calls.map(() => '');
    for (const attempts of [attemptsOf(run), unknown]) {
      for (const saving of savings(run.calls, attempts)) expect(saving.calls).toBe(0);
    }
  });
});
