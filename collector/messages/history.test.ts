import { describe, expect, it } from 'vitest';
import type { WireObject, WireValue } from '../decode/wire-span.ts';
import { readHistory } from './history.ts';
import { readMessages } from './read-messages.ts';

const user = (content: string): WireObject => ({ role: 'user', content });
const asking = (id: string | null, args: WireValue = '{"q":1}'): WireObject => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      ...(id === null ? {} : { id }),
      type: 'function',
      function: { name: 'search', arguments: args },
    },
  ],
});
const told = (id: string, content: string): WireObject => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

function historyOf(input: WireValue, answer: WireValue) {
  return readHistory([input], readMessages([answer], [input])?.calls ?? []);
}

describe('what one model call can be told to go on from', () => {
  it.each([
    ['with ids', 'call_1'],
    ['without ids', null],
  ])('is the input and the answer of the one before, %s', (_which, id) => {
    const first = historyOf([user('hi')], asking(id));
    const second = historyOf([user('hi'), asking(id), told(id ?? '', '[]')], asking('call_2'));
    expect(first).toMatchObject({ asks: second?.answers, answers: '', whole: second?.before });
    expect(first?.asks).toMatch(/^[0-9a-f]{16}$/);
  });

  it('has the arguments as an object or as their text', () => {
    expect(historyOf([user('hi')], asking('call_1', { q: 1 }))).toEqual(
      historyOf([user('hi')], asking('call_1')),
    );
  });

  it.each([
    ['instructions', [{ role: 'system', content: 'It is 10:01.' }, user('hi')]],
    ['marks of caches', [{ ...user('hi'), cache_control: { type: 'ephemeral' } }]],
    ['what a request wraps them in', { model: 'm', messages: [user('hi')] }],
    ['OpenInference’s wrapping', [{ message: user('hi') }]],
    ['JSON text', JSON.stringify([user('hi')])],
    ['a list of their own in a record', [[user('hi')]]],
  ])('leaves out %s', (_what, input) => {
    expect(historyOf(input, asking('call_1'))).toEqual(historyOf([user('hi')], asking('call_1')));
  });

  it('tells talks apart that begin differently, where calls have no ids', () => {
    const a = historyOf([user('hi')], asking(null));
    const b = historyOf([user('hello')], asking(null));
    expect(a?.asks).not.toBe(b?.asks);
  });

  it('takes the functions of the Responses interface for the answer', () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{"q":1}' };
    const output = { type: 'function_call_output', call_id: 'call_1', output: '[]' };
    const first = historyOf({ input: [user('hi')] }, { output: [call] });
    const second = historyOf({ input: [user('hi'), call, output] }, 'Done.');
    expect(second).toMatchObject({ answers: first?.asks, before: first?.whole, asks: '' });
  });

  it('is nothing where no calls are asked for and none are answered', () => {
    expect(historyOf([user('hi')], { role: 'assistant', content: 'Hello.' })).toBeNull();
  });
});
