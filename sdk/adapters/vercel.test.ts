import { generateText, isStepCount, tool, ToolLoopAgent } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard, currentCall, type GuardOptions } from '../guard/index.ts';
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
import { guardVercel } from './vercel.ts';

const any = z.looseObject({});
const USAGE = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

type Options = MockLanguageModelV4['doGenerateCalls'][number];

/** A model that calls a tool as long as it has one; `next` words the n-th call, null ends it. */
function stubborn(
  next: (attempt: number, prompt: Options['prompt']) => { tool: string; args: object } | null,
) {
  let attempt = 0;
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools = [], toolChoice }) => {
      const call = tools.length === 0 || toolChoice?.type === 'none' ? null : next(attempt, prompt);
      attempt += 1;
      const content =
        call === null
          ? [{ type: 'text' as const, text: 'It could not be finished.' }]
          : [
              {
                type: 'tool-call' as const,
                toolCallId: `call-${attempt}`,
                toolName: call.tool,
                input: JSON.stringify(call.args),
              },
            ];
      const unified = call === null ? ('stop' as const) : ('tool-calls' as const);
      return { content, finishReason: { unified, raw: unified }, usage: USAGE, warnings: [] };
    },
  });
}

const search = (run: () => unknown) => ({
  search_orders: tool({ inputSchema: any, execute: async () => run() }),
});

function searching() {
  return stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
}

/** What the model was last given as the result of a call. */
function lastResult(prompt: Options['prompt']): string | null {
  const message = prompt.findLast(({ role }) => role === 'tool');
  return message === undefined ? null : JSON.stringify(message.content);
}
const plain = (text: string | null): string | null => text?.replaceAll('\\"', '"') ?? null;

describe('the Vercel AI SDK', () => {
  const tickets = async (declaration: object, options: GuardOptions = {}) => {
    const service = createTicketService();
    const create_ticket = declareTool(
      tool({
        inputSchema: any,
        execute: async (input): Promise<unknown> => {
          const key = currentCall()?.idempotencyKey ?? null;
          return service.create(input, 'idempotency' in declaration ? key : null);
        },
      }),
      { ...TICKET_DECLARATION, ...declaration },
    );
    const turn = createGuard({ retry: false, ...options }).startTurn();
    const model = stubborn((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const result = await generateText({
      model,
      prompt: 'Where is my refund?',
      ...guardVercel(turn, { tools: { create_ticket }, stopWhen: isStepCount(20) }),
    });
    return { service, turn, model, result };
  };

  test('the ticket turn ends at three tickets, and the next step of the model has no tools', async () => {
    const { service, turn, model, result } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(turn.state().stop?.reason).toBe('repeated_call');
    const last = model.doGenerateCalls.at(-1);
    expect(model.doGenerateCalls).toHaveLength(4);
    expect(last?.tools ?? []).toEqual([]);
    expect(last?.toolChoice).toEqual({ type: 'none' });
    expect(lastResult(last?.prompt ?? [])).toMatch(/may have succeeded; do not retry/);
    expect(result.text).toBe('It could not be finished.');
    expect(turn.state().sessionTokens).toBe(330);
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call; steps and usage are kept', async () => {
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const model = searching();
    const settings = guardVercel(turn, { tools: search(() => []), stopWhen: isStepCount(40) });
    const result = await generateText({ model, prompt: 'My refunds?', ...settings });
    expect(result.steps).toHaveLength(3);
    expect(result.totalUsage.inputTokens).toBe(300);
    expect(turn.state().stop).toMatchObject({ reason: 'repeated_call', result: { attempts: 3 } });
    expect(lastResult(model.doGenerateCalls[2]?.prompt ?? [])).toContain('second identical call');
    expect(result.steps[1]?.toolResults[0]?.output).toEqual([]);
  });

  test('an agent is guarded like a single call', async () => {
    const turn = createGuard().startTurn();
    const model = searching();
    const settings = guardVercel(turn, { tools: search(() => []), stopWhen: isStepCount(40) });
    const agent = new ToolLoopAgent({ model, ...settings });
    const { text } = await agent.generate({ prompt: 'My refunds?' });
    expect(text).toBe('It could not be finished.');
    expect(model.doGenerateCalls).toHaveLength(4);
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const turn = createGuard().startTurn();
    const tools = {
      resize_instance: tool({ inputSchema: any, execute: async () => cloud.resize() }),
      stop_instance: tool({ inputSchema: any, execute: async () => cloud.stop() }),
    };
    await generateText({
      model: stubborn((_, prompt) => nextResizeCall(plain(lastResult(prompt)))),
      prompt: 'Resize the fleet.',
      ...guardVercel(turn, { tools, stopWhen: isStepCount(40) }),
    });
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
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
    const model = searching();
    await generateText({
      model,
      prompt: '?',
      ...guardVercel(turn, { tools, stopWhen: isStepCount(9) }),
    });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
  });

  test("the caller's own prepareStep and a tool's own toModelOutput are kept", async () => {
    const turn = createGuard().startTurn();
    const model = searching();
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
    expect(lastResult(model.doGenerateCalls[1]?.prompt ?? [])).toContain('no orders');
    expect(lastResult(model.doGenerateCalls[2]?.prompt ?? [])).toMatch(
      /no orders.*second identical/,
    );
  });

  test('in observe mode nothing changes but what is recorded', async () => {
    const decisions: string[] = [];
    const { service, turn } = await tickets(
      {},
      { mode: 'observe', onDecision: ({ decision }) => decisions.push(decision) },
    );
    expect(service.tickets.size).toBe(20);
    expect(turn.state()).toMatchObject({ savedCalls: 17, stop: { enforced: false } });
    expect(decisions.slice(0, 4)).toEqual(['note', 'stop', 'refuse', 'refuse']);
  });
});
