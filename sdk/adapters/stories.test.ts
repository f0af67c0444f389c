import { describe, expect, test } from 'vitest';
import { createGuard } from '../guard/index.ts';
import {
  ACTIONABLE_FAULT,
  BARE_FAULT,
  createCloud,
  createTicketService,
  nextResizeCall,
  SEARCH_ARGUMENTS,
  TICKET_DECLARATION,
  ticketArguments,
} from './testing/incidents.ts';
import {
  playCompletions,
  playMessages,
  playStreamedCompletions,
  playStreamedMessages,
} from './testing/play-hand-loops.ts';
import {
  playAgent,
  playGraph,
  playStreamedAgent,
  playStreamedGraph,
} from './testing/play-langchain.ts';
import { playGenerate, playStream } from './testing/play-mastra.ts';
import { playMcpClient } from './testing/play-mcp.ts';
import { playRun, playStreamedRun } from './testing/play-openai-agents.ts';
import { playGenerateText, playStreamText, playToolLoopAgent } from './testing/play-vercel.ts';
import { LAST_WORDS, TOKENS, type Play } from './testing/play.ts';

const PLAYERS: readonly (readonly [name: string, play: Play])[] = [
  ['Vercel AI SDK, generateText', playGenerateText],
  ['Vercel AI SDK, streamText', playStreamText],
  ['Vercel AI SDK, ToolLoopAgent', playToolLoopAgent],
  ['OpenAI Agents SDK, run', playRun],
  ['OpenAI Agents SDK, streamed run', playStreamedRun],
  ['LangChain createAgent, invoke', playAgent],
  ['LangChain createAgent, stream', playStreamedAgent],
  ["LangGraph of one's own, invoke", playGraph],
  ["LangGraph of one's own, stream", playStreamedGraph],
  ['Mastra, generate', playGenerate],
  ['Mastra, stream', playStream],
  ['MCP client', playMcpClient],
  ['OpenAI client', playCompletions],
  ['OpenAI client, streamed', playStreamedCompletions],
  ['Anthropic client', playMessages],
  ['Anthropic client, streamed', playStreamedMessages],
];
/** An MCP client knows nothing of the model. */
const WITHOUT_USAGE = /^MCP/;

describe.each(PLAYERS)('%s', (name, play) => {
  const tickets = async (declaration: object) => {
    const service = createTicketService();
    const turn = createGuard({ retry: false }).startTurn();
    const isKeyed = 'idempotency' in declaration;
    const create = {
      name: 'create_ticket',
      run: (args: unknown, key: string | null) => service.create(args, isKeyed ? key : null),
      declaration: { ...TICKET_DECLARATION, ...declaration },
    };
    const next = (attempt: number) => ({ tool: 'create_ticket', args: ticketArguments(attempt) });
    return { service, turn, ...(await play(turn, { tools: [create], next })) };
  };

  test('the ticket turn ends at three tickets, and the next model call has no tools', async () => {
    const { service, turn, asked, output } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(asked.map(({ hasTools }) => hasTools)).toEqual([true, true, true, false]);
    expect(asked[2]?.lastResult).toMatch(/second identical call .* may have succeeded/);
    expect(asked[3]?.lastResult).toMatch(/may have succeeded; do not retry/);
    expect(output).toBe(LAST_WORDS);
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call', async () => {
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const next = () => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS });
    const { asked } = await play(turn, { tools: [{ name: 'search_orders', run: () => [] }], next });
    expect(asked).toHaveLength(3);
    expect(asked[2]?.lastResult).toContain('second identical call');
    expect(turn.state()).toMatchObject({
      calls: 3,
      stop: { reason: 'repeated_call', result: { attempts: 3 } },
    });
    // What the last model call used is reported before the next one, which there is none of.
    const steps = WITHOUT_USAGE.test(name) ? 0 : 2;
    expect(turn.state().sessionTokens).toBeGreaterThanOrEqual(
      steps * (TOKENS.input + TOKENS.output),
    );
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const turn = createGuard().startTurn();
    const tools = [
      { name: 'resize_instance', run: () => cloud.resize() },
      { name: 'stop_instance', run: () => cloud.stop() },
    ];
    await play(turn, { tools, next: (_, last) => nextResizeCall(last) });
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
  });
});
