import { describe, expect, it } from 'vitest';
import { readMessages } from './read-messages.ts';

const user = (content: string) => ({ role: 'user', content });
const openAiCall = (id: string, name: string, args: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});

describe('calls asked for', () => {
  it.each([
    ['OpenTelemetry GenAI', { type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } }],
    ['OpenAI chat', openAiCall('c', 'f', '{"a":1}')],
    [
      'OpenAI responses',
      { type: 'function_call', call_id: 'c', id: 'fc_1', name: 'f', arguments: '{"a":1}' },
    ],
    [
      'Anthropic',
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }] },
    ],
    ['Bedrock', { toolUse: { toolUseId: 'c', name: 'f', input: { a: 1 } } }],
    ['Google', { functionCall: { id: 'c', name: 'f', args: { a: 1 } } }],
    ['Genkit', { toolRequest: { ref: 'c', name: 'f', input: { a: 1 } } }],
    ['Vercel', { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 } }],
    ['Vercel without a type', { toolCallId: 'c', toolName: 'f', args: { a: 1 } }],
    ['LangChain', { tool_calls: [{ type: 'tool_call', id: 'c', name: 'f', args: { a: 1 } }] }],
    [
      'OpenInference',
      { tool_calls: [{ tool_call: { id: 'c', function: { name: 'f', arguments: '{"a":1}' } } }] },
    ],
  ])('%s', (_name, message) => {
    for (const place of [[message], JSON.stringify([message])]) {
      const read = readMessages([place], []);
      expect(read?.calls).toHaveLength(1);
      const [{ id, name, arguments: args }] = read!.calls as [
        { id: string; name: string; arguments: unknown },
      ];
      expect([id, name]).toEqual(['c', 'f']);
      expect(typeof args === 'string' ? JSON.parse(args) : args).toEqual({ a: 1 });
    }
  });

  it('written twice side by side are one; without ids each counts', () => {
    const call = { type: 'tool_call', id: 'c', name: 'f', args: {} };
    const doubled = {
      tool_calls: [call],
      additional_kwargs: { tool_calls: [openAiCall('c', 'f', '{}').tool_calls[0]!] },
    };
    expect(readMessages([doubled], [])?.calls).toHaveLength(1);
    const anonymous = { functionCall: { name: 'f', args: {} } };
    expect(readMessages([[anonymous, anonymous]], [])?.calls).toHaveLength(2);
  });

  it('are not the definitions of tools', () => {
    const tools = [
      { type: 'function', function: { name: 'f', parameters: {} } },
      { type: 'function', name: 'f', parameters: {} },
      { functionDeclarations: [{ name: 'f' }] },
    ];
    expect(readMessages([{ tools }], [{ tools }])).toBeNull();
  });

  it('keep 64-bit integers in their arguments', () => {
    const [call] = readMessages(
      ['[{"functionCall":{"name":"f","args":{"id":9007199254740993}}}]'],
      [],
    )!.calls;
    expect(call?.arguments).toEqual({ id: 9_007_199_254_740_993n });
  });
});

describe('results fed back', () => {
  it.each([
    [
      'OpenTelemetry GenAI',
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'r' }] },
      false,
    ],
    [
      'the older GenAI name',
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', result: 'r' }] },
      false,
    ],
    ['OpenAI chat', { role: 'tool', tool_call_id: 'c', content: 'r' }, false],
    ['OpenAI responses', { type: 'function_call_output', call_id: 'c', output: 'r' }, false],
    [
      'Anthropic',
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: 'r', is_error: true }],
      },
      true,
    ],
    [
      'Vercel',
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', output: { type: 'text', value: 'r' } }],
      },
      false,
    ],
    [
      'a failure of Vercel',
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', output: { type: 'error-text', value: 'r' } },
        ],
      },
      true,
    ],
    ['Google', { role: 'user', parts: [{ functionResponse: { id: 'c', response: 'r' } }] }, false],
    ['Genkit', { role: 'tool', content: [{ toolResponse: { ref: 'c', output: 'r' } }] }, false],
    [
      'LangChain',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'ToolMessage'],
        kwargs: { tool_call_id: 'c', content: 'r', status: 'error' },
      },
      true,
    ],
    [
      'a bare text message',
      { role: 'tool', tool_call_id: 'c', parts: [{ type: 'text', content: 'r' }] },
      false,
    ],
  ])('%s', (_name, message, failed) => {
    const { results, users } = readMessages([], [[user('go'), message]])!;
    expect(results).toMatchObject([{ id: 'c', result: 'r', failed }]);
    expect(users).toBe(1);
  });

  it('of earlier steps are history and left out', () => {
    const history = [
      user('go'),
      openAiCall('c0', 'f', '{}'),
      { role: 'tool', tool_call_id: 'c0', content: 'old' },
      openAiCall('c1', 'f', '{}'),
      { role: 'tool', tool_call_id: 'c1', content: 'new' },
    ];
    const { results, assistants, calls } = readMessages([], [history])!;
    expect(results.map(({ id }) => id)).toEqual(['c1']);
    expect([assistants, calls]).toEqual([2, []]);
  });

  it('are read where they have ids, if any place has them', () => {
    const named = [{ role: 'tool', tool_call_id: 'c', content: 'r' }];
    const anonymous = [{ role: 'tool', content: 'r' }];
    expect(readMessages([], [anonymous, named])?.results[0]?.id).toBe('c');
    expect(readMessages([], [anonymous])?.results[0]?.id).toBe('');
  });

  it('are read where they say something, if any place does', () => {
    const silent = [{ role: 'user', tool_call_id: 'c' }];
    const told = [{ toolResult: { toolUseId: 'c', content: [{ text: 'r' }] } }];
    expect(readMessages([], [silent, told])?.results).toMatchObject([{ result: [{ text: 'r' }] }]);
    expect(readMessages([], [silent])?.results).toMatchObject([{ result: null }]);
  });
});

describe('users', () => {
  it('are counted, and the last one is known', () => {
    const read = (...texts: string[]) => readMessages([], [texts.map(user)])!;
    expect(read('a', 'b')).toMatchObject({ users: 2, assistants: 0 });
    expect(read('a', 'b').lastUser).not.toBe(read('a', 'c').lastUser);
    expect(read('x', 'b').lastUser).toBe(read('a', 'b').lastUser);
  });

  it('are unknown where no input was sent', () => {
    expect(readMessages([openAiCall('c', 'f', '{}')], [])).toMatchObject({
      users: null,
      assistants: null,
    });
  });
});

describe('words', () => {
  it.each([
    ['OpenTelemetry GenAI', { role: 'assistant', parts: [{ type: 'text', content: 'Hello' }] }],
    ['OpenAI chat', { choices: [{ message: { role: 'assistant', content: 'Hello' } }] }],
    [
      'OpenAI responses',
      { role: 'assistant', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] },
    ],
    [
      'Anthropic',
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Hello' },
          { type: 'tool_use', id: 'c', name: 'f', input: {} },
        ],
      },
    ],
    ['Google', { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] } }] }],
    [
      'LangChain',
      { id: ['langchain_core', 'messages', 'AIMessage'], kwargs: { content: 'Hello' } },
    ],
    ['plain text', 'Hello'],
  ])('of an answer as %s writes it', (_name, message) => {
    expect(readMessages([message], [])?.said).toBe('Hello');
  });

  it('of users are those since the last answer', () => {
    const history = [user('one'), { role: 'assistant', content: 'ok' }, user('two'), user('three')];
    expect(readMessages([], [history])?.heard).toBe('two\n\nthree');
    const answered = [user('one'), openAiCall('c', 'f', '{}')];
    expect(readMessages([], [answered])?.heard).toBe('');
  });

  it('beside the messages count where these have none', () => {
    const call = [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }];
    expect(readMessages([call], [], { said: 'Hello' })?.said).toBe('Hello');
  });
});

it.each([
  [['constructor']],
  [[{ type: 'constructor' }]],
  [[{ type: 'toString', role: 'hasOwnProperty' }]],
  ['[1,'],
  [7],
])('%j is no message', (place) => {
  expect(readMessages([place], [place])).toBeNull();
});

it('messages nested beyond reason are not followed', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(readMessages([deep], [deep])).toBeNull();
});

it('an output function asked for is the answer, not a call', () => {
  const answer = JSON.stringify([
    {
      role: 'assistant',
      parts: [
        { type: 'tool_call', id: 'c1', name: 'search', arguments: { q: 'x' } },
        { type: 'tool_call', id: 'c2', name: 'final_answer', arguments: { answer: 'y' } },
      ],
    },
  ]);
  const names = (functions: readonly string[]) =>
    readMessages([answer], [], { outputFunctions: functions })?.calls.map(({ name }) => name);
  expect(names([])).toEqual(['search', 'final_answer']);
  expect(names(['final_answer'])).toEqual(['search']);
});

describe('the calls of the answer before', () => {
  const told = { role: 'tool', tool_call_id: 'c2', content: '[]' };
  const talk = [
    user('hi'),
    openAiCall('c1', 'f', '{}'),
    { ...told, tool_call_id: 'c1' },
    openAiCall('c2', 'g', '{"a":1}'),
    told,
  ];
  const before = (answer: unknown, input: unknown) =>
    readMessages([JSON.stringify(answer)], [JSON.stringify(input)])?.callsBefore;

  it('are kept where this one shows none', () => {
    expect(before([{ role: 'assistant', content: '' }], talk)).toEqual([
      { id: 'c2', name: 'g', arguments: '{"a":1}' },
    ]);
  });

  it.each([
    ['asks itself', [openAiCall('c3', 'f', '{}')], talk],
    ['is told nothing of them', [], talk.slice(0, -1)],
    ['goes on from words', [], [...talk, { role: 'assistant', content: 'Done.' }, user('more')]],
  ])('are not, where this one %s', (_what, answer, input) => {
    expect(before(answer, input)).toBeUndefined();
  });

  it('are all functions between two results', () => {
    const call = (id: string) => ({
      type: 'function_call',
      call_id: id,
      name: 'f',
      arguments: '{}',
    });
    const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: '[]' });
    const input = [
      user('hi'),
      call('a'),
      output('a'),
      call('b'),
      call('c'),
      output('b'),
      output('c'),
    ];
    expect(before([], input)?.map(({ id }) => id)).toEqual(['b', 'c']);
  });
});
