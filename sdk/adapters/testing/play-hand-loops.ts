import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { declareTool } from '../../declare.ts';
import { createGuard, type Turn } from '../../guard/index.ts';
import { runAnthropic } from '../anthropic.ts';
import type { Handlers } from '../hand-loop.ts';
import { runOpenAI } from '../openai.ts';
import { MAX_STEPS, StubbornModel, type Play, type Story } from './play.ts';
import { chatFetch, messagesFetch, type Answering } from './providers.ts';

function answeringOf(stubborn: StubbornModel): Answering {
  return ({ hasTools, lastResult }) => {
    const call = stubborn.answer(hasTools, lastResult);
    return call?.map(({ id, tool, text: args }) => ({ id, tool, args })) ?? null;
  };
}

function handlersOf({ tools }: Story): Handlers {
  const made = tools.map(({ name, run, declaration }) => {
    const handler = (args: unknown, { idempotencyKey }: { idempotencyKey: string | null }) =>
      run(args, idempotencyKey);
    return [name, declaration === undefined ? handler : declareTool(handler, declaration)] as const;
  });
  return Object.fromEntries(made);
}

/** The loops are the guard's own: the nearest to none is one that only watches. */
function watching(): Turn {
  return createGuard({ mode: 'observe', retry: false }).startTurn();
}

const HELP = [{ role: 'user' as const, content: 'Help.' }];

const playOpenAI =
  (stream: boolean): Play =>
  async (turn, story) => {
    const stubborn = new StubbornModel(story.next);
    const client = new OpenAI({ apiKey: 'none', fetch: chatFetch(answeringOf(stubborn)) });
    const tools = story.tools.map(({ name }) => ({
      type: 'function' as const,
      function: { name },
    }));
    const { output } = await runOpenAI(turn ?? watching(), client, {
      params: {
        model: 'some-model',
        messages: HELP,
        tools,
        stream,
        stream_options: { include_usage: true },
      },
      handlers: handlersOf(story),
      maxSteps: MAX_STEPS,
    });
    return { asked: stubborn.asked, output: output ?? '' };
  };

const playAnthropic =
  (stream: boolean): Play =>
  async (turn, story) => {
    const stubborn = new StubbornModel(story.next);
    const client = new Anthropic({ apiKey: 'none', fetch: messagesFetch(answeringOf(stubborn)) });
    const tools = story.tools.map(({ name }) => ({
      name,
      input_schema: { type: 'object' as const },
    }));
    const { output } = await runAnthropic(turn ?? watching(), client, {
      params: { model: 'some-model', max_tokens: 100, messages: HELP, tools, stream },
      handlers: handlersOf(story),
      maxSteps: MAX_STEPS,
    });
    return { asked: stubborn.asked, output: output ?? '' };
  };

export const playCompletions = playOpenAI(false);
export const playStreamedCompletions = playOpenAI(true);
export const playMessages = playAnthropic(false);
export const playStreamedMessages = playAnthropic(true);
