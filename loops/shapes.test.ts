import { describe, expect, test } from 'vitest';

import { Conversation } from './testing/conversation.ts';
import { inTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;
const TOGETHER = { together: true };

/** Loops that lie in how the calls follow each other. */
const FAMILIES: Record<string, [string, Conversation][]> = {
  duplicate_dispatch: [
    [
      'a payment',
      new Conversation()
        .call('pay', { o: 1 }, { ok: true, tx: 't-1' }, WRITE)
        .call('pay', { o: 1 }, { ok: true, tx: 't-2' }, { ...WRITE, ...TOGETHER }),
    ],
    [
      'a write whose second answer differs',
      new Conversation()
        .call('pay', { o: 1 }, { left: 90 }, WRITE)
        .call('pay', { o: 1 }, { left: 80 }, { ...WRITE, ...TOGETHER }),
    ],
    [
      'two issues of an undeclared tool',
      new Conversation()
        .call('create_issue', { t: 'x' }, 'Created issue #41')
        .call('create_issue', { t: 'x' }, 'Created issue #42', TOGETHER),
    ],
  ],
  cycle: [
    [
      'agents that hand over',
      inTurn(3, [
        ['handoff', { to: 'b' }, 'transferred', { agent: 'a' }],
        ['handoff', { to: 'a' }, 'transferred', { agent: 'b' }],
      ]),
    ],
    [
      'a write and its undoing',
      inTurn(3, [
        ['replace', { from: 'x', to: 'y' }, 'replaced', WRITE],
        ['replace', { from: 'y', to: 'x' }, 'replaced', WRITE],
      ]),
    ],
    [
      'a failing build and an install',
      inTurn(3, [
        ['sh', { cmd: 'npm run build' }, 'Error: Cannot find module y', FAILED],
        ['sh', { cmd: 'npm i x' }, 'up to date'],
      ]),
    ],
    [
      'answers with a time',
      inTurn(3, [
        ['a', {}, (n) => ({ v: 'one', ts: `2026-01-06T10:00:0${n}Z` }), READ],
        ['b', {}, (n) => ({ v: 'two', ts: `2026-01-06T10:01:0${n}Z` }), READ],
      ]),
    ],
  ],
  interleaved: [
    [
      'a test that fails between reads',
      inTurn(4, [
        ['test', {}, '2 failed: alpha, beta', FAILED],
        ['read', (n) => ({ p: n }), (n) => `text ${n}`, READ],
      ]),
    ],
    [
      'a status between reads',
      inTurn(4, [
        ['status', {}, 'clean tree on main', READ],
        ['read', (n) => ({ p: n }), (n) => `text ${n}`, READ],
      ]),
    ],
  ],
};

describe.each(Object.entries(FAMILIES))('%s is', (kind, variants) => {
  test.each(variants)('%s', (_, run) => {
    expect(run.alerts()).toEqual([kind]);
  });
});
