import { HumanMessage } from '@langchain/core/messages';
import { tool, type DynamicStructuredTool } from '@langchain/core/tools';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard } from '../guard/index.ts';
import { guardMiddleware } from './langchain.ts';
import { SEARCH_ARGUMENTS } from './testing/incidents.ts';
import { ChainModel, graphOf, lastResult } from './testing/play-langchain.ts';
import { StubbornModel, type Next } from './testing/play.ts';

const any = z.looseObject({});
const RUN = { recursionLimit: 90 };
const modelOf = (next: Next) => new ChainModel(new StubbornModel(next));
const searching = () => modelOf(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
const search = tool(async () => [], {
  name: 'search_orders',
  description: 'Searches.',
  schema: any,
});
const ask = (text: string) => ({ messages: [new HumanMessage(text)] });

test('an agent that is terminated keeps its messages and says why', async () => {
  const turn = createGuard({ mode: 'terminate' }).startTurn();
  const middleware = [guardMiddleware(turn)];
  const agent = createAgent({ model: searching(), tools: [search], middleware });
  const { messages } = await agent.invoke(ask('My refunds?'), RUN);
  expect(messages).toHaveLength(1 + 3 * 2 + 1);
  expect(messages.at(-1)?.content).toMatch(/^Stopped after 3 attempts at search_orders/);
});

test("a graph of one's own that is terminated says why in its model's place", async () => {
  const turn = createGuard({ mode: 'terminate' }).startTurn();
  const model = searching();
  const graph = graphOf(turn, model, [search as unknown as DynamicStructuredTool]).compile();
  const { messages } = await graph.invoke(ask('My refunds?'), RUN);
  expect(model.stubborn.asked).toHaveLength(3);
  expect(messages.at(-1)?.content).toMatch(/^Stopped after 3 attempts at search_orders/);
  expect(turn.state().sessionTokens).toBe(330);
});

test.each([
  ['block', 4],
  ['terminate', 3],
] as const)(
  'in mode %s an agent ends where the model calls tools that it does not have',
  async (mode, asked) => {
    const turn = createGuard({ mode }).startTurn();
    const model = searching();
    model.stubborn.needsNoTools = true;
    const middleware = [guardMiddleware(turn)];
    const agent = createAgent({ model, tools: [search], middleware });
    await agent.invoke(ask('My refunds?'), RUN);
    expect(model.stubborn.asked).toHaveLength(asked);
    expect(turn.state().calls).toBe(3);
  },
);

test('each user message of a thread is a turn of its own', async () => {
  const guard = createGuard();
  const agent = createAgent({
    model: searching(),
    tools: [search],
    middleware: [guardMiddleware(guard)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: 'thread-1' }, ...RUN };
  await agent.invoke(ask('My refunds?'), config);
  await agent.invoke(ask('Look again.'), config);
  expect(guard.state({ sessionId: 'thread-1', turnId: 'thread-1#2' })).toMatchObject({
    calls: 3,
    sessionCalls: 6,
    stop: { reason: 'repeated_call' },
  });
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
  const model = modelOf((attempt) => (attempt === 0 ? { tool: approve.name, args: {} } : null));
  const turn = createGuard().startTurn();
  const graph = graphOf(turn, model, [approve]);
  const compiled = graph.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 't' } };
  await compiled.invoke(ask('Create it.'), config);
  expect(turn.state()).toMatchObject({ calls: 0, inFlight: [] });
  const { messages } = await compiled.invoke(new Command({ resume: 'yes' }), config);
  expect(made).toBe(1);
  expect(lastResult(messages)).toBe('created: yes');
  expect(turn.state()).toMatchObject({ calls: 1, stop: null });
});
