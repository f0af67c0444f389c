import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { createGuard, type Turn } from '../guard/index.ts';
import { runAnthropic } from './anthropic.ts';
import type { Handlers, RunResult } from './hand-loop.ts';
import { runOpenAI } from './openai.ts';
import { SEARCH_ARGUMENTS } from './testing/incidents.ts';
import { chatFetch, messagesFetch, type Answering } from './testing/providers.ts';
import { LAST_WORDS } from './testing/play.ts';

type Run = (turn: Turn, handlers: Handlers) => Promise<RunResult<unknown>>;

/** A run on each client, whole and streamed, with everything that was streamed. */
const PROVIDERS = ([false, true] as const).flatMap((stream) => {
  const name = (client: string) => (stream ? `${client} client, streamed` : `${client} client`);
  return [
    [
      name('OpenAI'),
      (answering: Answering, heard: unknown[]): Run => {
        const client = new OpenAI({ apiKey: 'none', fetch: chatFetch(answering) });
        const messages = [{ role: 'user' as const, content: 'Help.' }];
        const params = {
          model: 'some-model',
          messages,
          stream,
          stream_options: { include_usage: true },
        };
        return (turn, handlers) =>
          runOpenAI(turn, client, { params, handlers, onChunk: (chunk) => heard.push(chunk) });
      },
    ],
    [
      name('Anthropic'),
      (answering: Answering, heard: unknown[]): Run => {
        const client = new Anthropic({ apiKey: 'none', fetch: messagesFetch(answering) });
        const messages = [{ role: 'user' as const, content: 'Help.' }];
        const params = { model: 'some-model', max_tokens: 100, messages, stream };
        return (turn, handlers) =>
          runAnthropic(turn, client, { params, handlers, onChunk: (event) => heard.push(event) });
      },
    ],
  ] as const;
});

/** Always the same search. */
const searching: Answering = ({ nth }) => [
  { id: `call-${nth}`, tool: 'search_orders', args: JSON.stringify(SEARCH_ARGUMENTS) },
];

describe.each(PROVIDERS)('the hand-written loop on the %s', (name, provider) => {
  test('keeps words, messages and usage of a run that was ended', async () => {
    const heard: unknown[] = [];
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const result = await provider(searching, heard)(turn, { search_orders: () => '[]' });
    expect(result).toMatchObject({
      stop: 'repeated_call',
      output: null,
      partial: 'Let me look.',
      steps: 3,
      usage: { inputTokens: 300, outputTokens: 30 },
    });
    expect(result.messages).toHaveLength(1 + 3 * 2);
    if (name.endsWith('streamed')) expect(heard.length).toBeGreaterThan(3 * 5);
    else expect(heard).toEqual([]);
  });

  test('hands back what the model said as its API takes it', async () => {
    const sent: object[] = [];
    const answering: Answering = (asked) => {
      sent.push(asked.sent);
      return asked.nth === 1 ? searching(asked) : null;
    };
    const result = await provider(answering, [])(createGuard().startTurn(), {
      search_orders: () => [{ order_id: 'o_1' }],
    });
    expect(result).toMatchObject({ stop: 'answer', output: LAST_WORDS, steps: 2 });
    const args = JSON.stringify(SEARCH_ARGUMENTS);
    const [, said, answer] = Reflect.get(sent[1] ?? {}, 'messages') as unknown[];
    if (name.startsWith('OpenAI')) {
      const call = {
        id: 'call-1',
        type: 'function',
        function: { name: 'search_orders', arguments: args },
      };
      expect(said).toMatchObject({
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [call],
      });
      expect(answer).toEqual({
        role: 'tool',
        tool_call_id: 'call-1',
        content: '[{"order_id":"o_1"}]',
      });
    } else {
      const used = {
        type: 'tool_use',
        id: 'call-1',
        name: 'search_orders',
        input: SEARCH_ARGUMENTS,
      };
      expect(said).toEqual({
        role: 'assistant',
        content: [{ type: 'text', text: 'Let me look.' }, used],
      });
      const result = {
        type: 'tool_result',
        tool_use_id: 'call-1',
        content: '[{"order_id":"o_1"}]',
        is_error: false,
      };
      expect(answer).toEqual({ role: 'user', content: [result] });
    }
  });

  test('an unknown tool and forty calls in one answer get an answer each', async () => {
    const sent: object[] = [];
    const answering: Answering = (asked) => {
      sent.push(asked.sent);
      if (asked.nth > 1) return null;
      const many = Array.from({ length: 40 }, (_, id) => ({
        id: `call-${id}`,
        tool: 'search_orders',
        args: JSON.stringify({ id }),
      }));
      return [{ id: 'unknown', tool: 'no_such_tool', args: '{}' }, ...many];
    };
    const turn = createGuard().startTurn();
    await provider(answering, [])(turn, { search_orders: ({ id }: { id: number }) => ({ id }) });
    const answers = JSON.stringify(Reflect.get(sent[1] ?? {}, 'messages'));
    expect(answers).toContain('there is no tool no_such_tool');
    expect(turn.state()).toMatchObject({ calls: 25, stop: { reason: 'call_ceiling' } });
    expect(answers.match(/call_ceiling/g)?.length).toBeGreaterThanOrEqual(16);
  });

  test('arguments that are no JSON are told to the model, not to the tool', async () => {
    let made = 0;
    const sent: object[] = [];
    const answering: Answering = (asked) => {
      sent.push(asked.sent);
      return asked.nth < 6
        ? [{ id: `call-${asked.nth}`, tool: 'search_orders', args: '{"id": ' }]
        : null;
    };
    const turn = createGuard().startTurn();
    await provider(answering, [])(turn, { search_orders: () => (made += 1) });
    if (name === 'Anthropic client') return;
    expect(made).toBe(0);
    expect(JSON.stringify(sent[1])).toContain('no valid JSON');
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
  });
});
