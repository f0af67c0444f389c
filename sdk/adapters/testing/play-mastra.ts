import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { declareTool } from '../../declare.ts';
import type { Turn } from '../../guard/index.ts';
import { currentCall } from '../../guard/index.ts';
import { guardMastraRun, guardMastraTools } from '../mastra.ts';
import {
  LAST_WORDS,
  MAX_STEPS,
  StubbornModel,
  TOKENS,
  type Asking,
  type Play,
  type Story,
} from './play.ts';

interface Request {
  tools?: unknown[];
  toolChoice?: { type: string };
  prompt: { role: string; content: unknown }[];
}

const USAGE = {
  inputTokens: TOKENS.input,
  outputTokens: TOKENS.output,
  totalTokens: TOKENS.input + TOKENS.output,
};

/** The fake model in the words of Mastra. */
export function mastraModel(stubborn: StubbornModel) {
  const answer = ({ tools = [], toolChoice, prompt }: Request) => {
    const last = prompt.findLast(({ role }) => role === 'tool');
    const hasTools = tools.length > 0 && toolChoice?.type !== 'none';
    return stubborn.answer(hasTools, last === undefined ? null : JSON.stringify(last.content));
  };
  const callPart = ({ id, tool, text }: Asking) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: tool,
    input: text,
  });
  return {
    specificationVersion: 'v2' as const,
    provider: 'test',
    modelId: 'some-model',
    supportedUrls: {},
    async doGenerate(request: Request) {
      const call = answer(request);
      const content = call?.map(callPart) ?? [{ type: 'text', text: LAST_WORDS }];
      const finishReason = call === null ? 'stop' : 'tool-calls';
      return { content, finishReason, usage: USAGE, warnings: [] };
    },
    async doStream(request: Request) {
      const call = answer(request);
      const finishReason = call === null ? 'stop' : 'tool-calls';
      const said =
        call === null
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: LAST_WORDS },
              { type: 'text-end', id: 't' },
            ]
          : call.map(callPart);
      const start = { type: 'stream-start', warnings: [] };
      const finish = { type: 'finish', finishReason, usage: USAGE };
      return { stream: ReadableStream.from([start, ...said, finish]) };
    },
  };
}

function agentOf(turn: Turn | null, { tools }: Story, stubborn: StubbornModel) {
  const made = tools.map(({ name, run, declaration }) => {
    const own = createTool({
      id: name,
      description: name,
      inputSchema: z.looseObject({}),
      execute: async (args): Promise<unknown> => run(args, currentCall()?.idempotencyKey ?? null),
    });
    return [name, declaration === undefined ? own : declareTool(own, declaration)] as const;
  });
  const plain = Object.fromEntries(made);
  return new Agent({
    id: 'support',
    name: 'support',
    instructions: 'Help.',
    model: mastraModel(stubborn) as never,
    tools: turn === null ? plain : guardMastraTools(turn, plain),
  });
}

function runOptions(turn: Turn | null) {
  const options = { maxSteps: MAX_STEPS };
  return turn === null ? options : guardMastraRun(turn, options);
}

export const playGenerate: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const agent = agentOf(turn, story, stubborn);
  const { text } = await agent.generate('Help.', runOptions(turn));
  return { asked: stubborn.asked, output: text };
};

export const playStream: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const agent = agentOf(turn, story, stubborn);
  const stream = await agent.stream('Help.', runOptions(turn));
  let output = '';
  for await (const part of stream.textStream) output += part;
  return { asked: stubborn.asked, output };
};
