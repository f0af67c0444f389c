import { describe, expect, test } from 'vitest';

import { callsOfCase, declarationsOfCase } from './case.ts';
import type { LoopCase } from './case.ts';
import { parameterDrift } from './identity-suggestion.ts';
import { detectLoops } from './run.ts';
import { shrinkLoop } from './shrink.ts';
import { Conversation } from './testing/conversation.ts';
import { oneOf } from './testing/said-in-turn.ts';

const TICKETS = new Map([
  ['create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' as const }],
]);
const SUMMARIES = oneOf(
  'Customer has not received refund for returned boots',
  'Refund not received for returned boots - customer following up',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
);

describe('the trapped case', () => {
  test('D12: the trapped resize goes to the eval suite as three calls, with the stop that was wanted', () => {
    const resize = { instance_id: 'i-0abc', new_machine_type: 'large' };
    const options = { declarations: new Map() };
    const run = new Conversation().work(4);
    run.times(40, 'resize_instance', resize, { error: 'invalid state' }).work(2);
    const [found] = run.loops();
    if (found === undefined) throw new Error('the loop is not found');
    const shortest = shrinkLoop(run.calls, found, options);
    expect(shortest?.calls.map(({ tool }) => tool)).toEqual(Array(3).fill('resize_instance'));
    const exported: LoopCase = {
      id: 'resize-before-stop',
      family: 'validation',
      want: 'validation',
      loop: [0, 1, 2],
      note: 'resized while running',
      calls: (shortest?.calls ?? []).map((call) => ({
        i: call.seq,
        turn: 1,
        step: call.step,
        tool: call.tool,
        args: resize,
        result: call.text?.result ?? null,
        result_len: call.text?.resultLength ?? 0,
        error: call.outcome === 'error',
        start_ms: call.startMs,
        duration_ms: call.durationMs,
      })),
      expect: {
        tool: 'stop_instance',
        args: { instance_id: 'i-0abc' },
        seen: 'other_turns',
        turns: 1,
        why: 'the resize succeeds once the instance is stopped',
      },
    };
    const read = JSON.parse(JSON.stringify(exported)) as LoopCase;
    expect(
      detectLoops(callsOfCase(read), { declarations: declarationsOfCase(read) }),
    ).toMatchObject([{ kind: 'validation', severity: 'alert', calls: [0, 1, 2] }]);
    expect(read.expect).toMatchObject({ tool: 'stop_instance' });
  });
});

describe('declared identities', () => {
  test('A13: of three tickets ignore the summary, and a new parameter "queue" is reported as drift', () => {
    const identityFields = ['customer_id', 'order_id'];
    const sampleOf = (nth: number, more: object) => ({
      turn: `t${nth}`,
      args: JSON.stringify({
        customer_id: 'c_40912',
        order_id: '88214',
        summary: SUMMARIES(nth),
        ...more,
      }),
      outcome: 'timeout',
    });
    const older = [0, 1, 2, 3, 4, 5].map((nth) => sampleOf(nth, {}));
    const newer = [6, 7, 8, 9, 10, 11].map((nth) => sampleOf(nth, { queue: 'returns' }));
    const run = new Conversation(TICKETS);
    for (let nth = 0; nth < 3; nth += 1)
      run.call(
        'create_ticket',
        { customer_id: 'c_40912', order_id: '88214', summary: SUMMARIES(nth) },
        'timeout',
        { error: true },
      );
    expect(new Set(run.calls.map(({ identity }) => identity)).size).toBe(1);
    expect(parameterDrift(older, identityFields)).toMatchObject({ appeared: [], missing: [] });
    expect(parameterDrift([...older, ...newer], identityFields)).toEqual({
      appeared: ['queue'],
      vanished: [],
      missing: [],
    });
  });
});
