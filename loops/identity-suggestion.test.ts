import { describe, expect, test } from 'vitest';

import { parameterDrift, suggestIdentity, type ArgumentSample } from './identity-suggestion.ts';

const sample = (turn: string, args: object, outcome: string): ArgumentSample => ({
  turn,
  args: JSON.stringify(args),
  outcome,
});

/** The three tickets of one customer and order, in three wordings, all timed out; so many turns of it. */
const tickets = (turns: number) =>
  Array.from({ length: turns }, (_, turn) =>
    ['no refund', 'refund missing', 'please refund'].map((summary) =>
      sample(`t${turn}`, { customer_id: `c_${turn}`, order_id: `o_${turn}`, summary }, 'timeout'),
    ),
  ).flat();

describe('fields that hold still while others vary over the same outcome', () => {
  test('are the identity; what it rests on grows with the turns', () => {
    const one = suggestIdentity(tickets(1));
    expect(one).toMatchObject({
      identity: ['customer_id', 'order_id'],
      varying: ['summary'],
      support: { groups: 1, calls: 3, turns: 1 },
    });
    const many = suggestIdentity(tickets(20));
    expect(many).toMatchObject({ identity: ['customer_id', 'order_id'], consistent: 20 });
    expect(many!.confidence).toBeGreaterThan(0.8);
    expect(one!.confidence).toBeLessThan(0.3);
  });

  test('may lie deeper, and those of the request are volatile', () => {
    const calls = [1, 2, 3, 4].map((n) =>
      sample(
        't',
        {
          order: { id: 'o1', note: `note ${n}` },
          request_id: `0b9cbe9${n}-1111-4111-8111-111111111111`,
        },
        'timeout',
      ),
    );
    expect(suggestIdentity(calls)).toMatchObject({
      identity: ['order.id'],
      volatile: ['request_id'],
      varying: ['order.note'],
    });
  });

  test('that are the same in all calls are left out where others tell turns apart', () => {
    const calls = tickets(3).map(({ turn, args, outcome }) =>
      sample(turn, { ...JSON.parse(args), format: 'json' }, outcome),
    );
    expect(suggestIdentity(calls)?.identity).toEqual(['customer_id', 'order_id']);
  });
});

describe('nothing is suggested', () => {
  test('where every wording has an answer of its own', () => {
    const calls = Array.from({ length: 30 }, (_, n) =>
      sample(
        `t${n % 5}`,
        { customer: `c${n % 5}`, query: `q${n}` },
        n % 6 === 0 ? 'empty' : `r${n}`,
      ),
    );
    expect(suggestIdentity(calls)).toBeNull();
  });

  test('where calls are equal, single, or no objects', () => {
    expect(suggestIdentity([])).toBeNull();
    expect(
      suggestIdentity(Array.from({ length: 5 }, () => sample('t', { q: 1 }, 'empty'))),
    ).toBeNull();
    expect(suggestIdentity([sample('a', { q: 1 }, 'x'), sample('b', { q: 2 }, 'x')])).toBeNull();
    expect(suggestIdentity([{ turn: 't', args: 'ls -R', outcome: 'x' }])).toBeNull();
    const unknown = tickets(3).map(({ turn, args }) => ({ turn, args, outcome: '' }));
    expect(suggestIdentity(unknown)).toBeNull();
  });
});

describe('drift of parameters', () => {
  const older = Array.from({ length: 5 }, () => sample('a', { customer_id: 'c', note: 'n' }, 'ok'));
  const newer = Array.from({ length: 5 }, () =>
    sample('b', { customer_id: 'c', queue: 'q' }, 'ok'),
  );

  test('shows what appeared and what vanished', () => {
    expect(parameterDrift([...older, ...newer], ['customer_id'])).toEqual({
      appeared: ['queue'],
      vanished: ['note'],
      missing: [],
    });
  });

  test('shows declared fields that the calls do not have', () => {
    expect(parameterDrift(older, ['customer_id', 'order_id']).missing).toEqual(['order_id']);
    expect(
      parameterDrift([sample('a', { order: { id: 1 } }, 'x')], ['order', 'order.id']).missing,
    ).toEqual([]);
  });
});
