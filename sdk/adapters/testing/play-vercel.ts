import { generateText, isStepCount, streamText, tool, ToolLoopAgent } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { z } from 'zod';
import { declareTool } from '../../declare.ts';
import type { Turn } from '../../guard/index.ts';
import { currentCall } from '../../guard/index.ts';
import { guardVercel } from '../vercel.ts';
import {
  LAST_WORDS,
  MAX_STEPS,
  StubbornModel,
  TOKENS,
  type Asking,
  type Play,
  type Story,
} from './play.ts';

type Request = MockLanguageModelV4['doGenerateCalls'][number];

const USAGE = {
  inputTokens: { total: TOKENS.input, noCache: TOKENS.input, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: TOKENS.output, text: TOKENS.output, reasoning: 0 },
};

/** The fake model in the words of the SDK. */
export function vercelModel(stubborn: StubbornModel): MockLanguageModelV4 {
  const answer = ({ tools = [], toolChoice, prompt }: Request) => {
    const last = prompt.findLast(({ role }) => role === 'tool');
    const hasTools = tools.length > 0 && toolChoice?.type !== 'none';
    return stubborn.answer(hasTools, last === undefined ? null : JSON.stringify(last.content));
  };
  const reasonOf = (call: object | null) => {
    const unified = call === null ? ('stop' as const) : ('tool-calls' as const);
    return { unified, raw: unified };
  };
  const callPart = ({ id, tool, text }: Asking) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: tool,
    input: text,
  });
  return new MockLanguageModelV4({
    doGenerate: async (request) => {
      const calls = answer(request);
      const content = calls?.map(callPart) ?? [{ type: 'text' as const, text: LAST_WORDS }];
      return { content, finishReason: reasonOf(calls), usage: USAGE, warnings: [] };
    },
    doStream: async (request) => {
      const call = answer(request);
      const said =
        call === null
          ? [
              { type: 'text-start' as const, id: 't' },
              { type: 'text-delta' as const, id: 't', delta: LAST_WORDS },
              { type: 'text-end' as const, id: 't' },
            ]
          : call.map(callPart);
      const start = { type: 'stream-start' as const, warnings: [] };
      const finish = { type: 'finish' as const, finishReason: reasonOf(call), usage: USAGE };
      return { stream: simulateReadableStream({ chunks: [start, ...said, finish] }) };
    },
  });
}

function settingsOf(turn: Turn | null, { tools }: Story) {
  const made = tools.map(({ name, run, declaration }) => {
    const own = tool({
      inputSchema: z.looseObject({}),
      execute: async (args): Promise<unknown> => run(args, currentCall()?.idempotencyKey ?? null),
    });
    return [name, declaration === undefined ? own : declareTool(own, declaration)] as const;
  });
  const settings = { tools: Object.fromEntries(made), stopWhen: isStepCount(MAX_STEPS) };
  return turn === null ? settings : guardVercel(turn, settings);
}

export const playGenerateText: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const { text } = await generateText({
    model: vercelModel(stubborn),
    prompt: 'Help.',
    ...settingsOf(turn, story),
  });
  return { asked: stubborn.asked, output: text };
};

export const playStreamText: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const result = streamText({
    model: vercelModel(stubborn),
    prompt: 'Help.',
    ...settingsOf(turn, story),
  });
  let output = '';
  for await (const part of result.textStream) output += part;
  return { asked: stubborn.asked, output };
};

export const playToolLoopAgent: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const agent = new ToolLoopAgent({ model: vercelModel(stubborn), ...settingsOf(turn, story) });
  const { text } = await agent.generate({ prompt: 'Help.' });
  return { asked: stubborn.asked, output: text };
};
