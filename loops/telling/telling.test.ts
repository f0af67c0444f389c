import { expect, test } from 'vitest';

import type { Loop } from '../loop.ts';
import { inTurn, oneOf, saidInTurn } from '../testing/said-in-turn.ts';
import { FAILED, READ, requestId, WRITE } from '../testing/casebook/story.ts';
import type { Conversation } from '../testing/conversation.ts';

function only(run: Conversation): Loop {
  const [loop, ...others] = run.loops();
  expect(others).toEqual([]);
  if (loop === undefined) throw new Error('no loop');
  return loop;
}

function claims({ test: { evidence } }: Loop): Record<string, number> {
  return Object.fromEntries(evidence.map(({ claim, holds }) => [claim, holds]));
}

test('a write made again is told as done, not as unchanged', () => {
  const { summary, fix } = only(
    saidInTurn(3, ['post', { text: 'done' }, (n) => ({ ok: true, id: requestId(n) }), WRITE]),
  );
  expect(summary).toBe('post was done 3 times for the same text.');
  expect(fix).toMatchObject({
    place: 'tool_result',
    advice: expect.stringContaining('idempotency'),
  });
  expect(fix.proposedText).toMatch(/^This had been done before/);
});

test('a deed done anew is told as done where nothing declares it a write', () => {
  const { summary, fix } = only(
    saidInTurn(3, ['book', { to: 'Rome' }, (n) => `Your flight is booked. Reference: QX${n}7T`]),
  );
  expect(summary).toBe('book was done 3 times for the same to.');
  expect(fix.proposedText).toMatch(/^This had been done before/);
});

test('a message that is the same each time is quoted as it is', () => {
  const { summary } = only(
    saidInTurn(4, ['paint', { colour: 'mauve' }, "colour 'mauve' is not allowed", FAILED]),
  );
  expect(summary).toContain(": colour 'mauve' is not allowed.");
});

test('of data that is the same each time, the message in it is quoted', () => {
  const failed = { ...FAILED, errorTemplate: 'invalid state' };
  const { summary } = only(
    saidInTurn(4, ['resize', { size: 'large' }, '{"error":"invalid state"}', failed]),
  );
  expect(summary).toContain(': invalid state.');
});

test('a call that fails each time is not said to work', () => {
  const { summary, fix } = only(
    saidInTurn(4, ['run', { cmd: 'train' }, 'Segmentation fault (core dumped)', FAILED]),
  );
  expect(summary).toBe(
    'run failed 4 times in the same way for the same cmd: Segmentation fault (core dumped).',
  );
  expect(fix.advice).toMatch(/^The call fails in the same way/);
  expect(fix.proposedText).toContain('it will fail again');
});

test.each([
  ['{"moved_m":0,"blocked":true,"reason":"obstacle ahead at 0.2 m"}'],
  ['Element with index 14 not found'],
  ['<fault><code>Client</code><text>Invalid session token</text></fault>'],
])('a failure that nothing marks is told as one: %s', (result) => {
  const { summary, fix } = only(saidInTurn(4, ['go', { to: 'b' }, result]));
  expect(summary).toMatch(/^go answered 4 times with the same failure for the same to/);
  expect(fix.advice).toMatch(/^The call fails in the same way/);
  expect(fix.proposedText).toContain('it will fail again');
});

test('a ring of faults that pass gets the advice for them', () => {
  const { kind, fix } = only(
    inTurn(4, [
      ['find', { q: 'x' }, 'Request timed out', FAILED],
      ['open', { f: 'a.md' }, '503 Service Unavailable', FAILED],
    ]),
  );
  expect([kind, fix.place]).toEqual(['cycle', 'executor_retry']);
  expect(fix.proposedText).toMatch(/^Stopped after 3 attempts/);
});

test('waiting is told as waiting', () => {
  const { severity, fix } = only(
    saidInTurn(31, ['job', { id: 7 }, { id: 7, status: 'running' }, READ]),
  );
  expect([severity, fix.place]).toEqual(['alert', 'harness']);
  expect(fix.proposedText).toMatch(/^This is not over yet/);
});

test('what is switched on and off is no other way of asking', () => {
  const page = (nth: number): string =>
    `- heading "Consent"\n- checkbox "Agree to all of the terms below" ${nth % 2 === 0 ? '[checked]' : ''} [ref=e${nth}]\n- button "Next page"`;
  const { summary, fix } = only(saidInTurn(10, ['click', { element: 'all' }, page]));
  expect(summary).toBe(
    'click gave now the one, now the other of 2 answers, 10 times for the same element.',
  );
  expect(fix.advice).toMatch(/^Each call takes back/);
});

test('a list that is the same on every page is told with what moved', () => {
  const { fix } = only(
    saidInTurn(6, [
      'list',
      (n) => ({ of: 'x', limit: (n + 1) * 10 }),
      [{ id: 1 }, { id: 2 }, { id: 3 }],
      READ,
    ]),
  );
  expect(fix.proposedText).toBe(
    'This returns the same 3 results whatever limit says: there is no more than that. Use what was found.',
  );
});

test('a guess is told beside the value that it is most like', () => {
  const { fix } = only(
    saidInTurn(4, [
      'move',
      (n) => ({ uci: oneOf('h7h8q', 'e2e5', 'b1b4', 'c1c9')(n) }),
      'Illegal move. Legal moves: a2a3, e2e4, g1f3',
      FAILED,
    ]),
  );
  expect(fix.proposedText).toContain('"e2e5" is not among them; the nearest is "e2e4".');
});

test('a harness that turns down a repeat is no missing permission', () => {
  const { kind, fix, ...loop } = only(
    saidInTurn(4, ['Read', { file: 'a' }, 'Wasted call: the file is unchanged.', READ]),
  );
  expect(kind).toBe('denied');
  expect(fix).toMatchObject({
    place: 'harness',
    proposedText: expect.stringMatching(/not run again/),
  });
  expect(claims({ kind, fix, ...loop })).toMatchObject({ 'refusals the same': 4, errors: 0 });
});

test('a rejection is mended where its class says', () => {
  const placeOf = (result: string) =>
    only(saidInTurn(4, ['act', (n) => ({ id: 'vm-4', note: `try ${n}` }), result, FAILED])).fix
      .place;
  expect(placeOf("note is not one of ['a','b']")).toBe('schema');
  expect(placeOf('vm-4 must be stopped first: failed precondition')).toBe('tool_result');
  expect(placeOf('Tool act does not exist')).toBe('harness');
});

test('a write that leaves things as they were has no side effects', () => {
  const { kind, cost } = only(saidInTurn(4, ['plan', { steps: [] }, 'Plan updated.', WRITE]));
  expect([kind, cost.sideEffects]).toEqual(['noop_write', 0]);
});

test('results of a ring are equal to those of the lap before', () => {
  const loop = only(
    inTurn(4, [
      ['find', { q: 'x' }, 'in a.md', READ],
      ['open', { f: 'a.md' }, 'nothing planned', READ],
    ]),
  );
  expect(claims(loop)).toMatchObject({
    'results equal': 8,
    'asked before with the same answer': 6,
  });
});

test('agents that hand on are counted in laps, and told to do the work', () => {
  const loop = only(
    inTurn(4, [
      [
        'to_billing',
        (n) => ({ why: `refund, ${oneOf('please', 'again', 'now', 'soon')(n)}` }),
        'Handed to billing.',
        { agent: 'triage' },
      ],
      [
        'to_triage',
        (n) => ({ why: `no refund, ${oneOf('sorry', 'really', 'not us', 'no')(n)}` }),
        'Handed to triage.',
        { agent: 'billing' },
      ],
    ]),
  );
  expect(loop.summary).toBe('to_billing and to_triage came round 4 times with the same answers.');
  expect(claims(loop)).toMatchObject({ 'answered as before': 6 });
  expect(loop.fix.proposedText).toMatch(/^This has been handed round/);
});

test('a sweep says how many of its parts held nothing new', () => {
  const loop = only(
    saidInTurn(14, [
      'read',
      (n) => ({ f: 'log', from: (n % 7) * 20 + Math.floor(n / 7) * 5 }),
      (n) =>
        Array.from({ length: 20 }, (_, at) => {
          const line = ((n % 7) * 20 + Math.floor(n / 7) * 5 + at) % 140;
          return `line ${line} says ${line * 7}`;
        }).join('\n'),
      READ,
    ]),
  );
  expect(loop.summary).toBe('read read on past the whole: of 14 parts 7 held nothing new.');
  expect(claims(loop)).toMatchObject({ 'parts that held nothing new': 7 });
});

test.each([
  ['equal reads', saidInTurn(4, ['t'.repeat(2_000), { q: 'x' }, 'seven pages', READ])],
  [
    'a ring',
    inTurn(4, [
      ['a'.repeat(2_000), {}, 'seven pages', READ],
      ['b'.repeat(2_000), {}, 'two pages', READ],
    ]),
  ],
  [
    'a rejection',
    saidInTurn(4, ['t'.repeat(2_000), (n) => ({ n: `v${n}x` }), 'field "q" is required', FAILED]),
  ],
])('a name of two thousand characters leaves the sentence its verb: %s', (_, run) => {
  const { summary, fix } = only(run);
  expect(summary).toMatch(/gave the same answer 4 times|came round 4 times|was rejected 4 times/);
  expect(`${summary}${fix.proposedText}`.length).toBeLessThan(700);
});
