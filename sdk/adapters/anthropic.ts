import type { Turn } from '../guard/call-guard.ts';
import { wholeReply, type Block } from './anthropic-stream.ts';
import {
  answerCalls,
  runLoop,
  type Answer,
  type AskedCall,
  type Handlers,
  type LoopRun,
  type RunResult,
} from './hand-loop.ts';

/** The part of the Anthropic client that the loop uses. */
interface Client<Params> {
  messages: { create(params: Params): PromiseLike<unknown> };
}

export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/**
 * A request to the Anthropic API as the guard allows it: after a stop with tool choice "none". The definitions stay, since the API rejects a
 * history with tool calls beside no tools; with that choice the model cannot use them.
 */
export function guardedRequest<Params extends object>(turn: Turn, params: Params): Params {
  return turn.nextStep().tools === 'none' ? { ...params, tool_choice: { type: 'none' } } : params;
}

/** Runs the tool calls of one model answer through the guard and gives the content of the user message that hands the results back. */
export async function guardedToolResults(
  turn: Turn,
  content: readonly Block[],
  handlers: Handlers,
): Promise<AnthropicToolResult[]> {
  const calls = askedCalls(content);
  return toolResults(calls, await answerCalls(turn, calls, handlers));
}

/**
 * The whole loop on the messages of the Anthropic client: asks, runs the tools behind the guard and hands back, until the model answers, the
 * guard stops or `maxSteps` model calls are made.
 */
export async function runAnthropic<Params extends { model: string; messages: unknown[] }>(
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
      const answer = await client.messages.create(
        toolless ? { ...request, tool_choice: { type: 'none' } } : request,
      );
      const { content, usage } = await wholeReply(answer, onChunk);
      return {
        messages: [{ role: 'assistant', content: content.map(asSent) }],
        text: content.map(({ text = '' }) => text).join(''),
        calls: askedCalls(content),
        usage: {
          model: params.model,
          inputTokens: (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0),
          outputTokens: usage?.output_tokens ?? 0,
          cachedInputTokens: usage?.cache_read_input_tokens ?? 0,
        },
      };
    },
    handBack: (calls, answers) => [{ role: 'user', content: toolResults(calls, answers) }],
  });
}

function askedCalls(content: readonly Block[]): AskedCall[] {
  const used = content.filter(({ type }) => type === 'tool_use');
  return used.map(({ id = '', name = '', input }) => ({ id, tool: name, args: input }));
}

/** A history takes objects only as the input of a call. */
function asSent(block: Block): Block {
  return block.type === 'tool_use' && typeof block.input === 'string'
    ? { ...block, input: {} }
    : block;
}

function toolResults(
  calls: readonly AskedCall[],
  answers: readonly Answer[],
): AnthropicToolResult[] {
  return calls.map(({ id }, at) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: answers[at]?.content ?? '',
    is_error: answers[at]?.isError ?? true,
  }));
}
