import {
  Agent,
  MemorySession,
  run,
  setTracingDisabled,
  tool,
  Usage,
  type Model,
  type ModelRequest,
} from '@openai/agents';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard, currentCall } from '../guard/index.ts';
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
import { guardOpenAIAgent, reportFaults } from './openai-agents.ts';

setTracingDisabled(true);

type Next = (attempt: number, request: ModelRequest) => { tool: string; args: object } | null;

/** A model that calls a tool as long as it has one. */
class Stubborn implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #next: Next;

  constructor(next: Next) {
    this.#next = next;
  }

  async getResponse(request: ModelRequest) {
    this.requests.push(request);
    const isToolless = request.tools.length === 0 || request.modelSettings.toolChoice === 'none';
    const call = isToolless ? null : this.#next(this.requests.length - 1, request);
    return {
      usage: new Usage({ requests: 1, inputTokens: 100, outputTokens: 10, totalTokens: 110 }),
      output: [call === null ? said() : called(call, this.requests.length)],
    };
  }

  // oxlint-disable-next-line require-yield -- these tests do not stream
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error('not streamed here');
  }
}

function said() {
  return {
    type: 'message' as const,
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [{ type: 'output_text' as const, text: 'It could not be finished.' }],
  };
}

function called({ tool, args }: { tool: string; args: object }, nth: number) {
  return {
    type: 'function_call' as const,
    callId: `call-${nth}`,
    name: tool,
    status: 'completed' as const,
    arguments: JSON.stringify(args),
  };
}

function lastResult({ input }: ModelRequest): string | null {
  const items = typeof input === 'string' ? [] : input;
  const last = items.findLast((item) => item.type === 'function_call_result');
  return last === undefined ? null : JSON.stringify(last.output).replaceAll(/\\+"/g, '"');
}

const any = {
  type: 'object' as const,
  properties: {},
  required: [],
  additionalProperties: true as const,
};

const ticket = z.object({ customer_id: z.string(), order_id: z.string(), summary: z.string() });

function searchTool(rows: () => unknown) {
  return tool({
    name: 'search_orders',
    description: 'Searches.',
    parameters: any,
    strict: false,
    execute: async () => rows(),
  });
}

describe('the OpenAI Agents SDK', () => {
  const tickets = async (declaration: object) => {
    const service = createTicketService();
    const createTicket = declareTool(
      tool(
        reportFaults({
          name: 'create_ticket',
          description: 'Creates a ticket.',
          parameters: ticket,
          execute: async (args: z.infer<typeof ticket>) => {
            const key = currentCall()?.idempotencyKey ?? null;
            return service.create(args, 'idempotency' in declaration ? key : null);
          },
        }),
      ),
      { ...TICKET_DECLARATION, ...declaration },
    );
    const model = new Stubborn((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const turn = createGuard({ retry: false }).startTurn();
    const agent = new Agent({ name: 'support', model, tools: [createTicket] });
    const result = await run(guardOpenAIAgent(turn, agent), 'Where is my refund?', {
      maxTurns: 20,
    });
    return { service, model, turn, result };
  };

  test('the ticket turn ends at three tickets, and the next model call has no tools', async () => {
    const { service, model, turn, result } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(model.requests).toHaveLength(4);
    expect(model.requests[3]).toMatchObject({
      tools: [],
      handoffs: [],
      modelSettings: { toolChoice: 'none' },
    });
    expect(lastResult(model.requests[3]!)).toMatch(/may have succeeded; do not retry/);
    expect(lastResult(model.requests[2]!)).toContain('second identical call');
    expect(result.finalOutput).toBe('It could not be finished.');
    expect(turn.state()).toMatchObject({ stop: { reason: 'repeated_call' }, sessionTokens: 330 });
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call; steps and usage are kept', async () => {
    const model = new Stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const agent = new Agent({ name: 'support', model, tools: [searchTool(() => [])] });
    const result = await run(guardOpenAIAgent(turn, agent), 'My refunds?', { maxTurns: 40 });
    expect(model.requests).toHaveLength(3);
    expect(turn.state().stop).toMatchObject({ reason: 'repeated_call', result: { attempts: 3 } });
    expect(result.finalOutput).toMatch(/^Stopped after 3 attempts at search_orders/);
    expect(result.rawResponses).toHaveLength(3);
    expect(result.runContext.usage.inputTokens).toBe(300);
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const act = (name: string, execute: () => unknown) =>
      tool({
        name,
        description: name,
        parameters: any,
        strict: false,
        execute: async () => execute(),
      });
    const tools = [
      act('resize_instance', () => cloud.resize()),
      act('stop_instance', () => cloud.stop()),
    ];
    const model = new Stubborn((_, request) => nextResizeCall(lastResult(request)));
    const turn = createGuard().startTurn();
    const agent = new Agent({ name: 'ops', model, tools });
    await run(guardOpenAIAgent(turn, agent), 'Resize the fleet.', { maxTurns: 40 });
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
  });

  test('a tool that tells nobody what it threw is stopped in words that claim neither outcome', async () => {
    const model = new Stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const failing = searchTool(() => {
      throw new Error('socket hang up');
    });
    const turn = createGuard().startTurn();
    const agent = new Agent({ name: 'support', model, tools: [failing] });
    await run(guardOpenAIAgent(turn, agent), 'My refunds?', { maxTurns: 40 });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(turn.state().stop?.result.message).toMatch(/whether it took effect is not known/);
  });

  test('an agent that was handed the work is guarded as well', async () => {
    const searching = new Stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const clerk = new Agent({ name: 'clerk', model: searching, tools: [searchTool(() => [])] });
    const handing = new Stubborn(() => ({ tool: 'transfer_to_clerk', args: {} }));
    const desk = Agent.create({
      name: 'desk',
      model: handing,
      tools: [searchTool(() => [])],
      handoffs: [clerk],
    });
    const turn = createGuard().startTurn();
    await run(guardOpenAIAgent(turn, desk), 'My refunds?', { session: new MemorySession() });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(searching.requests).toHaveLength(4);
  });
});
