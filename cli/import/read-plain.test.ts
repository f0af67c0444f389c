import { describe, expect, test } from 'vitest';

import { readPlain } from './read-plain.ts';

const read = (run: unknown) => readPlain(run, JSON.stringify(run));
const firstCall = (call: Record<string, unknown>) =>
  read({ id: 'r', calls: [{ tool: 't', ...call }] }).turns[0]!.steps[0]!.calls[0]!;

describe('a run', () => {
  test('is cut into turns, and steps of calls side by side', () => {
    const run = read({
      id: 17,
      dataset: 'd',
      agent: 'a',
      agent_version: '1.2',
      model: 'm',
      task: 'why',
      reward: 0.5,
      calls: [
        { i: 0, turn: 2, step: 1, tool: 'x', args: { q: 1 } },
        { i: 1, turn: 2, step: 1, tool: 'y', args: 'text' },
        { i: 2, turn: 2, step: 2, tool: 'x' },
        { i: 3, turn: 3, tool: '', args: null },
      ],
    });
    expect(run).toMatchObject({
      id: '17',
      dataset: 'd',
      agent: 'a',
      agentVersion: '1.2',
      task: 'why',
    });
    expect(
      run.turns.map((turn) => [turn.number, turn.steps.map((step) => step.calls.length)]),
    ).toEqual([
      [2, [2, 1]],
      [3, [1]],
    ]);
    const calls = run.turns.flatMap((turn) => turn.steps.flatMap((step) => step.calls));
    expect(calls.map(({ id, tool, args }) => [id, tool, args])).toEqual([
      ['call-0', 'x', '{"q":1}'],
      ['call-1', 'y', 'text'],
      ['call-2', 'x', null],
      ['call-3', 'unnamed', null],
    ]);
  });

  test('without calls is one turn that called nothing', () => {
    expect(read({ id: 'r', calls: [] }).turns).toEqual([{ number: 1, session: '', steps: [] }]);
  });

  test('without an id is named by its content', () => {
    const run = { calls: [{ tool: 't' }] };
    expect(read(run).id).toBe(read(run).id);
    expect(read(run).id).not.toBe(read({ calls: [{ tool: 'u' }] }).id);
  });

  test.each<[what: string, run: unknown, message: string]>([
    ['calls that are no list', { calls: 1 }, 'calls: expected array, received number'],
    [
      'a call without a tool',
      { calls: [{}] },
      'calls[0].tool: expected string, received undefined',
    ],
    [
      'a turn of 0',
      { calls: [{ tool: 't', turn: 0 }] },
      'calls[0].turn: Too small: expected number to be >=1',
    ],
    [
      'a time that is none',
      { calls: [{ tool: 't' }, { tool: 't', t: 'noon' }] },
      'calls[1].t: give ISO 8601, seconds or milliseconds since 1970',
    ],
  ])('%s is refused by name', (_what, run, message) => {
    expect(() => read(run)).toThrow(message);
  });
});

describe('a result', () => {
  test('keeps empty text apart from none', () => {
    expect(firstCall({ result: '' }).result).toBe('');
    expect(firstCall({}).result).toBeNull();
    expect(firstCall({ result: null }).result).toBeNull();
    expect(firstCall({ result: [] }).result).toBe('[]');
  });

  test('of kind unrecorded is none', () => {
    expect(firstCall({ result: 'x', kind: 'unrecorded' }).result).toBeNull();
    expect(firstCall({ result: 'x', kind: 'validation' }).result).toBe('x');
  });

  test('that is cut brings the length and fingerprint of the whole', () => {
    const cut = { result: 'abc', result_len: 5, result_sha: 'f00' };
    expect(firstCall(cut).wholeResult).toEqual({ length: 5, sha: 'f00' });
    expect(firstCall({ ...cut, result_len: 3 }).wholeResult).toBeNull();
    expect(firstCall({ ...cut, result: '\u{1F600}bc', result_len: 3 }).wholeResult).toBeNull();
  });
});

test.each<[error: unknown, isError: boolean | null, text: string, type: string]>([
  [undefined, null, '', ''],
  [null, null, '', ''],
  [false, false, '', ''],
  [true, true, '', ''],
  ['timed out', true, 'timed out', ''],
  [{ type: 'timeout', message: 'late' }, true, 'late', 'timeout'],
])('error %j', (error, isError, errorText, errorType) => {
  expect(firstCall({ error })).toMatchObject({ isError, errorText, errorType });
});

test.each<[t: unknown, ms: number]>([
  [1_763_510_516, 1_763_510_516_000],
  [1_763_510_516.25, 1_763_510_516_250],
  [1_763_510_516_250, 1_763_510_516_250],
  ['2025-03-19T16:48:29.850Z', 1_742_402_909_850],
  ['2025-03-19T16:48:29.850', 1_742_402_909_850],
])('t %j is %i ms', (t, ms) => {
  expect(firstCall({ t }).startMs).toBe(ms);
});
