import { describe, expect, it } from 'vitest';

import type { Declarations } from '@loopscope/signature';

import { resolve } from '../testing/resolve.ts';
import { asked, modelSpan, toolSpan } from '../testing/spans.ts';
import type { ToolFrame } from '../testing/spans.ts';

const declarations: Declarations = new Map([
  ['create_ticket', { identity: ['customer_id'], effect: 'write' }],
]);

/** Calls one after the other, 100 ms each. */
function inTurn(frames: readonly Partial<ToolFrame>[]) {
  const rows = frames.map((frame, i) =>
    toolSpan({
      id: `a${i}`,
      at: [i * 100, i * 100 + 90],
      tool: 'create_ticket',
      args: { customer_id: 'c_40912' },
      declarations,
      ...frame,
    }),
  );
  return resolve(rows, { declarations }).toolCalls;
}

const timeout = { error: 'timed out after 30 s' };
const invalid = { error: 'validation error: priority must be one of low, high' };

describe('attempts', () => {
  it('count one key: a fixed validation error and then timeouts are two', () => {
    const calls = inTurn([invalid, timeout, timeout, { result: { id: 1 } }]);
    expect(calls.map((call) => [call.error_class, call.attempt])).toEqual([
      ['validation', 1],
      ['timeout', 1],
      ['timeout', 2],
      ['', 1],
    ]);
  });

  it('count fourteen timeouts of reworded tickets as fourteen of one key', () => {
    const calls = inTurn(
      Array.from({ length: 14 }, (_, i) => ({
        ...timeout,
        args: { customer_id: 'c_40912', summary: `wording ${i}` },
      })),
    );
    expect(calls.at(-1)?.attempt).toBe(14);
    expect(new Set(calls.map((call) => call.signature)).size).toBe(14);
    expect(new Set(calls.map((call) => call.identity)).size).toBe(1);
  });

  it('of calls with unknown arguments are always the first', () => {
    const calls = inTurn([{ args: undefined }, { args: undefined }, { args: undefined }]);
    expect(calls.map((call) => [call.attempt, call.args_known])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});

describe('a retry', () => {
  it('bears the family of the failure before it and knows whether it came to something', () => {
    const calls = inTurn([invalid, timeout, { result: { id: 1 } }]);
    expect(calls.map((call) => [call.retry, call.eventual_success])).toEqual([
      ['', 0],
      ['semantic', 1],
      ['transport', 1],
    ]);
  });

  it('is no call for something else', () => {
    const calls = inTurn([timeout, { args: { customer_id: 'c_2' } }, timeout]);
    expect(calls.map((call) => [call.retry, call.eventual_success])).toEqual([
      ['', 0],
      ['', 0],
      ['transport', 0],
    ]);
  });

  it('is no call that was asked for together with the one that failed', () => {
    const args = { customer_id: 'c_40912' };
    const wishes = ['x', 'y'].map((id) => asked(id, 'create_ticket', args));
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: wishes } }),
      toolSpan(
        { id: 'a', at: [20, 30], tool: 'create_ticket', args, ...timeout },
        { call_id: 'x' },
      ),
      toolSpan(
        { id: 'b', at: [21, 31], tool: 'create_ticket', args, ...timeout },
        { call_id: 'y' },
      ),
      modelSpan({ id: '2', at: [40, 50] }),
      toolSpan({ id: 'c', at: [60, 70], tool: 'create_ticket', args, ...timeout }),
    ]);
    expect(toolCalls.map((call) => [call.step, call.attempt, call.retry])).toEqual([
      [0, 1, ''],
      [0, 2, ''],
      [1, 3, 'transport'],
    ]);
  });
});
