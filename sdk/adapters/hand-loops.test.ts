import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { declareTool } from '../declare.ts';
import { createGuard, type Turn } from '../guard/index.ts';
import { runAnthropic } from './anthropic.ts';
import type { Handlers, RunResult } from './hand-loop.ts';
import {
  ACTIONABLE_FAULT,
  BARE_FAULT,
  createCloud,
  createTicketService,
  nextResizeCall,
  SEARCH_ARGUMENTS,
  TICKET_DECLARATION,
  ticketArguments,
} from './incidents.ts';
import { runOpenAI } from './openai.ts';

type Called = { tool: string; args: object | string };
type Next = (attempt: number, lastResult: string | null) => Called | Called[] | null;

interface Sent {
  tools?: unknown[];
  tool_choice?: { type?: string };
  messages: { role: string; content: unknown }[];
}

/** A provider that answers over the client's own fetch, and keeps what it was sent. */
interface Provider {
  sent: Sent[];
  run: (turn: Turn, handlers: Handlers) => Promise<RunResult<unknown>>;
}

const TOOLS = ['create_ticket', 'search_orders', 'resize_instance', 'stop_instance'];
const PARTIAL = 'Let me look.';

function stubbornFetch(
  sent: Sent[],
  next: Next,
  reply: (calls: Called[] | null, nth: number) => object,
): typeof fetch {
  return async (_, init) => {
    const request: Sent = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    sent.push(request);
    const isToolless = (request.tools ?? []).length === 0 || request.tool_choice?.type === 'none';
    const content = request.messages.at(-1)?.content;
    const last =
      sent.length === 1 ? null : typeof content === 'string' ? content : JSON.stringify(content);
    const calls = isToolless ? null : next(sent.length - 1, last?.replaceAll('\\"', '"') ?? null);
    const body = reply(calls === null ? null : [calls].flat(), sent.length);
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
}

function openai(next: Next): Provider {
  const sent: Sent[] = [];
  const client = new OpenAI({
    apiKey: 'none',
    fetch: stubbornFetch(sent, next, (calls, nth) => ({
      id: 'c',
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: calls === null ? 'stop' : 'tool_calls',
          message: {
            role: 'assistant',
            content: calls === null ? 'It could not be finished.' : PARTIAL,
            tool_calls: calls?.map(({ tool, args }, at) => ({
              id: `call-${nth}-${at}`,
              type: 'function',
              function: {
                name: tool,
                arguments: typeof args === 'string' ? args : JSON.stringify(args),
              },
            })),
          },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    })),
  });
  const tools = TOOLS.map((name) => ({ type: 'function' as const, function: { name } }));
  const messages = [{ role: 'user' as const, content: 'Help.' }];
  return {
    sent,
    run: (turn, handlers) =>
      runOpenAI(turn, client, { params: { model: 'some-model', messages, tools }, handlers }),
  };
}

function anthropic(next: Next): Provider {
  const sent: Sent[] = [];
  const client = new Anthropic({
    apiKey: 'none',
    fetch: stubbornFetch(sent, next, (calls, nth) => ({
      id: 'm',
      type: 'message',
      role: 'assistant',
      stop_reason: calls === null ? 'end_turn' : 'tool_use',
      content:
        calls === null
          ? [{ type: 'text', text: 'It could not be finished.' }]
          : [
              { type: 'text', text: PARTIAL },
              ...calls.map(({ tool, args }, at) => ({
                type: 'tool_use',
                id: `toolu_${nth}_${at}`,
                name: tool,
                input: args,
              })),
            ],
      usage: { input_tokens: 100, output_tokens: 10 },
    })),
  });
  const tools = TOOLS.map((name) => ({ name, input_schema: { type: 'object' as const } }));
  const messages = [{ role: 'user' as const, content: 'Help.' }];
  const params = { model: 'some-model', max_tokens: 100, messages, tools };
  return { sent, run: (turn, handlers) => runAnthropic(turn, client, { params, handlers }) };
}

describe.each([
  ['OpenAI', openai],
  ['Anthropic', anthropic],
] as const)('the hand-written loop on the %s client', (name, provider) => {
  const tickets = async (declaration: object) => {
    const service = createTicketService();
    const create = declareTool(
      (args: unknown, { idempotencyKey }: { idempotencyKey: string | null }) =>
        service.create(args, 'idempotency' in declaration ? idempotencyKey : null),
      { ...TICKET_DECLARATION, ...declaration },
    );
    const { sent, run } = provider((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const turn = createGuard({ retry: false }).startTurn();
    return { service, sent, turn, result: await run(turn, { create_ticket: create }) };
  };

  test('the ticket turn ends at three tickets, and the next model call has no tools', async () => {
    const { service, sent, result } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(sent).toHaveLength(4);
    if (name === 'OpenAI') expect(sent[3]).not.toHaveProperty('tools');
    else expect(sent[3]?.tool_choice).toEqual({ type: 'none' });
    expect(JSON.stringify(sent[3]?.messages.at(-1))).toMatch(/may have succeeded; do not retry/);
    expect(JSON.stringify(sent[2]?.messages.at(-1))).toContain('second identical call');
    expect(result).toMatchObject({
      stop: 'repeated_call',
      output: 'It could not be finished.',
      steps: 4,
    });
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call; words, messages and usage are kept', async () => {
    const { run, sent } = provider(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const result = await run(turn, { search_orders: () => '[]' });
    expect(sent).toHaveLength(3);
    expect(result).toMatchObject({
      stop: 'repeated_call',
      output: null,
      partial: PARTIAL,
      steps: 3,
      usage: { inputTokens: 300, outputTokens: 30 },
    });
    expect(result.messages).toHaveLength(1 + 3 * 2);
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, 'answer'],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, stop) => {
    const cloud = createCloud(fault);
    const { run } = provider((_, last) => nextResizeCall(last));
    const handlers = { resize_instance: () => cloud.resize(), stop_instance: () => cloud.stop() };
    const result = await run(createGuard().startTurn(), handlers);
    expect(cloud.calls).toHaveLength(calls);
    expect(result.stop).toBe(stop);
  });

  test('an unknown tool and forty calls in one answer get an answer each', async () => {
    const { run, sent } = provider((attempt) =>
      attempt === 0
        ? [
            { tool: 'no_such_tool', args: {} },
            ...Array.from({ length: 40 }, (_, id) => ({ tool: 'search_orders', args: { id } })),
          ]
        : null,
    );
    const turn = createGuard().startTurn();
    await run(turn, { search_orders: ({ id }: { id: number }) => ({ id }) });
    const answers = JSON.stringify(sent[1]?.messages);
    expect(answers).toContain('there is no tool no_such_tool');
    expect(turn.state()).toMatchObject({ calls: 25, stop: { reason: 'call_ceiling' } });
    expect(answers.match(/call_ceiling/g)?.length).toBeGreaterThanOrEqual(16);
  });
});

test('arguments that are no JSON are told to the model, not to the tool', async () => {
  let made = 0;
  const { run, sent } = openai((attempt) =>
    attempt < 5 ? { tool: 'search_orders', args: '{"id": ' } : null,
  );
  const turn = createGuard().startTurn();
  await run(turn, { search_orders: () => (made += 1) });
  expect(made).toBe(0);
  expect(JSON.stringify(sent[1]?.messages.at(-1))).toContain('no valid JSON');
  expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
});
