import {
  array,
  assert,
  boolean,
  constantFrom,
  infiniteStream,
  integer,
  nat,
  property,
  record,
} from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Call } from './call.ts';
import type { Loop } from './loop.ts';
import { createRun, detectLoops } from './run.ts';
import { Conversation } from './testing/conversation.ts';

const NONE = { declarations: new Map() };

/** One call out of a small world, so that repeats, rings, failures and writes all occur. */
const oneCall = record({
  tool: constantFrom('read', 'search', 'save', 'run'),
  thing: integer({ min: 0, max: 3 }),
  answer: constantFrom(
    'text of one',
    'text of two',
    '[]',
    '',
    '{"status": "running"}',
    'rejected: "kind" is required',
  ),
  together: boolean(),
});

const EFFECTS = new Map([
  ['read', 'read'],
  ['search', 'read'],
  ['save', 'write'],
] as const);

const conversation = array(oneCall, { maxLength: 60 }).map((said) => {
  const run = new Conversation();
  for (const { tool, thing, answer, together } of said) {
    const effect = EFFECTS.get(tool as 'read') ?? 'unknown';
    const error = answer.startsWith('rejected');
    run.call(tool, { thing }, answer, {
      effect,
      error,
      together: together && run.calls.length > 0,
    });
  }
  return run.calls;
});

describe('detection', () => {
  test('tells what calls have cost by now, and the same verdict', () => {
    const told = new Conversation();
    for (let time = 0; time < 3; time += 1)
      told.call('read', { thing: 1 }, 'text of one', { effect: 'read' });
    const { calls } = told;
    const run = createRun(NONE);
    for (const call of calls) run.push(Object.assign(call, { cost: 1 }));
    const [before] = run.loops();
    (calls[2] as Call).cost = 5;
    run.reprice();
    const [loop] = run.loops();
    expect(before?.cost.usd).toBe(2);
    expect(loop).toEqual({ ...before, cost: { ...before?.cost, usd: 6 } });
  });

  test('gives the same incrementally as at once', () => {
    assert(
      property(conversation, (calls) => {
        const run = createRun(NONE);
        for (const [index, call] of calls.entries()) {
          run.push(call);
          if (index % 7 === 0)
            expect(run.loops()).toEqual(detectLoops(calls.slice(0, index + 1), NONE));
        }
        expect(run.loops()).toEqual(detectLoops(calls, NONE));
      }),
    );
  });

  test('within a window says what it says of the calls that the window holds', () => {
    const window = 10;
    assert(
      property(conversation, (calls) => {
        const run = createRun({ ...NONE, window });
        for (const call of calls) run.push(call);
        const held = Array.from({ length: window }, (_, more) => window + more).filter(
          (size) => size < 2 * window && size <= Math.max(calls.length, window),
        );
        const verdicts = held.map((size) => detectLoops(calls.slice(-size), NONE));
        expect(verdicts).toContainEqual(run.loops());
      }),
    );
  });

  test('keeps its word about the window on a run without end', () => {
    const run = createRun({ ...NONE, window: 50 });
    const { calls } = new Conversation().work(200).times(3, 'read', { p: 1 }, 'alpha beta gamma');
    for (const call of calls) run.push(call);
    expect(run.loops()).toMatchObject([{ kind: 'exact', calls: { length: 3 } }]);
  });

  test('does not depend on the order of arrival once sorted by position', () => {
    assert(
      property(conversation, infiniteStream(nat()), (calls, keys) => {
        const shuffled = calls
          .map((call) => ({ call, key: keys.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ call }) => call)
          .toSorted((a, b) => a.seq - b.seq);
        expect(detectLoops(shuffled, NONE)).toEqual(detectLoops(calls, NONE));
      }),
    );
  });

  test('does not depend on the names of tools, agents and sessions, nor on what the ids are', () => {
    const rename = (call: Call): Call => ({
      ...call,
      tool: `x_${call.tool}`,
      agent: `x_${call.agent}`,
      session: `x_${call.session}`,
      identity: call.identity === null ? null : `x_${call.identity}`,
      signature: call.signature === null ? null : `x_${call.signature}`,
      resultFingerprint: call.resultFingerprint === null ? null : `x_${call.resultFingerprint}`,
    });
    assert(
      property(conversation, (calls) => {
        expect(verdicts(detectLoops(calls.map(rename), NONE))).toEqual(
          verdicts(detectLoops(calls, NONE)),
        );
      }),
    );
  });

  test('lists every loop in order, with at least two different calls that exist', () => {
    assert(
      property(conversation, (calls) => {
        for (const loop of detectLoops(calls, NONE)) {
          expect(loop.calls.length).toBeGreaterThan(1);
          expect(loop.calls).toEqual([...new Set(loop.calls)].toSorted((a, b) => a - b));
          expect(loop.calls.every((seq) => seq < calls.length)).toBe(true);
          expect(loop.summary).toMatch(/^.+\.$/s);
          for (const { holds, of } of loop.test.evidence) expect(holds).toBeLessThanOrEqual(of);
          expect(loop.test.excludes).not.toContain(loop.kind);
        }
      }),
    );
  });
});

/** Runs with one loop each, as a function of what is called between. */
const LOOPS: [string, (between: (run: Conversation) => void) => Conversation][] = [
  [
    'a repeat',
    (between) =>
      repeated((run) => run.call('list', { path: '/' }, 'a b c', { effect: 'read' }), 4, between),
  ],
  [
    'a rejection',
    (between) => {
      let guess = 0;
      return repeated(
        (run) => {
          guess += 1;
          run.call(
            'find',
            { kind: `kind ${guess}` },
            'find rejected: "kind" must be one of: a, b',
            { error: true },
          );
        },
        4,
        between,
      );
    },
  ],
  [
    'a ring',
    (between) => {
      let at = 0;
      return repeated(
        (run) => {
          at += 1;
          run.call(['get_a', 'get_b', 'get_c'][at % 3] ?? '', { of: 'main' }, `answer ${at % 3}`, {
            effect: 'read',
          });
        },
        12,
        between,
      );
    },
  ],
  [
    'a search in other words',
    (between) => {
      const words = ['menu bar theme', 'theme of the menu bar', 'menu theme bar', 'bar menu theme'];
      return repeated(
        (run) =>
          run.call('docs', { query: words[run.calls.length % 4] }, 'options.menuBar: auto', {
            effect: 'read',
          }),
        8,
        between,
      );
    },
  ],
];

function repeated(
  say: (run: Conversation) => void,
  times: number,
  between: (run: Conversation) => void,
): Conversation {
  const run = new Conversation();
  for (let time = 0; time < times; time += 1) {
    say(run);
    between(run);
  }
  return run;
}

describe('unrelated calls between', () => {
  test.each(LOOPS)('do not hide %s', (_, make) => {
    assert(
      property(array(boolean(), { minLength: 12, maxLength: 12 }), (gaps) => {
        let at = 0;
        const run = make((made) => {
          const name = `new_${made.calls.length}`;
          if (gaps[at % 12] === true)
            made.call('open', { name }, `text of ${name}`, { effect: 'read' });
          at += 1;
        });
        expect(run.alerts()).toHaveLength(1);
        const [loop] = run.loops();
        const members = new Set(loop?.calls.map((seq) => run.calls[seq]?.tool));
        expect(members.has('open')).toBe(false);
      }),
    );
  });

  test('make no loop of honest work', () => {
    assert(
      property(integer({ min: 1, max: 30 }), (rounds) => {
        expect(new Conversation().work(rounds).loops()).toEqual([]);
      }),
    );
  });
});

function verdicts(loops: readonly Loop[]): unknown[] {
  return loops.map(({ kind, severity, calls }) => ({ kind, severity, calls }));
}

describe('a verdict after every call', () => {
  test('judges only the turn that grows', () => {
    const { calls } = new Conversation()
      .times(4, 'read', { path: 'a' }, 'text of a', { effect: 'read' })
      .nextTurn()
      .times(4, 'read', { path: 'b' }, 'text of b', { effect: 'read' });
    const run = createRun(NONE);
    for (const call of calls.slice(0, 7)) run.push(call);
    const before = run.loops();
    for (const call of calls.slice(7)) run.push(call);
    const after = run.loops();
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after).toEqual(detectLoops(calls, NONE));
  });
});
