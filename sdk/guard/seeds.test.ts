import { describe, expect, test } from 'vitest';
import type { Guard } from './call-guard.ts';
import { createGuard } from './create-guard.ts';
import type { Decision } from './decision.ts';
import { isTerminal } from './terminal.ts';

/** The first three as the incident report prints them; the model rewords the summary each time. */
const SUMMARIES = [
  'Customer has not received refund for returned boots',
  'Refund not received for returned boots - customer following up',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
];
const CREATE_TICKET = { identity: ['customer_id', 'order_id'], effect: 'write' } as const;

function ticket(index: number) {
  const summary = SUMMARIES[index] ?? `Refund still missing, follow-up ${index}`;
  return { customer_id: 'c_40912', order_id: '88214', summary };
}

class TimeoutError extends Error {
  override name = 'TimeoutError';
}

describe('fourteen tickets', () => {
  test('A3, A4, A5: end at three, in words that pick neither outcome, and the next step has no tools', async () => {
    const guard = createGuard({ tools: { create_ticket: CREATE_TICKET } });
    const turn = guard.startTurn({ sessionId: 's', turnId: 't' });
    let made = 0;
    const answers: unknown[] = [];
    for (let index = 0; index < 14; index += 1) {
      const call = { tool: 'create_ticket', args: ticket(index) };
      const answer = await turn
        .call(call, () => {
          made += 1;
          throw new TimeoutError('Request timed out after 30000 ms');
        })
        .catch((error: unknown) => error);
      answers.push(answer);
    }
    expect(made).toBe(3);
    expect(answers.map(isTerminal)).toEqual([
      false,
      false,
      ...Array.from({ length: 12 }, () => true),
    ]);
    expect(answers[2]).toMatchObject({
      code: 'repeated_call',
      kind: 'repeated_key',
      retryable: false,
      attempts: 3,
      error_class: 'timeout',
      errors: ['Request timed out after 30000 ms'],
      message: expect.stringMatching(/may have succeeded; do not retry/),
    });
    expect(JSON.stringify(answers[2])).not.toMatch(/failed/i);
    expect(answers[3]).toMatchObject({
      code: 'repeated_call',
      kind: 'closed_turn',
      error_class: 'denied',
    });
    expect(turn.nextStep()).toEqual({ tools: 'none', endsRun: false });
    expect(turn.state()).toMatchObject({
      calls: 3,
      savedCalls: 11,
      stop: { reason: 'repeated_call' },
    });
  });

  test('A12: are one ticket where the service honours the key', async () => {
    const tools = { create_ticket: { ...CREATE_TICKET, idempotency: 'key' } } as const;
    const guard = createGuard({ tools, retry: false });
    const turn = guard.startTurn();
    const keys: (string | null)[] = [];
    for (let index = 0; index < 14; index += 1) {
      const call = { tool: 'create_ticket', args: ticket(index) };
      await turn
        .call(call, ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          throw new TimeoutError('Request timed out after 30000 ms');
        })
        .catch(() => {});
    }
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('an identical write whose outcome is not known is stopped at once', async () => {
    const guard = createGuard({ tools: { create_ticket: CREATE_TICKET } });
    const turn = guard.startTurn();
    let made = 0;
    const send = () =>
      turn
        .call({ tool: 'create_ticket', args: ticket(0) }, () => {
          made += 1;
          throw new TimeoutError('Request timed out after 30000 ms');
        })
        .catch(() => 'threw');
    expect(await send()).toBe('threw');
    expect(await send()).toMatchObject({ kind: 'unknown_write', code: 'repeated_call' });
    expect(made).toBe(1);
  });
});

describe('forty searches', () => {
  const call = { tool: 'search_orders', args: { customer_id: 'cus_8123', status: 'refunded' } };

  test('B9: are asked anew each time: a repeat is ended, never answered from memory', async () => {
    const turn = createGuard({ mode: 'observe' }).startTurn();
    const answers: unknown[] = [];
    for (let nth = 0; nth < 40; nth += 1) answers.push(await turn.call(call, () => [{ nth }]));
    expect(answers).toEqual(Array.from({ length: 40 }, (_, nth) => [{ nth }]));
  });

  test('B7: get a note at the second and end at the third step with repeated_call', async () => {
    const guard = createGuard({ mode: 'terminate' });
    const turn = guard.startTurn();
    expect(await turn.call(call, () => '[]')).toBe('[]');
    expect(turn.nextStep()).toEqual({ tools: 'allowed', endsRun: false });
    const second = await turn.call(call, () => '[]');
    expect(second).toMatch(
      /^\[\]\n\n\[loopscope\] Note: this is the second identical call to search_orders/,
    );
    expect(await turn.call(call, () => '[]')).toMatchObject({
      code: 'repeated_call',
      attempts: 3,
      error_class: null,
      last_result: '[]',
      tried: [JSON.stringify(call.args)],
    });
    expect(turn.nextStep()).toEqual({ tools: 'none', endsRun: true });
  });

  test('A8: reworded, end at three without rows', async () => {
    const turn = createGuard().startTurn();
    const answers: unknown[] = [];
    for (const query of [
      'boots refund',
      'boots return refund status',
      'returned boots money back',
      'boots',
    ]) {
      answers.push(await turn.call({ tool: 'search_orders', args: { query } }, () => []));
    }
    expect(answers.slice(0, 2)).toEqual([[], []]);
    expect(answers[2]).toMatchObject({ kind: 'empty_results', code: 'repeated_call', attempts: 3 });
    expect(answers[2]).toMatchObject({
      tried: expect.arrayContaining(['{"query":"boots refund"}']),
    });
    expect(answers[3]).toMatchObject({ kind: 'closed_turn' });
  });
});

describe('the resize that needs a stopped instance', () => {
  const resize = {
    tool: 'resize_instance',
    args: { instance_id: 'i-0abc', new_machine_type: 'large' },
  };
  const stop = { tool: 'stop_instance', args: { instance_id: 'i-0abc' } };

  test('D5, D13: trips at three and stays blocked in the session until something was written', async () => {
    const guard = createGuard();
    const first = guard.startTurn({ sessionId: 's', turnId: 't1' });
    let made = 0;
    const fail = () => {
      made += 1;
      return { error: 'invalid state' };
    };
    const answers: unknown[] = [];
    for (let time = 0; time < 40; time += 1) answers.push(await first.call(resize, fail));
    expect(made).toBe(3);
    expect(answers[2]).toMatchObject({
      code: 'repeated_call',
      attempts: 3,
      errors: ['invalid state'],
    });

    const second = guard.startTurn({ sessionId: 's', turnId: 't2' });
    expect(await second.call(resize, fail)).toMatchObject({ kind: 'repeated_signature' });
    const third = guard.startTurn({ sessionId: 's', turnId: 't3' });
    expect(await third.call(stop, () => ({ state: 'stopped' }))).toEqual({ state: 'stopped' });
    expect(await third.call(resize, () => ({ state: 'resizing' }))).toEqual({ state: 'resizing' });
    expect(made).toBe(3);
  });

  test('D11: passes on the fixed tool in three calls', async () => {
    const turn = createGuard().startTurn();
    const advice = {
      error:
        'resize_instance requires the instance to be stopped first; call stop_instance(instance_id) then retry',
    };
    expect(await turn.call(resize, () => advice)).toEqual(advice);
    expect(await turn.call(stop, () => ({ state: 'stopped' }))).toEqual({ state: 'stopped' });
    expect(await turn.call(resize, () => ({ state: 'resizing' }))).toEqual({ state: 'resizing' });
    expect(turn.state()).toMatchObject({ calls: 3, stop: null });
  });
});

describe('a bulk job that needs twelve calls', () => {
  const rename = async (guard: Guard) => {
    const turn = guard.startTurn();
    for (let row = 0; row < 12; row += 1) {
      await turn.call({ tool: 'rename_file', args: { file: `f${row}` } }, () => ({ renamed: row }));
    }
    return turn.state();
  };

  test('A6: passes the breaker; a budget of ten breaks it, and says that it is a budget', async () => {
    expect(await rename(createGuard())).toMatchObject({ calls: 12, stop: null });
    const { calls, stop } = await rename(createGuard({ ceilings: { callsPerSession: 10 } }));
    expect([calls, stop?.reason, stop?.result.kind]).toEqual([10, 'call_ceiling', 'call_ceiling']);
  });
});

describe('a write to a path that is refused', () => {
  const write = { tool: 'write_file', args: { path: '/etc/hosts', text: 'x' } };
  const error = 'EACCES: permission denied';

  test('C4, D6: fails twice, a note names it; a third time it is closed for the session, with what was tried', async () => {
    const decisions: Decision[] = [];
    const onDecision = (decision: Decision) => decisions.push(decision);
    const guard = createGuard({ onDecision });
    const fail = () => ({ error });
    const turn = guard.startTurn({ sessionId: 's', turnId: 't1' });
    await turn.call(write, fail);
    expect(JSON.stringify(await turn.call(write, fail))).toMatch(/second .*write_file.*EACCES/);
    await turn.call(write, fail);
    const later = await guard.startTurn({ sessionId: 's', turnId: 't2' }).call(write, fail);
    expect(later).toMatchObject({ kind: 'repeated_signature', retryable: false });
    expect(decisions.map(({ decision }) => decision)).toEqual(['note', 'stop', 'refuse']);
    for (const { tool, tried, errors: seen } of decisions.slice(1)) {
      expect([tool, tried, seen]).toEqual(['write_file', [JSON.stringify(write.args)], [error]]);
    }
  });
});
