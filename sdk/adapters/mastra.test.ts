import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
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
import { guardMastraRun, guardMastraTools } from './mastra.ts';

type Next = (attempt: number, lastResult: string | null) => { tool: string; args: object } | null;

interface Request {
  tools?: unknown[];
  toolChoice?: { type: string };
  prompt: { role: string; content: unknown }[];
}

const USAGE = { inputTokens: 100, outputTokens: 10, totalTokens: 110 };

/** A model that calls a tool as long as it has one. */
function stubborn(next: Next) {
  const requests: Request[] = [];
  const answer = (request: Request) => {
    requests.push(request);
    const isToolless = (request.tools ?? []).length === 0 || request.toolChoice?.type === 'none';
    const last = request.prompt.findLast(({ role }) => role === 'tool');
    const text = last === undefined ? null : JSON.stringify(last.content).replaceAll('\\"', '"');
    return isToolless ? null : next(requests.length - 1, text);
  };
  const model = {
    specificationVersion: 'v2' as const,
    provider: 'test',
    modelId: 'some-model',
    supportedUrls: {},
    async doGenerate(request: Request) {
      const call = answer(request);
      const content =
        call === null
          ? [{ type: 'text' as const, text: 'It could not be finished.' }]
          : [
              {
                type: 'tool-call' as const,
                toolCallId: `call-${requests.length}`,
                toolName: call.tool,
                input: JSON.stringify(call.args),
              },
            ];
      const finishReason = call === null ? ('stop' as const) : ('tool-calls' as const);
      return { content, finishReason, usage: USAGE, warnings: [] };
    },
    async doStream(): Promise<never> {
      throw new Error('not streamed here');
    },
  };
  return { model: model as never, requests };
}

const any = z.looseObject({});

function agentOf(model: never, tools: Parameters<typeof guardMastraTools>[1]) {
  return new Agent({
    id: 'support',
    name: 'support',
    instructions: 'Help.',
    model,
    tools: tools as never,
  });
}

function act(id: string, run: () => unknown) {
  return createTool({ id, description: id, inputSchema: any, execute: async () => run() });
}

describe('Mastra', () => {
  const tickets = async (declaration: object) => {
    const service = createTicketService();
    const create = declareTool(
      createTool({
        id: 'create_ticket',
        description: 'Creates a ticket.',
        inputSchema: any,
        execute: async (args): Promise<unknown> => {
          const key = currentCall()?.idempotencyKey ?? null;
          return service.create(args, 'idempotency' in declaration ? key : null);
        },
      }),
      { ...TICKET_DECLARATION, ...declaration },
    );
    const { model, requests } = stubborn((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const turn = createGuard({ retry: false }).startTurn();
    const agent = agentOf(model, guardMastraTools(turn, { create_ticket: create }));
    const result = await agent.generate(
      'Where is my refund?',
      guardMastraRun(turn, { maxSteps: 20 }) as never,
    );
    return { service, requests, turn, result: result as { text: string } };
  };

  test('the ticket turn ends at three tickets, and the next step of the model has no tools', async () => {
    const { service, requests, turn, result } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(requests).toHaveLength(4);
    expect(requests[3]?.tools ?? []).toEqual([]);
    expect(requests[3]?.toolChoice ?? { type: 'none' }).toEqual({ type: 'none' });
    expect(JSON.stringify(requests[3]?.prompt)).toMatch(/may have succeeded; do not retry/);
    expect(JSON.stringify(requests[2]?.prompt)).toContain('second identical call');
    expect(result.text).toBe('It could not be finished.');
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call; steps are kept', async () => {
    const { model, requests } = stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const agent = agentOf(
      model,
      guardMastraTools(turn, { search_orders: act('search_orders', () => []) }),
    );
    const result = await agent.generate(
      'My refunds?',
      guardMastraRun(turn, { maxSteps: 40 }) as never,
    );
    expect(requests).toHaveLength(3);
    expect((result as { steps: unknown[] }).steps).toHaveLength(3);
    expect(turn.state().stop).toMatchObject({ reason: 'repeated_call', result: { attempts: 3 } });
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const tools = {
      resize_instance: act('resize_instance', () => cloud.resize()),
      stop_instance: act('stop_instance', () => cloud.stop()),
    };
    const { model } = stubborn((_, last) => nextResizeCall(last));
    const guard = createGuard();
    const turn = guard.startTurn();
    const agent = agentOf(model, guardMastraTools(guard, tools));
    await turn.within(async () =>
      agent.generate('Resize the fleet.', guardMastraRun(turn, { maxSteps: 40 }) as never),
    );
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
  });
});
