import { generateText, isStepCount, streamText, tool, type ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard, type Turn } from '../guard/index.ts';
import {
  createTicketService,
  SEARCH_ARGUMENTS,
  TICKET_DECLARATION,
  ticketArguments,
} from './testing/incidents.ts';
import { playGenerateText, vercelModel } from './testing/play-vercel.ts';
import { LAST_WORDS, StubbornModel } from './testing/play.ts';
import { guardVercel } from './vercel.ts';

const any = z.looseObject({});

function searching() {
  const stubborn = new StubbornModel(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
  return { model: vercelModel(stubborn), asked: stubborn.asked };
}

const search = { search_orders: tool({ inputSchema: any, execute: async () => [] }) };

describe('the Vercel AI SDK', () => {
  test('keeps steps, usage and results of a run that was stopped', async () => {
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const settings = guardVercel(turn, { tools: search, stopWhen: isStepCount(40) });
    const result = await generateText({ model: searching().model, prompt: '?', ...settings });
    expect(result.steps).toHaveLength(3);
    expect(result.totalUsage.inputTokens).toBe(300);
    expect(result.steps[1]?.toolResults[0]?.output).toEqual([]);
  });

  test('streams on after a stop: parts, steps and usage of the whole run are there', async () => {
    const turn = createGuard().startTurn();
    const settings = guardVercel(turn, { tools: search, stopWhen: isStepCount(40) });
    const result = streamText({ model: searching().model, prompt: '?', ...settings });
    const parts: string[] = [];
    for await (const part of result.fullStream) parts.push(part.type);
    expect(parts.filter((type) => type === 'tool-result')).toHaveLength(3);
    expect(parts).not.toContain('error');
    expect(await result.steps).toHaveLength(4);
    expect(await result.text).toBe(LAST_WORDS);
    expect((await result.totalUsage).inputTokens).toBe(400);
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });

  test('a tool that yields parts keeps yielding them, and its last part counts', async () => {
    const turn = createGuard().startTurn();
    const tools = {
      search_orders: tool({
        inputSchema: any,
        async *execute() {
          yield ['searching'];
          yield [] as string[];
        },
      }),
    };
    const settings = guardVercel(turn, { tools, stopWhen: isStepCount(9) });
    const result = streamText({ model: searching().model, prompt: '?', ...settings });
    let preliminary = 0;
    for await (const part of result.fullStream) {
      if (part.type === 'tool-result' && part.preliminary === true) preliminary += 1;
    }
    expect(preliminary).toBeGreaterThanOrEqual(6);
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
  });

  test('a tool whose parts nobody reads to the end runs no longer', async () => {
    const turn = createGuard().startTurn();
    const execute = async function* execute() {
      yield 'sending';
      yield 'sent';
    };
    const send = declareTool(tool({ inputSchema: any, execute }), { effect: 'write' });
    const { tools } = guardVercel(turn, { tools: { send } });
    const call = { toolCallId: 'c', messages: [], context: {} };
    const parts = tools.send.execute?.({ to: 'ana' }, call) ?? [];
    for await (const part of parts as AsyncIterable<string>) {
      expect([part, turn.state().inFlight.length]).toEqual(['sending', 1]);
      break;
    }
    expect(turn.state().inFlight).toEqual([]);
    expect(turn.beforeCall({ tool: 'send', args: { to: 'ana' } }).result?.kind).toBe(
      'unknown_write',
    );
  });

  test('a call that waits for approval is counted once it is made', async () => {
    const turn = createGuard().startTurn();
    const made: unknown[] = [];
    const pay = tool({
      inputSchema: any,
      needsApproval: true,
      execute: async (args) => {
        made.push(args);
        return 'paid';
      },
    });
    const stubborn = new StubbornModel((nth) => (nth === 0 ? { tool: 'pay', args: {} } : null));
    const settings = {
      model: vercelModel(stubborn),
      ...guardVercel(turn, { tools: { pay }, stopWhen: isStepCount(9) }),
    };
    const prompt: ModelMessage = { role: 'user', content: 'Pay.' };
    const asked = await generateText({ ...settings, messages: [prompt] });
    expect([turn.state().calls, made.length]).toEqual([0, 0]);
    const request = asked.content.find((part) => part.type === 'tool-approval-request');
    const approval: ModelMessage = {
      role: 'tool',
      content: [
        { type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved: true },
      ],
    };
    const messages = [prompt, ...asked.response.messages, approval];
    const { text } = await generateText({ ...settings, messages });
    expect([text, turn.state().calls, made.length]).toEqual([LAST_WORDS, 1, 1]);
  });

  test("the caller's own prepareStep and a tool's own toModelOutput are kept", async () => {
    const turn = createGuard().startTurn();
    const { model, asked } = searching();
    const tools = {
      search_orders: tool({
        inputSchema: any,
        execute: async () => [],
        toModelOutput: () => ({ type: 'text', value: 'no orders' }),
      }),
    };
    const prepareStep = () => ({ temperature: 0.5 });
    const settings = guardVercel(turn, { tools, prepareStep, stopWhen: isStepCount(9) });
    await generateText({ model, prompt: '?', ...settings });
    expect(model.doGenerateCalls.every(({ temperature }) => temperature === 0.5)).toBe(true);
    expect(asked[1]?.lastResult).toContain('no orders');
    expect(asked[2]?.lastResult).toMatch(/no orders.*second identical/);
  });

  test('in observe mode nothing changes but what is recorded', async () => {
    const decisions: string[] = [];
    const service = createTicketService();
    const turn: Turn = createGuard({
      retry: false,
      mode: 'observe',
      onDecision: ({ decision }) => decisions.push(decision),
    }).startTurn();
    const run = (args: unknown) => service.create(args, null);
    const create = { name: 'create_ticket', run, declaration: TICKET_DECLARATION };
    const next = (attempt: number) => ({ tool: 'create_ticket', args: ticketArguments(attempt) });
    await playGenerateText(turn, { tools: [create], next });
    expect(service.tickets.size).toBe(20);
    expect(turn.state()).toMatchObject({ savedCalls: 17, stop: { enforced: false } });
    expect(decisions.slice(0, 4)).toEqual(['note', 'stop', 'refuse', 'refuse']);
  });
});
