import { describe, expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';
import { GuardOptionsError } from './options.ts';

describe('options out of range', () => {
  test('are named at construction, all together', () => {
    const options = {
      mode: 'stop',
      celings: {},
      ceilings: {
        callsPerSession: 0,
        attemptsPerKey: { value: 2, raisedTo: 1, reason: '', expires: 'soon' },
        perTurn: 3,
      },
      retry: { attempts: 99 },
      content: 'none',
      stops: {},
      onDecision: 1,
    };
    const make = () => createGuard(options as never);
    expect(make).toThrow(GuardOptionsError);
    let problems: readonly string[] = [];
    try {
      make();
    } catch (error) {
      if (error instanceof GuardOptionsError) ({ problems } = error);
    }
    const names = [
      'celings',
      'mode',
      'content',
      'ceilings.perTurn',
      'ceilings.attemptsPerKey.raisedTo',
      'ceilings.attemptsPerKey.reason',
      'ceilings.attemptsPerKey.ticket',
      'ceilings.attemptsPerKey.expires',
      'ceilings.callsPerSession',
      'retry.attempts',
      'stops',
      'onDecision',
    ];
    for (const name of names)
      expect(
        problems.some((problem) => problem.startsWith(name)),
        name,
      ).toBe(true);
    expect(problems).toHaveLength(names.length);
  });

  test('null takes a ceiling away, but not the outer bound', () => {
    expect(() =>
      createGuard({ ceilings: { attemptsPerKey: null, usdPerSession: 0.5 } }),
    ).not.toThrow();
    expect(() => createGuard({ ceilings: { callsPerSession: null as never } })).toThrow(
      /callsPerSession is the outer bound/,
    );
  });
});
