import { describe, expect, test } from 'vitest';

import { Conversation } from './testing/conversation.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

const EMPTY_SEARCH = { customer_id: 'cus_8123', status: 'refunded' };

describe('the four signatures behind one step limit', () => {
  test('forty identical calls with an empty success are an empty-result loop', () => {
    const run = new Conversation().times(40, 'search_orders', EMPTY_SEARCH, '[]', {
      ms: 92,
      modelMs: 2_308,
    });
    const [loop] = run.loops();
    expect(run.loops()).toHaveLength(1);
    expect(loop).toMatchObject({
      kind: 'empty',
      severity: 'alert',
      summary: 'search_orders returned [] 40 times for the same customer_id and status.',
      fix: { place: 'tool_result' },
    });
    expect(loop?.test.evidence).toEqual([
      { claim: 'arguments equal', holds: 40, of: 40 },
      { claim: 'results equal', holds: 40, of: 40 },
      { claim: 'errors', holds: 0, of: 40 },
      { claim: 'results empty', holds: 40, of: 40 },
    ]);
    expect(loop?.test.excludes).toEqual(expect.arrayContaining(['validation', 'transport']));
    expect(loop?.fix.proposedText).toContain('Repeating this query returns the same result');
    expect(loop?.cost.ms).toBe(39 * 2_400);
  });

  test('moving arguments with the same rejection are a validation loop, and the wanted value is named', () => {
    const run = new Conversation();
    for (const status of ['in transit', 'transit', 'shipping', 'on the way']) {
      run.call(
        'search_orders',
        { customer_id: 'cus_8123', status },
        "search_orders rejected: status is not one of ['open','shipped','delivered','refunded','cancelled'].",
        FAILED,
      );
    }
    const [loop] = run.loops();
    expect(loop).toMatchObject({ kind: 'validation', severity: 'alert', fix: { place: 'schema' } });
    expect(loop?.fix.proposedText).toContain('the nearest is "shipped"');
    expect(loop?.test.excludes).toContain('exact');
  });

  test('equal arguments with passing faults belong into the executor', () => {
    const run = new Conversation()
      .call('get_shipment', { order_id: '4471' }, 'upstream returned 503', FAILED)
      .call('get_shipment', { order_id: '4471' }, 'connection reset', FAILED)
      .call('get_shipment', { order_id: '4471' }, 'upstream returned 503', FAILED);
    expect(run.loops()).toMatchObject([{ kind: 'transport', fix: { place: 'executor_retry' } }]);
  });

  test('finished work that is checked on and on wants an exit condition', () => {
    const run = new Conversation().call(
      'refund_order',
      { order_id: '88214' },
      { state: 'booked' },
      WRITE,
    );
    for (const view of ['summary', 'items', 'payments', 'history', 'notes', 'audit']) {
      run.call('get_order', { order_id: '88214', view }, { view, total: view.length }, READ);
    }
    expect(run.loops()).toMatchObject([
      { kind: 'reverify', severity: 'alert', fix: { place: 'exit_condition' } },
    ]);
  });
});

describe('what counts as nothing new', () => {
  test('eleven reworded searches with empty lists are one loop', () => {
    const run = new Conversation();
    const words = [
      'boots refund',
      'boots return refund status',
      'refund for boots',
      'refund boots',
    ];
    for (let time = 0; time < 11; time += 1) {
      run.call('search_orders', { query: `${words[time % 4] ?? ''} ${'x'.repeat(time)}` }, '[]');
    }
    expect(run.loops()).toMatchObject([
      { kind: 'empty', severity: 'alert', calls: { length: 11 } },
    ]);
  });

  test('a message id and a time in the receipt are no news, and every send counts as a side effect', () => {
    const run = new Conversation();
    for (let time = 0; time < 5; time += 1) {
      run.call(
        'send',
        { to: 'ops', text: 'done' },
        { ok: true, messageId: `m-${time}`, ts: 1_714_640_000 + time },
        WRITE,
      );
    }
    expect(run.loops()).toMatchObject([{ kind: 'exact', cost: { sideEffects: 4 } }]);
  });

  test('a note that the result has not changed does not change the result', () => {
    const run = new Conversation();
    for (let time = 1; time < 5; time += 1) {
      const note =
        time < 2
          ? ''
          : `\n\nNote: this is identical call number ${time}. The result has not changed.`;
      run.call('read', { path: 'a.md' }, `text of a${note}`, READ);
    }
    expect(run.alerts()).toEqual(['exact']);
  });

  test('a clock that is asked again and again is waiting, not news', () => {
    const run = new Conversation();
    for (let minute = 10; minute < 20; minute += 1)
      run.call('now', {}, `2024-05-02T10:${minute}:07`);
    expect(run.alerts()).toEqual(['clock_wait']);
  });

  test('a write that leaves things as they were is named so', () => {
    expect(
      new Conversation()
        .times(5, 'write_todos', { todos: [] }, 'Updated to-do list to []', WRITE)
        .alerts(),
    ).toEqual(['noop_write']);
  });
});

describe('rings', () => {
  const states = (name: string): [string, object, string] => [
    `get_${name}`,
    { of: 'main' },
    `${name}: 40`,
  ];

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'a ring of %i calls is one incident, whatever lies between',
    (period) => {
      const run = new Conversation();
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, period);
      for (let lap = 0; lap < 3; lap += 1) {
        for (const [index, name] of names.entries()) {
          run.call(...states(name), READ);
          if (index === 0) run.call('read', { path: `new_${lap}` }, `text ${lap}`, READ);
        }
        run.compact();
      }
      expect(run.loops()).toMatchObject([{ kind: 'cycle', calls: { length: 3 * period } }]);
    },
  );

  test('a block on one call of a ring that moves the agent to the other is the same incident', () => {
    const run = new Conversation();
    for (let lap = 0; lap < 5; lap += 1) run.call(...states('a'), READ).call(...states('b'), READ);
    run.times(2, 'get_a', { of: 'main' }, 'blocked by the loop guard', FAILED);
    run.times(20, ...states('b'), READ);
    expect(run.loops()).toMatchObject([{ kind: 'cycle', calls: { length: 32 } }]);
  });

  test('agents that pass one message round make one ring', () => {
    const run = new Conversation();
    for (let lap = 0; lap < 4; lap += 1) {
      for (const [agent, to] of [
        ['north', 'east'],
        ['east', 'south'],
        ['south', 'north'],
      ] as const) {
        run.call(
          'send',
          { to, text: 'confirm' },
          { status: 'delivered' },
          { agent, effect: 'write' },
        );
      }
    }
    expect(run.loops()).toMatchObject([{ kind: 'cycle', calls: { length: 12 } }]);
  });
});

describe('more shapes', () => {
  test('equal calls of one model answer are a batch, two of a write are one sent twice', () => {
    const together = { together: true };
    const batch = new Conversation().call('mvn', { goal: 'test' }, 'BUILD SUCCESS in 41 modules');
    batch.times(5, 'mvn', { goal: 'test' }, 'BUILD SUCCESS in 41 modules', together);
    expect(batch.alerts()).toEqual(['batch']);
    const twice = new Conversation()
      .call('pay', { order: 'o-1' }, { ok: true }, WRITE)
      .call('pay', { order: 'o-1' }, { ok: true }, { ...WRITE, ...together });
    expect(twice.alerts()).toEqual(['duplicate_dispatch']);
    const deeds = new Conversation()
      .call('book', { room: 'r-1' }, { ok: true, request_id: 'req-1001' })
      .call('book', { room: 'r-1' }, { ok: true, request_id: 'req-1002' }, together);
    expect(deeds.alerts()).toEqual(['duplicate_dispatch']);
  });

  test('reading on past the end of a file is a sweep by half of the second pass', () => {
    const run = new Conversation();
    const window = (from: number): string =>
      Array.from(
        { length: 40 },
        (_, line) => `${((from + line) % 400) + 1}: item ${((from + line) * 37) % 997}`,
      ).join('\n');
    for (let from = 0; from < 600; from += 40) {
      const offset = from < 400 ? from : from - 400 + 20;
      run.call('read_file', { path: 'rules.txt', offset }, window(offset), READ);
    }
    expect(run.alerts()).toEqual(['sweep']);
  });

  test('a refusal that leaves the tool on offer is a loop of its own', () => {
    const refused = 'Permission to use Bash has been denied by the user';
    const run = new Conversation().times(3, 'bash', { command: 'rm -rf build' }, refused, FAILED);
    expect(run.loops()).toMatchObject([{ kind: 'denied', fix: { place: 'permissions' } }]);
  });

  test('fourteen tickets for one order are found by their identity and may all exist', () => {
    const declarations = new Map([
      ['create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' as const }],
    ]);
    const run = new Conversation(declarations);
    for (let time = 0; time < 14; time += 1) {
      const args = { customer_id: 'c_40912', order_id: '88214', summary: `Refund missing ${time}` };
      run.call('create_ticket', args, 'timeout: no answer within 30 s', {
        error: true,
        ms: 30_000,
      });
    }
    const [loop] = run.loops();
    expect(loop).toMatchObject({ kind: 'transport', severity: 'alert', cost: { sideEffects: 13 } });
    expect(loop?.test.evidence[0]).toEqual({
      claim: 'identity equal, in other words',
      holds: 14,
      of: 14,
    });
    expect(loop?.summary).toContain('it may have been done 14 times');
    expect(loop?.summary).not.toContain('failed');
    expect(loop?.fix.proposedText).toContain('may have succeeded; do not retry');
  });

  test('forty resizes in an invalid state are a retry storm whose fix names the precondition', () => {
    const run = new Conversation().times(
      40,
      'resize_instance',
      { instance_id: 'i-0abc' },
      { error: 'invalid state' },
    );
    const [loop] = run.loops();
    expect(loop).toMatchObject({ kind: 'validation', severity: 'alert', calls: { length: 40 } });
    expect(loop?.fix.proposedText).toContain('Name the state it needs');
  });

  test('the task that takes a third equal call is told at the third', () => {
    const run = new Conversation();
    const found: number[] = [];
    for (let time = 1; time < 6; time += 1) {
      run.call('read', { path: 'a.md' }, 'text of a', READ);
      found.push(run.alerts().length);
    }
    expect(found).toEqual([0, 0, 1, 1, 1]);
  });
});
