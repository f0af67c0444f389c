import { describe, expect, test } from 'vitest';

import { callsOfCase, declarationsOfCase, type CaseCall } from './case.ts';
import { detectLoops } from './run.ts';
import { shrinkLoop } from './shrink.ts';
import { Conversation } from './testing/conversation.ts';

function shrink(talk: Conversation) {
  const options = { declarations: talk.declarations };
  const [loop] = detectLoops(talk.calls, options);
  const shrunk = shrinkLoop(talk.calls, loop!, options);
  return { loop: loop!, shrunk: shrunk!, options };
}

describe('a loop within a long turn', () => {
  test('of forty equal calls is shown by three', () => {
    const talk = new Conversation()
      .work(4)
      .times(40, 'list_orders', { status: 'late' }, '[]')
      .work(3);
    const { shrunk } = shrink(talk);
    expect(shrunk.calls.map(({ tool, seq }) => [tool, seq])).toEqual([
      ['list_orders', 0],
      ['list_orders', 1],
      ['list_orders', 2],
    ]);
    expect(shrunk.origin.map((place) => talk.calls[place]?.tool)).toEqual(
      Array(3).fill('list_orders'),
    );
    expect(shrunk.loop).toMatchObject({ kind: 'empty', severity: 'alert', calls: [0, 1, 2] });
  });

  test('stays the loop that it was: a ring keeps its laps', () => {
    const talk = new Conversation();
    for (let lap = 0; lap < 9; lap += 1) {
      talk
        .call('get_quota', { of: 'a' }, '{"left": 40}')
        .call('get_limits', { of: 'a' }, '{"most": 9}');
    }
    const { loop, shrunk } = shrink(talk);
    expect(shrunk.loop.kind).toBe(loop.kind);
    expect(shrunk.calls.length).toBeLessThanOrEqual(6);
  });

  test('cannot spare a single call afterwards', () => {
    const talk = new Conversation().work(2);
    for (let n = 0; n < 12; n += 1) {
      talk.call('edit', { text: `try ${n}` }, 'invalid: text not found', { error: true });
    }
    const { loop, shrunk, options } = shrink(talk);
    for (const place of shrunk.calls.keys()) {
      const fewer = shrunk.calls.filter((_, at) => at !== place);
      const kinds = detectLoops(fewer, options)
        .filter(({ severity }) => severity === loop.severity)
        .map(({ kind }) => kind);
      expect(kinds).not.toContain(loop.kind);
    }
  });

  test('that the calls do not hold is not made up', () => {
    const { loop, options } = shrink(new Conversation().times(5, 'poll', { job: 1 }, '[]'));
    expect(shrinkLoop(new Conversation().work(5).calls, loop, options)).toBeNull();
  });
});

test('a case is judged as its calls say', () => {
  const call = (i: number): CaseCall => ({
    i,
    turn: 1,
    step: i,
    tool: 'create_ticket',
    args: { customer_id: 'c_40912', summary: `wording ${i}` },
    result: 'timed out after 30000 ms',
    result_len: 24,
    error: true,
    start_ms: i * 31_000,
    duration_ms: 30_000,
    effect: 'write',
  });
  const loopCase = {
    id: 'tickets',
    tools: { create_ticket: { identity: ['customer_id'] } },
    calls: [call(0), call(1), call(2)],
  };
  const loops = detectLoops(callsOfCase(loopCase), { declarations: declarationsOfCase(loopCase) });
  expect(loops).toMatchObject([{ kind: 'transport', severity: 'alert', calls: [0, 1, 2] }]);
});
