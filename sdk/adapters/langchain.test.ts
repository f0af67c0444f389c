import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  MemorySaver,
  Command,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, toolErrorMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard, currentCall, type CallGuard } from '../guard/index.ts';
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
import { bindGuarded, guardLangChainTools, guardMiddleware } from './langchain.ts';

type Next = (attempt: number, messages: BaseMessage[]) => { tool: string; args: object } | null;

interface Seen {
  tools: number;
  toolChoice: unknown;
  messages: BaseMessage[];
}

/** A model that calls a tool as long as it has one. */
class Stubborn extends BaseChatModel {
  readonly seen: Seen[];
  readonly next: Next;
  readonly bound: { tools: number; toolChoice: unknown };

  constructor(
    next: Next,
    seen: Seen[] = [],
    bound = { tools: 0, toolChoice: undefined as unknown },
  ) {
    super({});
    this.next = next;
    this.seen = seen;
    this.bound = bound;
  }

  override _llmType(): string {
    return 'stubborn';
  }

  override bindTools(tools: unknown[], options: { tool_choice?: unknown } = {}): Stubborn {
    return new Stubborn(this.next, this.seen, {
      tools: tools.length,
      toolChoice: options.tool_choice,
    });
  }

  override async _generate(messages: BaseMessage[]) {
    this.seen.push({ ...this.bound, messages });
    const isToolless = this.bound.tools === 0 || this.bound.toolChoice === 'none';
    const call = isToolless ? null : this.next(this.seen.length - 1, messages);
    const content = call === null ? 'It could not be finished.' : '';
    const toolCalls =
      call === null
        ? []
        : [
            {
              id: `call-${this.seen.length}`,
              name: call.tool,
              args: call.args as Record<string, unknown>,
            },
          ];
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
    const message = Object.assign(new AIMessage({ content, tool_calls: toolCalls }), {
      usage_metadata: usage,
    });
    return { generations: [{ text: content, message }] };
  }
}

const any = z.looseObject({});

function searchTool() {
  return tool(async () => [], { name: 'search_orders', description: 'Searches.', schema: any });
}

function ticketTool(declaration: object) {
  const service = createTicketService();
  const create = tool(
    async (args) => {
      const key = currentCall()?.idempotencyKey ?? null;
      return service.create(args, 'idempotency' in declaration ? key : null);
    },
    { name: 'create_ticket', description: 'Creates a ticket.', schema: any },
  );
  return { service, create: declareTool(create, { ...TICKET_DECLARATION, ...declaration }) };
}

function lastResult(messages: BaseMessage[]): string | null {
  const last = messages.findLast((message) => message.getType() === 'tool');
  return last === undefined ? null : last.text;
}

const ask = (text: string) => ({ messages: [new HumanMessage(text)] });

describe('an agent of LangChain', () => {
  const tickets = async (declaration: object) => {
    const { service, create } = ticketTool(declaration);
    const model = new Stubborn((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const turn = createGuard({ retry: false }).startTurn();
    const middleware = [
      toolErrorMiddleware({ onError: (error) => String(error) }),
      guardMiddleware(turn),
    ];
    const agent = createAgent({ model, tools: [create], middleware });
    const { messages } = await agent.invoke(ask('Where is my refund?'), { recursionLimit: 60 });
    return { service, model, turn, messages };
  };

  test('the ticket turn ends at three tickets, and the next model call has no tools', async () => {
    const { service, model, turn, messages } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(model.seen).toHaveLength(4);
    expect(model.seen[3]?.tools).toBe(0);
    expect(lastResult(model.seen[3]!.messages)).toMatch(/may have succeeded; do not retry/);
    expect(lastResult(model.seen[2]!.messages)).toContain('second identical call');
    expect(messages.at(-1)?.content).toBe('It could not be finished.');
    expect(turn.state()).toMatchObject({ stop: { reason: 'repeated_call' }, sessionTokens: 440 });
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call; messages are kept', async () => {
    const model = new Stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const agent = createAgent({
      model,
      tools: [searchTool()],
      middleware: [guardMiddleware(turn)],
    });
    const { messages } = await agent.invoke(ask('My refunds?'), { recursionLimit: 90 });
    expect(model.seen).toHaveLength(3);
    expect(turn.state().stop).toMatchObject({ reason: 'repeated_call', result: { attempts: 3 } });
    expect(messages).toHaveLength(1 + 3 * 2 + 1);
    expect(messages.at(-1)?.content).toMatch(/^Stopped after 3 attempts at search_orders/);
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const tools = [
      tool(async () => cloud.resize(), {
        name: 'resize_instance',
        description: 'Resizes.',
        schema: any,
      }),
      tool(async () => cloud.stop(), { name: 'stop_instance', description: 'Stops.', schema: any }),
    ];
    const model = new Stubborn((_, messages) => nextResizeCall(lastResult(messages)));
    const turn = createGuard().startTurn();
    const agent = createAgent({ model, tools, middleware: [guardMiddleware(turn)] });
    await agent.invoke(ask('Resize the fleet.'), { recursionLimit: 90 });
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
  });

  test('each user message of a thread is a turn of its own', async () => {
    const model = new Stubborn(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
    const guard = createGuard();
    const middleware = [guardMiddleware(guard)];
    const agent = createAgent({
      model,
      tools: [searchTool()],
      middleware,
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'thread-1' }, recursionLimit: 90 };
    await agent.invoke(ask('My refunds?'), config);
    await agent.invoke(ask('Look again.'), config);
    expect(guard.state({ sessionId: 'thread-1', turnId: 'thread-1#2' })).toMatchObject({
      calls: 3,
      sessionCalls: 6,
      stop: { reason: 'repeated_call' },
    });
  });
});

describe('a graph of LangGraph', () => {
  function graphOf(guard: CallGuard, model: Stubborn, given: ReturnType<typeof searchTool>[]) {
    const tools = guardLangChainTools(guard, given);
    return new StateGraph(MessagesAnnotation)
      .addNode('model', async ({ messages }) => ({
        messages: [await bindGuarded(guard, model, tools).invoke(messages)],
      }))
      .addNode('tools', new ToolNode(tools))
      .addEdge(START, 'model')
      .addConditionalEdges('model', ({ messages }) => {
        const last = messages.at(-1);
        return last instanceof AIMessage && (last.tool_calls ?? []).length > 0 ? 'tools' : END;
      })
      .addEdge('tools', 'model');
  }

  test('its tool node is guarded, and its model node binds no tools after a stop', async () => {
    const { service, create } = ticketTool({});
    const model = new Stubborn((attempt) => ({
      tool: 'create_ticket',
      args: ticketArguments(attempt),
    }));
    const turn = createGuard().startTurn();
    const tools = [create] as unknown as ReturnType<typeof searchTool>[];
    const { messages } = await graphOf(turn, model, tools)
      .compile()
      .invoke(ask('Where is my refund?'), { recursionLimit: 60 });
    expect(service.tickets.size).toBe(3);
    expect(model.seen.map(({ tools }) => tools)).toEqual([1, 1, 1, 0]);
    expect(messages.at(-1)?.content).toBe('It could not be finished.');
  });

  test('a tool that interrupts the graph for a person was not called', async () => {
    let made = 0;
    const approve = declareTool(
      tool(
        async () => {
          const answer: unknown = interrupt('May I?');
          made += 1;
          return `created: ${String(answer)}`;
        },
        { name: 'create_after_approval', description: 'Creates.', schema: any },
      ),
      { effect: 'write' },
    );
    const model = new Stubborn((attempt) =>
      attempt === 0 ? { tool: approve.name, args: {} } : null,
    );
    const turn = createGuard().startTurn();
    const graph = graphOf(turn, model, [approve] as unknown as ReturnType<typeof searchTool>[]);
    const compiled = graph.compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: 't' } };
    await compiled.invoke(ask('Create it.'), config);
    expect(turn.state()).toMatchObject({ calls: 0, inFlight: [] });
    const { messages } = await compiled.invoke(new Command({ resume: 'yes' }), config);
    expect(made).toBe(1);
    expect(lastResult(messages)).toBe('created: yes');
    expect(turn.state()).toMatchObject({ calls: 1, stop: null });
  });
});
