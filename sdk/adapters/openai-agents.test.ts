import { Agent, MemorySession, run, RunState, tool } from '@openai/agents';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGuard } from '../guard/index.ts';
import { guardOpenAIAgent, reportFaults } from './openai-agents.ts';
import { SEARCH_ARGUMENTS } from './testing/incidents.ts';
import { AgentsModel } from './testing/play-openai-agents.ts';
import { LAST_WORDS, StubbornModel } from './testing/play.ts';

const any = {
  type: 'object' as const,
  properties: {},
  required: [],
  additionalProperties: true as const,
};

const searching = () =>
  new AgentsModel(new StubbornModel(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS })));

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
  test('keeps answers and usage of a run that was terminated', async () => {
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const agent = new Agent({ name: 'support', model: searching(), tools: [searchTool(() => [])] });
    const result = await run(guardOpenAIAgent(turn, agent), 'My refunds?', { maxTurns: 40 });
    expect(result.finalOutput).toMatch(/^Stopped after 3 attempts at search_orders/);
    expect(result.rawResponses).toHaveLength(3);
    expect(result.runContext.usage.inputTokens).toBe(300);
  });

  test('has no tools, no handoffs and tool choice "none" after a stop', async () => {
    const model = searching();
    const clerk = new Agent({ name: 'clerk', model: searching() });
    const agent = Agent.create({
      name: 'support',
      model,
      tools: [searchTool(() => [])],
      handoffs: [clerk],
    });
    await run(guardOpenAIAgent(createGuard(), agent), 'My refunds?');
    expect(model.requests.map(({ handoffs }) => handoffs.length)).toEqual([1, 1, 1, 0]);
    expect(model.requests[3]).toMatchObject({ tools: [], modelSettings: { toolChoice: 'none' } });
  });

  test('a tool that tells nobody what it threw is stopped in words that claim neither outcome', async () => {
    const failing = searchTool(() => {
      throw new Error('socket hang up');
    });
    const turn = createGuard().startTurn();
    const agent = new Agent({ name: 'support', model: searching(), tools: [failing] });
    await run(guardOpenAIAgent(turn, agent), 'My refunds?', { maxTurns: 40 });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(turn.state().stop?.result.message).toMatch(/whether it took effect is not known/);
  });

  test('an agent that was handed the work is guarded as well', async () => {
    const model = searching();
    const clerk = new Agent({ name: 'clerk', model, tools: [searchTool(() => [])] });
    const handing = new StubbornModel(() => ({ tool: 'transfer_to_clerk', args: {} }));
    const desk = Agent.create({
      name: 'desk',
      model: new AgentsModel(handing),
      tools: [searchTool(() => [])],
      handoffs: [clerk],
    });
    const turn = createGuard().startTurn();
    await run(guardOpenAIAgent(turn, desk), 'My refunds?', { session: new MemorySession() });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(model.requests).toHaveLength(4);
  });
});

describe('a call that waits for approval', () => {
  const paying = (made: () => void) => {
    const execute = async () => {
      made();
      return 'paid';
    };
    const pay = tool({
      name: 'pay',
      description: 'Pays.',
      parameters: any,
      strict: false,
      needsApproval: true,
      execute,
    });
    const model = new AgentsModel(
      new StubbornModel((nth) => (nth === 0 ? { tool: 'pay', args: {} } : null)),
    );
    return new Agent({ name: 'clerk', model, tools: [pay] });
  };

  const approved = <State extends { getInterruptions(): object[]; approve(item: never): void }>(
    state: State,
  ): State => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state's own items
    for (const item of state.getInterruptions()) state.approve(item as never);
    return state;
  };

  test('is counted once it is made, and its run goes on guarded', async () => {
    const turn = createGuard().startTurn();
    let made = 0;
    const agent = guardOpenAIAgent(
      turn,
      paying(() => {
        made += 1;
      }),
    );
    const asked = await run(agent, 'Pay.');
    expect([asked.interruptions.length, turn.state().calls, made]).toEqual([1, 0, 0]);
    const paid = await run(agent, approved(asked.state));
    expect([paid.finalOutput, turn.state().calls, made]).toEqual([LAST_WORDS, 1, 1]);
    expect(turn.state().sessionTokens).toBe(220);
  });

  test('counts what its run has used once, behind whichever guarded agent it goes on', async () => {
    const guard = createGuard();
    const agent = paying(() => {});
    const ids = { sessionId: 'conv-1' };
    const asked = await run(guardOpenAIAgent(guard.startTurn(ids), agent), 'Pay.');
    const turn = guard.startTurn(ids);
    await run(guardOpenAIAgent(turn, agent), approved(asked.state));
    expect(turn.state().sessionTokens).toBe(220);
  });

  test('counts it once where the run was stored meanwhile', async () => {
    const guard = createGuard();
    const agent = paying(() => {});
    const ids = { sessionId: 'conv-1' };
    const asked = await run(guardOpenAIAgent(guard.startTurn(ids), agent), 'Pay.');
    const turn = guard.startTurn(ids);
    const guarded = guardOpenAIAgent(turn, agent);
    const state = await RunState.fromString(guarded, asked.state.toString());
    await run(guarded, approved(state));
    expect(turn.state().sessionTokens).toBe(220);
  });
});

test('every answer of every run is counted: the last one too, streamed or not, and of an agent that is a tool', async () => {
  const turn = createGuard().startTurn();
  const silent = () => new AgentsModel(new StubbornModel(() => null));
  const clerk = new Agent({ name: 'clerk', model: silent() });
  const inner = guardOpenAIAgent(turn, clerk).asTool({
    toolName: 'ask_clerk',
    toolDescription: 'Asks.',
  });
  const asking = new StubbornModel((nth) =>
    nth === 0 ? { tool: 'ask_clerk', args: { input: 'Refund?' } } : null,
  );
  const desk = new Agent({ name: 'desk', model: new AgentsModel(asking), tools: [inner] });
  const whole = await run(guardOpenAIAgent(turn, desk), 'My refund?');
  expect(turn.state().sessionTokens).toBe(whole.runContext.usage.totalTokens);
  expect(turn.state().sessionTokens).toBe(330);
  const guarded = guardOpenAIAgent(turn, clerk);
  await (
    await run(guarded, 'Hello', { stream: true })
  ).completed;
  await run(guarded, 'Hello again');
  expect(turn.state().sessionTokens).toBe(550);
});

describe('a tool with an output schema', () => {
  const rows = z.object({ rows: z.array(z.string()) });

  test('keeps its own valid answers; note and stop come with the instructions', async () => {
    const model = searching();
    const search = tool({
      name: 'search_orders',
      description: 'Searches.',
      parameters: any,
      strict: false,
      outputSchema: rows,
      execute: async () => ({ rows: [] }),
    });
    const turn = createGuard().startTurn();
    const agent = new Agent({ name: 's', instructions: 'Help.', model, tools: [search] });
    const result = await run(guardOpenAIAgent(turn, agent), 'My refunds?');
    expect(result.finalOutput).toBe(LAST_WORDS);
    const answers = result.newItems.flatMap((item) =>
      item.type === 'tool_call_output_item' ? [item.output] : [],
    );
    expect(answers).toHaveLength(3);
    expect(answers.every((answer) => rows.safeParse(answer).success)).toBe(true);
    const told = model.requests.map(({ systemInstructions }) => systemInstructions);
    expect(told.slice(0, 2)).toEqual(['Help.', 'Help.']);
    expect(told[2]).toMatch(/^Help\.\n\nNote: this is the second identical call/);
    expect(told[3]).toMatch(/^Help\.\n\nStopped after 3 calls/);
    expect(model.requests[3]?.tools).toEqual([]);
  });

  test('that answers for its own faults keeps that answer, and what was wrong comes with the instructions', async () => {
    const model = searching();
    const failing = tool(
      reportFaults({
        name: 'search_orders',
        description: 'Searches.',
        parameters: any,
        strict: false,
        outputSchema: rows,
        execute: async (): Promise<z.infer<typeof rows>> => {
          throw new Error('status is not one of open, shipped');
        },
        errorFunction: () => ({ rows: ['failed'] }),
      }),
    );
    const turn = createGuard().startTurn();
    const agent = new Agent({ name: 's', model, tools: [failing] });
    const result = await run(guardOpenAIAgent(turn, agent), 'My refunds?');
    expect(result.finalOutput).toBe(LAST_WORDS);
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(model.requests[3]?.systemInstructions).toMatch(/status is not one of open, shipped/);
  });

  test('that was refused gives the terminal result as an object', async () => {
    const search = tool({
      name: 'search_orders',
      description: 'Searches.',
      parameters: any,
      strict: false,
      outputSchema: rows,
      execute: async () => ({ rows: [] }),
    });
    const turn = createGuard({ ceilings: { callsPerSession: 1 } }).startTurn();
    const agent = new Agent({ name: 's', model: searching(), tools: [search] });
    const result = await run(guardOpenAIAgent(turn, agent), 'My refunds?');
    const answers = result.newItems.flatMap((item) =>
      item.type === 'tool_call_output_item' ? [item.output] : [],
    );
    expect(answers).toEqual([
      { rows: [] },
      expect.objectContaining({ loopscope: 'terminal', code: 'call_ceiling' }),
    ]);
    expect(result.finalOutput).toBe(LAST_WORDS);
  });
});
