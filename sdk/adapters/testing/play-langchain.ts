import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool, type DynamicStructuredTool } from '@langchain/core/tools';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, toolErrorMiddleware } from 'langchain';
import { z } from 'zod';
import { declareTool } from '../../declare.ts';
import type { CallGuard, Turn } from '../../guard/index.ts';
import { currentCall } from '../../guard/index.ts';
import { guardLangChainTools, guardMiddleware, guardModelNode } from '../langchain.ts';
import { LAST_WORDS, MAX_STEPS, StubbornModel, TOKENS, type Play, type Story } from './play.ts';

const RUN = { recursionLimit: 4 * MAX_STEPS };

/** The fake model in the words of LangChain. */
export class ChainModel extends BaseChatModel {
  readonly stubborn: StubbornModel;
  readonly #hasTools: boolean;

  constructor(stubborn: StubbornModel, hasTools = false) {
    super({});
    this.stubborn = stubborn;
    this.#hasTools = hasTools;
  }

  override _llmType(): string {
    return 'stubborn';
  }

  override bindTools(
    tools: unknown[],
    { tool_choice }: { tool_choice?: unknown } = {},
  ): ChainModel {
    return new ChainModel(this.stubborn, tools.length > 0 && tool_choice !== 'none');
  }

  override async _generate(messages: BaseMessage[]) {
    const call = this.#answer(messages);
    const tool_calls = (call ?? []).map(({ id, tool: name, args }) => ({
      id,
      name,
      args: { ...args },
    }));
    const content = call === null ? LAST_WORDS : '';
    const message = Object.assign(new AIMessage({ content, tool_calls }), USAGE);
    return { generations: [{ text: content, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
  ): AsyncGenerator<ChatGenerationChunk> {
    const call = this.#answer(messages);
    const content = call === null ? LAST_WORDS : '';
    const tool_call_chunks = (call ?? []).map(({ id, tool: name, text: args }, index) => ({
      id,
      name,
      args,
      index,
    }));
    const message = Object.assign(new AIMessageChunk({ content, tool_call_chunks }), USAGE);
    yield new ChatGenerationChunk({ text: content, message });
  }

  #answer(messages: BaseMessage[]) {
    return this.stubborn.answer(this.#hasTools, lastResult(messages));
  }
}

const USAGE = {
  usage_metadata: {
    input_tokens: TOKENS.input,
    output_tokens: TOKENS.output,
    total_tokens: TOKENS.input + TOKENS.output,
  },
};

export function lastResult(messages: readonly BaseMessage[]): string | null {
  const last = messages.findLast((message) => message.getType() === 'tool');
  return last === undefined ? null : last.text;
}

function toolsOf({ tools }: Story): DynamicStructuredTool[] {
  return tools.map(({ name, run, declaration }) => {
    const own = tool(async (args) => run(args, currentCall()?.idempotencyKey ?? null), {
      name,
      description: name,
      schema: z.looseObject({}),
    }) as unknown as DynamicStructuredTool;
    return declaration === undefined ? own : declareTool(own, declaration);
  });
}

function agentOf(turn: Turn | null, story: Story, model: ChainModel) {
  const onError = (error: unknown): string => String(error);
  const errors = toolErrorMiddleware({ onError });
  const middleware = turn === null ? [errors] : [errors, guardMiddleware(turn)];
  return createAgent({ model, tools: toolsOf(story), middleware });
}

/** A graph of one's own: a model node and a tool node. */
export function graphOf(
  guard: CallGuard | null,
  model: ChainModel,
  given: DynamicStructuredTool[],
) {
  const tools = guard === null ? given : guardLangChainTools(guard, given);
  const bare = model.bindTools(tools);
  return new StateGraph(MessagesAnnotation)
    .addNode(
      'model',
      guard === null
        ? async ({ messages }) => ({ messages: [await bare.invoke(messages)] })
        : guardModelNode(guard, model, tools),
    )
    .addNode('tools', new ToolNode(tools))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => {
      const last = messages.at(-1);
      return last instanceof AIMessage && (last.tool_calls ?? []).length > 0 ? 'tools' : END;
    })
    .addEdge('tools', 'model');
}

const question = () => ({ messages: [new HumanMessage('Help.')] });

export const playAgent: Play = async (turn, story) => {
  const model = new ChainModel(new StubbornModel(story.next));
  const { messages } = await agentOf(turn, story, model).invoke(question(), RUN);
  return { asked: model.stubborn.asked, output: messages.at(-1)?.text ?? '' };
};

export const playStreamedAgent: Play = async (turn, story) => {
  const model = new ChainModel(new StubbornModel(story.next));
  const stream = await agentOf(turn, story, model).stream(question(), {
    ...RUN,
    streamMode: ['messages', 'values'],
  });
  let output = '';
  for await (const [mode, part] of stream) {
    if (mode === 'values') output = part.messages.at(-1)?.text ?? '';
  }
  return { asked: model.stubborn.asked, output };
};

export const playGraph: Play = async (turn, story) => {
  const model = new ChainModel(new StubbornModel(story.next));
  const { messages } = await graphOf(turn, model, toolsOf(story)).compile().invoke(question(), RUN);
  return { asked: model.stubborn.asked, output: messages.at(-1)?.text ?? '' };
};

export const playStreamedGraph: Play = async (turn, story) => {
  const model = new ChainModel(new StubbornModel(story.next));
  const graph = graphOf(turn, model, toolsOf(story)).compile();
  let output = '';
  const stream = await graph.stream(question(), { ...RUN, streamMode: 'values' });
  for await (const { messages } of stream) output = messages.at(-1)?.text ?? '';
  return { asked: model.stubborn.asked, output };
};
