import { expect, test } from 'vitest';
import { declarationOf, declaredTools, declareTool } from './declare.ts';
import { declarationLookup } from './options.ts';

const DECLARATION = { identity: ['order_id'] };

test.each([
  ['a name', 'by_name', 'by_name'],
  ['an object with a name', { name: 'by_object', run: () => 1 }, 'by_object'],
  [
    'an OpenAI function tool',
    { type: 'function', function: { name: 'by_function' } },
    'by_function',
  ],
  ['an object with a toolName', { toolName: 'by_tool_name' }, 'by_tool_name'],
])('%s is declared and given back', (_, tool, name) => {
  expect(declareTool(tool, DECLARATION)).toBe(tool);
  expect(declaredTools().get(name)).toBe(DECLARATION);
});

test('the later declaration wins, and that of the options wins over both', () => {
  declareTool('twice', { identity: ['a'] });
  declareTool('twice', { identity: ['b'] });
  expect(declarationLookup({})('twice')).toEqual({ identity: ['b'] });
  expect(declarationLookup({ tools: { twice: { identity: ['c'] } } })('twice')).toEqual({
    identity: ['c'],
  });
  expect(declarationLookup({ tools: new Map([['other', {}]]) })('twice')).toEqual({
    identity: ['b'],
  });
});

test('a tool that is declared after the processor was made is found', () => {
  const lookup = declarationLookup({});
  declareTool('later', DECLARATION);
  expect(lookup('later')).toBe(DECLARATION);
  expect(lookup('__proto__')).toBeUndefined();
});

test('a tool object without a name is declared itself, and known by name once a framework runs it', () => {
  const tool = declareTool({ execute: () => 1 }, DECLARATION);
  expect(declarationOf(tool, 'run_as')).toBe(DECLARATION);
  expect(declaredTools().get('run_as')).toBe(DECLARATION);
  expect(declarationOf({ execute: () => 1 }, 'another')).toBeUndefined();
});
