import { describe, expect, test } from 'vitest';

import { readChat } from './read-chat.ts';
import type { RecordedRun } from './run.ts';

const read = (chat: unknown) => readChat(chat, JSON.stringify(chat));
/** Turn, step and call as one list, to be read at a glance. */
const callsOf = (run: RecordedRun) =>
  run.turns.flatMap((turn) =>
    turn.steps.flatMap((step, index) =>
      step.calls.map((call) => [
        turn.number,
        index,
        call.tool,
        call.args,
        call.result,
        call.isError,
      ]),
    ),
  );
const answersOf = (run: RecordedRun) =>
  run.turns.flatMap((turn) => turn.steps.map((step) => [turn.number, step.answer?.text]));

describe('OpenAI chat', () => {
  const chat = {
    id: 'chat-1',
    agent: 'support',
    model: 'gpt-x',
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'Where is my order?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'search_orders', arguments: '{"id":1}' },
          },
          { id: 'c2', type: 'function', function: { name: 'get_user', arguments: '{}' } },
        ],
        usage: {
          prompt_tokens: 120,
          completion_tokens: 14,
          prompt_tokens_details: { cached_tokens: 20 },
        },
      },
      { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'Mia' }] },
      { role: 'tool', tool_call_id: 'c1', content: '[]' },
      { role: 'assistant', content: 'Nothing found.' },
      { role: 'user', content: [{ type: 'text', text: 'Again.' }] },
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'search_orders', arguments: '{"id":1}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '' },
    ],
  };

  test('calls, results and turns', () => {
    const run = read(chat);
    expect(run).toMatchObject({
      id: 'chat-1',
      agent: 'support',
      model: 'gpt-x',
      task: 'Where is my order?',
    });
    expect(callsOf(run)).toEqual([
      [1, 0, 'search_orders', '{"id":1}', '[]', null],
      [1, 0, 'get_user', '{}', 'Mia', null],
      [2, 0, 'search_orders', '{"id":1}', '', null],
    ]);
    expect(answersOf(run)).toEqual([
      [1, ''],
      [1, 'Nothing found.'],
      [2, ''],
    ]);
    expect(run.turns[0]!.steps[0]!.answer).toMatchObject({
      inputTokens: 120,
      outputTokens: 14,
      cachedInputTokens: 20,
    });
  });

  test('a list of messages alone is a chat, named by its content', () => {
    expect(read(chat.messages).id).toMatch(/^chat-[0-9a-f]{16}$/);
    expect(callsOf(read(chat.messages))).toHaveLength(3);
  });

  test('function calls of old, whose results name no call', () => {
    const run = read([
      { role: 'user', content: 'x' },
      { role: 'assistant', function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: 'done' },
    ]);
    expect(callsOf(run)).toEqual([[1, 0, 'f', '{"a":1}', 'done', null]]);
  });

  test('an id that is used again belongs to the latest call', () => {
    const ask = {
      role: 'assistant',
      tool_calls: [{ id: 'call_0', function: { name: 'f', arguments: '{}' } }],
    };
    const run = read([
      { role: 'user', content: 'x' },
      ask,
      { role: 'tool', tool_call_id: 'call_0', content: 'one' },
      ask,
      { role: 'tool', tool_call_id: 'call_0', content: 'two' },
      ask,
    ]);
    expect(callsOf(run).map(([, , , , result]) => result)).toEqual(['one', 'two', null]);
  });
});

describe('Anthropic', () => {
  const chat = {
    conversation_id: 'conv',
    messages: [
      { role: 'user', content: 'Is it on its way?' },
      {
        role: 'assistant',
        model: 'claude-x',
        stop_reason: 'tool_use',
        usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 8 },
        content: [
          { type: 'text', text: 'Let me look.' },
          {
            type: 'tool_use',
            id: 'toolu_1',
            name: 'search_orders',
            input: { status: 'in transit' },
          },
          { type: 'tool_use', id: 'toolu_2', name: 'get_user', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            is_error: true,
            content: 'status is not one of ...',
          },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: [{ type: 'text', text: '{"id":7}' }],
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'It is.' }] },
    ],
  };

  test('calls, results and their errors; results begin no turn', () => {
    const run = read(chat);
    expect(run).toMatchObject({ id: 'conv', model: 'claude-x', task: 'Is it on its way?' });
    expect(callsOf(run)).toEqual([
      [1, 0, 'search_orders', '{"status":"in transit"}', 'status is not one of ...', true],
      [1, 0, 'get_user', '{}', '{"id":7}', null],
    ]);
    expect(run.turns[0]!.steps[0]!.answer).toMatchObject({
      text: 'Let me look.',
      finishReason: 'tool_use',
      inputTokens: 100,
      cachedInputTokens: 90,
    });
  });

  test('tools that the provider runs answer in the same message', () => {
    const run = read([
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
          { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
        ],
      },
    ]);
    expect(callsOf(run)).toEqual([[1, 0, 'web_search', '{"query":"q"}', '', null]]);
  });
});

test('OpenAI responses: calls are items, and those in a row are of one answer', () => {
  const run = read({
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"n":1}' },
      { type: 'function_call', call_id: 'b', name: 'g', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'one' },
      { type: 'function_call_output', call_id: 'b', output: 'two' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"n":1}' },
      { type: 'function_call_output', call_id: 'c', output: 'one' },
    ],
    output: [
      { type: 'mcp_call', id: 'm', name: 'h', arguments: '{}', output: null, error: 'denied' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
    ],
  });
  expect(callsOf(run)).toEqual([
    [1, 0, 'f', '{"n":1}', 'one', null],
    [1, 0, 'g', '{}', 'two', null],
    [1, 1, 'f', '{"n":1}', 'one', null],
    [1, 2, 'h', '{}', 'denied', true],
  ]);
  expect(answersOf(run).at(-1)).toEqual([1, 'Done.']);
});

test.each<[what: string, chat: unknown, message: string]>([
  ['an object without messages', { id: 1 }, 'no list of messages'],
  [
    'a message that is none',
    [{ role: 'user', content: 'x' }, { a: 1 }],
    'message 2 has neither a role',
  ],
])('%s is refused', (_what, chat, message) => {
  expect(() => read(chat)).toThrow(message);
});
