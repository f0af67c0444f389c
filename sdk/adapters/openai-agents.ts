import { declarationOf } from '../declare.ts';
import { tellFault } from '../guard/ambient.ts';
import type { CallStart, Guarded, Turn } from '../guard/call-guard.ts';
import { deliver } from '../guard/deliver.ts';
import { withKey } from '../guard/idempotency.ts';
import type { TerminalResult } from '../guard/terminal.ts';
import { turnOf, type GuardOrTurn } from './turn-of.ts';

/** How the SDK says by default that a tool threw. */
const FAILED = /^An error occurred while running the tool\b/;

interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

interface RunContext {
  /** Of the whole run so far, also what it had used before it was stored and read back; handed on to the agents that are its tools. */
  usage: Tokens & { requestUsageEntries?: readonly Tokens[] | undefined };
}

interface AgentTool {
  type: string;
  name: string;
  outputSchema?: unknown;
  invoke?: (
    context: RunContext,
    input: string,
    details?: { toolCall?: { callId?: string }; signal?: AbortSignal },
  ) => Promise<unknown>;
}

interface Handoff {
  onInvokeHandoff: (context: RunContext, args: string) => Promise<object> | object;
}

interface AgentLike {
  outputType: unknown;
  modelSettings: object;
  /** Settings that are not explicit do not reach a model that is. */
  hasExplicitModelSettings?(): boolean;
  toolUseBehavior: unknown;
  getSystemPrompt(context: RunContext): Promise<string | undefined>;
  getAllTools(context: RunContext, ...rest: unknown[]): Promise<AgentTool[]>;
  getEnabledHandoffs(context: RunContext): Promise<Handoff[]>;
  emit(event: string, ...args: unknown[]): boolean;
}

/** What was counted of each run, by whichever guarded agent: a run may go on with another one. */
const COUNTED = new WeakMap<RunContext['usage'], Tokens>();

/**
 * An agent of the OpenAI Agents SDK for one run, with all its tools (those of MCP servers too) and the agents it hands off to behind the guard.
 * After a stop the next model call has no tools, no handoffs and tool choice "none"; in `terminate` mode the run ends with the stop's message
 * as its final output. A tool with an output schema keeps its own answer, and the guard's words come with the instructions of the next model
 * call. The agent itself stays as it is.
 */
export function guardOpenAIAgent<Agent extends object>(guard: GuardOrTurn, agent: Agent): Agent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarded agent is the agent, with three members in front
  return new AgentGuarding(turnOf(guard)).agent(agent) as Agent;
}

/**
 * Put it around the options of `tool()`: the SDK shows neither the model nor anyone else what a tool threw, and without that a timeout
 * cannot be told from a rejection.
 */
export function reportFaults<Options extends { execute: (...args: never[]) => unknown }>(
  options: Options,
): Options {
  const { execute } = options;
  const reporting = async (...args: never[]): Promise<unknown> => {
    try {
      return await execute(...args);
    } catch (error) {
      tellFault(error);
      throw error;
    }
  };
  return { ...options, execute: reporting };
}

/** One run: each agent and each tool is wrapped once, so that the SDK knows again what it has seen. */
class AgentGuarding {
  readonly #turn: Turn;
  readonly #agents = new WeakMap<object, object>();
  readonly #tools = new WeakMap<object, AgentTool>();
  /** What the next model call has to be told beside results that have no room for it. */
  #words: string[] = [];

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  agent(given: object): object {
    const known = this.#agents.get(given);
    if (known !== undefined) return known;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an Agent of the SDK, by the contract of guardOpenAIAgent
    const agent = given as AgentLike;
    const guarded: object = Object.create(agent, {
      getAllTools: {
        value: async (...args: Parameters<AgentLike['getAllTools']>) => this.#toolsOf(agent, args),
      },
      getSystemPrompt: {
        value: async (context: RunContext) => this.#promptOf(agent, context),
      },
      getEnabledHandoffs: {
        value: async (context: RunContext) => this.#handoffsOf(agent, context),
      },
      hasExplicitModelSettings: {
        value: () => this.#isToolless() || agent.hasExplicitModelSettings?.() !== false,
      },
      // The last answer of a run: nothing is asked for after it.
      emit: {
        value: (event: string, ...args: unknown[]) => {
          if (event === 'agent_end' && isRunContext(args[0])) this.#count(args[0]);
          return agent.emit(event, ...args);
        },
      },
      modelSettings: { get: () => this.#settingsOf(agent) },
      toolUseBehavior: { get: () => this.#behaviorOf(agent) },
    });
    this.#agents.set(agent, guarded);
    this.#agents.set(guarded, guarded);
    return guarded;
  }

  async #toolsOf(
    agent: AgentLike,
    args: Parameters<AgentLike['getAllTools']>,
  ): Promise<AgentTool[]> {
    this.#count(args[0]);
    const tools = await agent.getAllTools(...args);
    return this.#isToolless() ? [] : tools.map((tool) => this.#tool(tool));
  }

  async #handoffsOf(agent: AgentLike, context: RunContext): Promise<Handoff[]> {
    if (this.#isToolless()) return [];
    const handoffs = await agent.getEnabledHandoffs(context);
    return handoffs.map((handoff): Handoff =>
      Object.create(handoff, {
        onInvokeHandoff: {
          value: async (context: RunContext, args: string) =>
            this.agent(await handoff.onInvokeHandoff(context, args)),
        },
      }),
    );
  }

  async #promptOf(agent: AgentLike, context: RunContext): Promise<string | undefined> {
    const own = await agent.getSystemPrompt(context);
    const words = this.#words.splice(0);
    return words.length === 0 ? own : [own ?? '', ...words].join('\n\n').trim();
  }

  #settingsOf(agent: AgentLike): object {
    return this.#isToolless()
      ? { ...agent.modelSettings, toolChoice: 'none' }
      : agent.modelSettings;
  }

  /** A final output of another type than text cannot be made up: then the model is asked for it once more, without tools. */
  #behaviorOf(agent: AgentLike): unknown {
    const { stop } = this.#turn.state();
    if (stop === null || agent.outputType !== 'text' || !this.#turn.nextStep().endsRun) {
      return agent.toolUseBehavior;
    }
    return () => ({
      isFinalOutput: true,
      isInterrupted: undefined,
      finalOutput: stop.result.message,
    });
  }

  #isToolless(): boolean {
    return this.#turn.nextStep().tools === 'none';
  }

  /** The SDK adds up the usage of a run. */
  #count({ usage }: RunContext): void {
    const before = COUNTED.get(usage) ?? beforeLastCall(usage);
    const { inputTokens, outputTokens } = usage;
    this.#turn.addUsage({
      inputTokens: inputTokens - before.inputTokens,
      outputTokens: outputTokens - before.outputTokens,
    });
    COUNTED.set(usage, { inputTokens, outputTokens });
  }

  /** A copy with everything that the SDK hides on its tools. */
  #tool(tool: AgentTool): AgentTool {
    const { invoke } = tool;
    if (tool.type !== 'function' || invoke === undefined) return tool;
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    const guarded: AgentTool = Object.defineProperties(
      { ...tool },
      {
        ...Object.getOwnPropertyDescriptors(tool),
        invoke: { value: this.#invoke(tool, invoke), enumerable: true },
      },
    );
    this.#tools.set(tool, guarded);
    return guarded;
  }

  #invoke(tool: AgentTool, invoke: NonNullable<AgentTool['invoke']>): AgentTool['invoke'] {
    return async (context, input, details) => {
      const start = startOf(tool, input, details?.toolCall?.callId);
      const guarded = await this.#turn.run(
        start,
        async ({ idempotencyKey }) =>
          invoke(context, keyedInput(input, idempotencyKey, start), details),
        {
          signal: details?.signal,
          isError: (result) => typeof result === 'string' && FAILED.test(result),
        },
      );
      return tool.outputSchema === undefined
        ? deliver(guarded, { terminal: (result: TerminalResult) => JSON.stringify(result) })
        : this.#deliverBySchema(guarded);
    };
  }

  /** A schema leaves no room for words: the tool's own answer stays, and they go along with the instructions. */
  #deliverBySchema(guarded: Guarded<unknown>): unknown {
    if (!guarded.made || guarded.threw) return deliver(guarded);
    const words = guarded.terminal?.message ?? guarded.note;
    if (words !== null) this.#words.push(words);
    return guarded.result;
  }
}

/** Of a run that is read back, everything was counted before it was stored, but the model call that it stopped behind. */
function beforeLastCall({
  inputTokens,
  outputTokens,
  requestUsageEntries,
}: RunContext['usage']): Tokens {
  const last = requestUsageEntries?.at(-1);
  return {
    inputTokens: inputTokens - (last?.inputTokens ?? 0),
    outputTokens: outputTokens - (last?.outputTokens ?? 0),
  };
}

function isRunContext(value: unknown): value is RunContext {
  return typeof value === 'object' && value !== null && 'usage' in value;
}

function startOf(tool: AgentTool, args: string, callId = ''): CallStart {
  const declaration = declarationOf(tool, tool.name);
  return { tool: tool.name, args, callId, ...(declaration === undefined ? {} : { declaration }) };
}

/** The input with the idempotency key in the argument that is declared for it. */
function keyedInput(input: string, key: string | null, { declaration }: CallStart): string {
  if (typeof declaration?.idempotency !== 'object') return input;
  try {
    const args: unknown = JSON.parse(input);
    return JSON.stringify(withKey(args, key, declaration));
  } catch {
    return input;
  }
}
