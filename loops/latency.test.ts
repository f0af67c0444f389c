import { describe, expect, test } from 'vitest';

import { createRun } from './run.ts';
import { Conversation } from './testing/conversation.ts';
import { inTurn, oneOf, saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

/** Number of the call with which the first alert comes when calls arrive one by one; 0 where none comes. */
function firstAlertAt({ calls, declarations }: Conversation): number {
  const run = createRun({ declarations });
  for (const [at, call] of calls.entries()) {
    run.push(call);
    if (run.loops().some((loop) => loop.severity === 'alert')) return at + 1;
  }
  return 0;
}

const RING = (period: number, laps: number): Conversation =>
  inTurn(
    laps,
    Array.from({ length: period }, (_, at) => [`get_${at}`, {}, `answer ${at} stays`, READ]),
  );

const WHOLE = 400;
const PART = 40;

/** A text of 400 lines read in parts of 40, from the beginning again and shifted after the first pass. */
function reading(lines: number): Conversation {
  return saidInTurn(Math.ceil(lines / PART), [
    'read_file',
    (n) => ({ path: 'rules.txt', offset: offsetOf(n) }),
    (n) =>
      Array.from({ length: PART }, (_, at) => (offsetOf(n) + at) % WHOLE)
        .map((line) => `${line}: item ${(line * 37) % 997}`)
        .join('\n'),
    READ,
  ]);
}

function offsetOf(nth: number): number {
  const from = nth * PART;
  return from < WHOLE ? from : from - WHOLE + 20;
}

describe('the alert comes with', () => {
  test.each<[string, Conversation]>([
    ['exact', saidInTurn(9, ['read', { p: 1 }, 'text of a', READ])],
    ['interleaved', inTurn(9, [['status', {}, 'clean tree', READ]])],
    [
      'stagnant',
      saidInTurn(9, [
        'docs',
        (n) => ({ q: oneOf('menu bar', 'bar menu', 'menu bar theme')(n) }),
        'options.menuBar: auto, light',
        READ,
      ]),
    ],
    ['empty', saidInTurn(9, ['search_orders', { c: 1 }, '[]'])],
    [
      'empty, reworded',
      saidInTurn(9, [
        'search_orders',
        (n) => ({ q: oneOf('boots refund', 'refund boots', 'boots refund status')(n) }),
        '[]',
      ]),
    ],
    [
      'validation',
      saidInTurn(9, ['find', (n) => ({ kind: `k${n}` }), '"kind" must be one of: a, b', FAILED]),
    ],
    ['transport', saidInTurn(9, ['get', { u: 1 }, '503 Service Unavailable', FAILED])],
    ['denied', saidInTurn(9, ['rm', { p: 1 }, 'permission denied', FAILED])],
    ['clock_wait', saidInTurn(9, ['now', {}, (n) => `2024-05-02T10:1${n}:07`, READ])],
    [
      'batch',
      inTurn(
        1,
        Array.from({ length: 9 }, (_, at) => [
          'sh',
          { cmd: 'mvn test' },
          'BUILD SUCCESS in all modules',
          { ...READ, together: at > 0 },
        ]),
      ),
    ],
  ])('the third call: %s', (_, run) => {
    expect(firstAlertAt(run)).toBe(3);
  });

  test.each<[string, Conversation]>([
    ['exact', saidInTurn(5, ['commit', { m: 'wip' }, (n) => ({ ok: true, id: n }), WRITE])],
    [
      'transport',
      saidInTurn(5, ['book', { room: 4 }, 'timed out after 30 s', { ...WRITE, ...FAILED }]),
    ],
    ['noop_write', saidInTurn(5, ['set_flag', { on: true }, 'already set', WRITE])],
    [
      'duplicate_dispatch',
      inTurn(1, [
        ['pay', { o: 1 }, { ok: true }, WRITE],
        ['pay', { o: 1 }, { ok: true }, { ...WRITE, together: true }],
      ]),
    ],
  ])('the second call of a declared write: %s', (_, run) => {
    expect(firstAlertAt(run)).toBe(2);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('the third lap of a ring of %i', (period) => {
    expect(firstAlertAt(RING(period, 6))).toBeLessThanOrEqual(3 * period);
    expect(firstAlertAt(RING(period, 6))).toBeGreaterThan(0);
  });

  test('half of the second pass of a sweep', () => {
    const alertAt = firstAlertAt(reading(2 * WHOLE));
    expect(alertAt).toBeGreaterThan(WHOLE / PART);
    expect(alertAt * PART).toBeLessThanOrEqual(1.5 * WHOLE);
  });

  test('the sixth look after the work was done', () => {
    const run = new Conversation().call('save', { id: 'doc-9' }, { ok: true }, WRITE);
    for (const view of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      run.call(`look_${view}`, { id: 'doc-9' }, `view ${view} is fine`, READ);
    expect(firstAlertAt(run)).toBe(7);
  });

  test('the third ticket of fourteen, whatever its summary says', () => {
    const declarations = new Map([['create_ticket', { identity: ['order_id'] }]]);
    const run = new Conversation(declarations);
    for (let nth = 0; nth < 14; nth += 1)
      run.call('create_ticket', { order_id: '88214', summary: `again ${nth}` }, 'timeout', FAILED);
    expect(firstAlertAt(run)).toBe(3);
  });
});
