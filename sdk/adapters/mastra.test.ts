import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGuard } from '../guard/index.ts';
import { guardMastraRun, guardMastraTools } from './mastra.ts';
import { SEARCH_ARGUMENTS } from './testing/incidents.ts';
import { mastraModel } from './testing/play-mastra.ts';
import { LAST_WORDS, StubbornModel } from './testing/play.ts';

function searching(needsNoTools = false) {
  const stubborn = new StubbornModel(() => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS }));
  stubborn.needsNoTools = needsNoTools;
  const guard = createGuard();
  const search_orders = createTool({
    id: 'search_orders',
    description: 'Searches.',
    inputSchema: z.looseObject({}),
    execute: async () => [],
  });
  const agent = new Agent({
    id: 'support',
    name: 'support',
    instructions: 'Help.',
    model: mastraModel(stubborn) as never,
    tools: guardMastraTools(guard, { search_orders }),
  });
  return { agent, asked: stubborn.asked, turn: guard.startTurn() };
}

describe('Mastra', () => {
  test('with the guard at its tools and a turn around the run it keeps steps and usage', async () => {
    const { agent, turn } = searching();
    const settings = guardMastraRun(turn, { maxSteps: 40 });
    const { steps, text, totalUsage } = await turn.within(async () =>
      agent.generate('?', settings),
    );
    expect(steps).toHaveLength(4);
    expect(text).toBe(LAST_WORDS);
    expect(totalUsage.inputTokens).toBe(400);
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
  });

  test('ends as well where the model goes on calling tools that it does not have', async () => {
    const { agent, turn, asked } = searching(true);
    const settings = guardMastraRun(turn, { maxSteps: 40 });
    await turn.within(async () => agent.generate('?', settings));
    expect(asked.map(({ hasTools }) => hasTools)).toEqual([true, true, true, false]);
  });
});
