import { describe, expect, test } from 'vitest';
import { createGuard, isTerminal } from '../guard/index.ts';
import { playCompletions, playMessages } from './testing/play-hand-loops.ts';
import { playAgent, playGraph } from './testing/play-langchain.ts';
import { playGenerate } from './testing/play-mastra.ts';
import { playMcpClient } from './testing/play-mcp.ts';
import { playRun } from './testing/play-openai-agents.ts';
import { playGenerateText, playStreamText } from './testing/play-vercel.ts';
import type { Play } from './testing/play.ts';

const PLAYERS: readonly (readonly [name: string, play: Play])[] = [
  ['Vercel AI SDK', playGenerateText],
  ['Vercel AI SDK, streamed', playStreamText],
  ['OpenAI Agents SDK', playRun],
  ['LangChain', playAgent],
  ['LangGraph', playGraph],
  ['Mastra', playGenerate],
  ['MCP client', playMcpClient],
  ['OpenAI client', playCompletions],
  ['Anthropic client', playMessages],
];

const MEGABYTE = 'row of a large table '.repeat(50_000);

describe.each(PLAYERS)('%s', (_, play) => {
  /** Asks three times in moving words for what the tool answers; each question is another. */
  const three = async (run: (args: unknown) => unknown) => {
    const turn = createGuard({ retry: false }).startTurn();
    let made = 0;
    const tool = {
      name: 'look',
      run: (args: unknown) => {
        made += 1;
        return run(args);
      },
      declaration: { effect: 'read' as const },
    };
    const next = (nth: number) => (nth < 3 ? { tool: 'look', args: { of: `thing ${nth}` } } : null);
    const played = await play(turn, { tools: [tool], next });
    return { ...played, made, turn };
  };

  test('a megabyte reaches the model whole', async () => {
    const { asked, made, turn } = await three((args) => `${JSON.stringify(args)} ${MEGABYTE}`);
    expect([made, turn.state().inFlight]).toEqual([3, []]);
    expect(asked[1]?.lastResult?.length).toBeGreaterThan(MEGABYTE.length);
  });

  test('arguments that nobody foresaw go through as they are', async () => {
    const odd = {
      '': null,
      n: -0.5,
      list: [[], {}, ''],
      __proto__x: true,
      deep: { a: { b: ['ü', '\u0000'] } },
    };
    const turn = createGuard().startTurn();
    const got: unknown[] = [];
    const tool = { name: 'look', run: (args: unknown) => (got.push(args), 'seen') };
    await play(turn, {
      tools: [tool],
      next: (nth) => (nth === 0 ? { tool: 'look', args: odd } : null),
    });
    expect(got).toEqual([odd]);
  });

  test('a tool that throws what is no error ends no run, and nothing is left in flight', async () => {
    const outcome = await three(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- tools throw what they like
      throw 'went wrong';
    }).catch((error: unknown) => ({ error }));
    if ('error' in outcome) expect(String(outcome.error)).toContain('went wrong');
    else {
      expect(outcome.turn.state().inFlight).toEqual([]);
      expect(outcome.turn.state().calls).toBe(outcome.made);
      expect(isTerminal(outcome.output)).toBe(false);
    }
  });
});
