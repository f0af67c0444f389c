import { expect, test } from 'vitest';

import { toolSteps } from '../trajectory/marks.ts';
import { readFile } from './read-file.ts';

const openAi = {
  messages: [
    { role: 'user', content: 'Where is my refund?' },
    ...[0, 1, 2].flatMap((at) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${at}`, function: { name: 'search', arguments: '{"q":1}' } }],
      },
      { role: 'tool', tool_call_id: `c${at}`, content: '[]' },
    ]),
    { role: 'assistant', content: 'I cannot see it.' },
  ],
};

test('a chat of OpenAI’s form becomes steps with attempts and results', () => {
  const read = readFile('run.json', JSON.stringify(openAi));
  const calls = toolSteps(read?.steps ?? []);
  expect(calls.map((call) => [call.attempt, call.result, call.result_kind])).toEqual([
    [1, '[]', 'empty'],
    [2, '[]', 'empty'],
    [3, '[]', 'empty'],
  ]);
  expect(new Set(calls.map((call) => call.identity)).size).toBe(1);
  expect(read?.turn).toMatchObject({ turn_id: 'file:run.json', max_attempts: 3, calls: 3 });
  const [first, ...rest] = read?.steps ?? [];
  expect(first).toMatchObject({ kind: 'model', user_text: 'Where is my refund?' });
  expect(rest.at(-1)).toMatchObject({ kind: 'model', text: 'I cannot see it.' });
});

test('a chat of Anthropic’s form too, with its errors', () => {
  const read = readFile(
    'run.json',
    JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'Go' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'c', name: 'search', input: { q: 1 } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true }],
      },
    ]),
  );
  expect(read?.steps).toMatchObject([
    { kind: 'model', text: 'Looking.', user_text: 'Go' },
    { kind: 'tool', outcome: 'error', error_message: 'no', args: '{"q":1}' },
  ]);
});

test('what was exported here is read again', () => {
  const read = readFile('run.json', JSON.stringify(openAi));
  expect(readFile('again.json', JSON.stringify(read))?.steps).toEqual(read?.steps);
});

test.each(['', '{}', '[]', '"text"', '[1,2]', '{"messages":[]}', '{"messages":[{"role":"user"}]}'])(
  '%j is nothing to look at',
  (text) => {
    expect(readFile('x.json', text)).toBeNull();
  },
);
