import {
  Agent,
  run,
  setTracingDisabled,
  tool,
  Usage,
  type Model,
  type ModelRequest,
  type StreamEvent,
} from '@openai/agents';
import { declareTool } from '../../declare.ts';
import type { Turn } from '../../guard/index.ts';
import { currentCall } from '../../guard/index.ts';
import { guardOpenAIAgent, reportFaults } from '../openai-agents.ts';
import { LAST_WORDS, MAX_STEPS, StubbornModel, TOKENS, type Play, type Story } from './play.ts';

const PARAMETERS = {
  type: 'object' as const,
  properties: {},
  required: [],
  additionalProperties: true as const,
};

/** The fake model in the words of the SDK. */
export class AgentsModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #stubborn: StubbornModel;

  constructor(stubborn: StubbornModel) {
    this.#stubborn = stubborn;
  }

  async getResponse(request: ModelRequest) {
    return { usage: new Usage(USAGE), output: this.#output(request) };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncGenerator<StreamEvent> {
    yield { type: 'response_started' };
    const output = this.#output(request);
    if (output[0]?.type === 'message') yield { type: 'output_text_delta', delta: LAST_WORDS };
    yield { type: 'response_done', response: { id: 'r', usage: USAGE, output } };
  }

  #output(request: ModelRequest) {
    const { tools, modelSettings, input } = request;
    this.requests.push(request);
    const items = typeof input === 'string' ? [] : input;
    const last = items.findLast((item) => item.type === 'function_call_result');
    const hasTools = tools.length > 0 && modelSettings.toolChoice !== 'none';
    const calls = this.#stubborn.answer(hasTools, last === undefined ? null : JSON.stringify(last));
    const words = {
      type: 'message' as const,
      role: 'assistant' as const,
      status: 'completed' as const,
      content: [{ type: 'output_text' as const, text: LAST_WORDS }],
    };
    return (
      calls?.map(({ id, tool: name, text }) => ({
        type: 'function_call' as const,
        callId: id,
        name,
        status: 'completed' as const,
        arguments: text,
      })) ?? [words]
    );
  }
}

const USAGE = {
  requests: 1,
  inputTokens: TOKENS.input,
  outputTokens: TOKENS.output,
  totalTokens: TOKENS.input + TOKENS.output,
};

function agentOf(turn: Turn | null, { tools }: Story, stubborn: StubbornModel) {
  setTracingDisabled(true);
  const made = tools.map(({ name, run, declaration }) => {
    const own = tool(
      reportFaults({
        name,
        description: name,
        parameters: PARAMETERS,
        strict: false,
        execute: async (args: unknown) => run(args, currentCall()?.idempotencyKey ?? null),
      }),
    );
    return declaration === undefined ? own : declareTool(own, declaration);
  });
  const agent = new Agent({ name: 'support', model: new AgentsModel(stubborn), tools: made });
  return turn === null ? agent : guardOpenAIAgent(turn, agent);
}

export const playRun: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const result = await run(agentOf(turn, story, stubborn), 'Help.', { maxTurns: MAX_STEPS });
  return { asked: stubborn.asked, output: result.finalOutput ?? '' };
};

export const playStreamedRun: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const agent = agentOf(turn, story, stubborn);
  const result = await run(agent, 'Help.', { maxTurns: MAX_STEPS, stream: true });
  for await (const event of result) if (event.type === 'agent_updated_stream_event') continue;
  await result.completed;
  return { asked: stubborn.asked, output: result.finalOutput ?? '' };
};
