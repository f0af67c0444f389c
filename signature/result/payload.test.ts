import { expect, test } from 'vitest';
import { openPayload } from './payload.ts';
import { fromValue } from '../value/value.ts';

const ROWS = [{ id: 1 }, { id: 2 }];
const TEXT = JSON.stringify(ROWS);

test.each<[string, unknown]>([
  ['MCP text', { content: [{ type: 'text', text: TEXT }], isError: false }],
  ['MCP text alone', { content: [{ type: 'text', text: TEXT }] }],
  [
    'MCP structured content',
    { content: [{ type: 'text', text: 'two rows' }], structuredContent: { result: ROWS } },
  ],
  ['text blocks', [{ type: 'text', text: TEXT }]],
  ['Bedrock blocks', [{ json: ROWS }]],
  ['bare text blocks', [{ text: TEXT }]],
  [
    'a LangChain constructor',
    { lc: 1, type: 'constructor', id: ['x'], kwargs: { content: TEXT, tool_call_id: 'c' } },
  ],
  [
    'a LangChain tracer',
    { output: { content: TEXT, tool_call_id: 'c', type: 'tool' }, kwargs: {} },
  ],
  [
    'an Anthropic block',
    { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: TEXT }] },
  ],
  ['a Vercel output', { type: 'json', value: ROWS }],
  ['a Google FunctionResponse', { id: 'f', name: 'search', response: { results: ROWS } }],
  ['a single member', { outputs: ROWS }],
  ['a single member beside marks', { result: ROWS, is_error: false, error: null }],
  ['an encoded text in an envelope', { result: JSON.stringify(TEXT) }],
])('%s holds the rows', (_, raw) => {
  expect(openPayload(fromValue(raw)).value).toEqual(ROWS);
});

test.each<[string, unknown]>([
  ['an entity with content', { id: 1, content: 'text', title: 't' }],
  ['an image', [{ type: 'image', data: 'x' }]],
  ['a value of a type', { type: 'celsius', value: 20 }],
  ['two members', { result: 1, unit: 'm' }],
  ['a list of rows', [{ id: 1, text: 'x' }]],
])('%s is no envelope', (_, raw) => {
  expect(openPayload(fromValue(raw)).value).toEqual(raw);
});

test('several texts stay a list', () => {
  const raw = {
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  };
  expect(openPayload(fromValue(raw)).value).toEqual(['a', 'b']);
});
