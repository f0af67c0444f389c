import type { Turn } from '../guard/call-guard.ts';
import { answerCalls, runLoop, type Handlers, type LoopRun, type RunResult } from './hand-loop.ts';
import { wholeCompletion, type ToolCall } from './openai-stream.ts';

/** The part of the OpenAI client that the loop uses. */
interface Client<Params> {
  chat: { completions: { create(params: Params): PromiseLike<unknown> } };
}

export interface OpenAIToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/**
 * A request to the OpenAI API as the guard allows it: after a stop without tools. The API's tool choice is then "none" by itself, and it rejects
 * a request that says so beside no tools.
 */
export function guardedRequest<Params extends object>(turn: Turn, params: Params): Params {
  return turn.nextStep().tools === 'none' ? withoutTools(params) : params;
}

function withoutTools<Params extends object>(params: Params): Params {
  const toolless: Params & { tools?: unknown; tool_choice?: unknown } = { ...params };
  delete toolless.tools;
  delete toolless.tool_choice;
  return toolless;
}

/** Runs the tool calls of one model answer through the guard and gives the messages that hand the results back. */
export async function guardedToolMessages(
  turn: Turn,
  toolCalls: readonly ToolCall[] | undefined,
  handlers: Handlers,
): Promise<OpenAIToolMessage[]> {
  const calls = (toolCalls ?? []).map(askedCall);
  const answers = await answerCalls(turn, calls, handlers);
  return calls.map(({ id }, at) => toolMessage(id, answers[at]?.content));
}

/**
 * The whole loop on the chat completions of the OpenAI client: asks, runs the tools behind the guard and hands back, until the model answers,
 * the guard stops or `maxSteps` model calls are made.
 */
export async function runOpenAI<Params extends { model: string; messages: unknown[] }>(
  guard: Turn,
  client: Client<Params>,
  { params, handlers, maxSteps = 40, onChunk = () => {} }: LoopRun<Params>,
): Promise<RunResult<Params['messages'][number]>> {
  return runLoop(guard, {
    messages: params.messages,
    handlers,
    maxSteps,
    ask: async (messages, toolless) => {
      const request = { ...params, messages: [...messages] };
      const answer = await client.chat.completions.create(
        toolless ? withoutTools(request) : request,
      );
      const completion = await wholeCompletion(answer, onChunk);
      const message = completion.choices[0]?.message;
      const { usage } = completion;
      return {
        messages: message === undefined ? [] : [message],
        text: message?.content ?? '',
        calls: (message?.tool_calls ?? []).map(askedCall),
        usage: {
          model: params.model,
          inputTokens: usage?.prompt_tokens ?? 0,
          outputTokens: usage?.completion_tokens ?? 0,
          cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        },
      };
    },
    handBack: (calls, answers) => calls.map(({ id }, at) => toolMessage(id, answers[at]?.content)),
  });
}

function askedCall({ id, function: called }: ToolCall) {
  return { id, tool: called?.name ?? '', args: called?.arguments ?? '' };
}

function toolMessage(id: string, content = ''): OpenAIToolMessage {
  return { role: 'tool', tool_call_id: id, content };
}
