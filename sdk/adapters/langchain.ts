import { declarationOf } from '../declare.ts';
import type { CallGuard, CallStart, TurnIds } from '../guard/call-guard.ts';
import { deliver } from '../guard/deliver.ts';
import { withKey } from '../guard/idempotency.ts';
import { noted } from '../guard/note.ts';

interface LangChainTool {
  name: string;
  responseFormat?: string;
  [EXECUTOR](args: unknown, runManager: unknown, config?: Config): Promise<unknown>;
}

/** The method of a tool that runs it; everything else about a call is the framework's. */
const EXECUTOR = '_call';

interface Config {
  toolCall?: { id?: string };
  signal?: AbortSignal;
}

/**
 * LangChain tools behind the guard, for `bindTools`, a `ToolNode` or an agent. A tool keeps its class, schema and callbacks; only its executor
 * is called through the guard.
 */
export function guardLangChainTools<Tool extends object>(
  guard: CallGuard,
  tools: readonly Tool[],
): Tool[] {
  return tools.map((tool) => guardTool(guard, tool, {}));
}

/** What a model node of a LangGraph graph binds: the tools, or after a stop none. */
export function bindGuarded<Model extends { bindTools(tools: never): unknown }>(
  guard: CallGuard,
  model: Model,
  tools: Parameters<Model['bindTools']>[0],
): Model | ReturnType<Model['bindTools']> {
  if (guard.nextStep().tools === 'none') return model;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what bindTools of this very model gives
  return model.bindTools(tools) as ReturnType<Model['bindTools']>;
}

interface Invokable {
  invoke(messages: never, config?: never): Promise<unknown>;
}

interface ChatModel extends Invokable {
  bindTools(tools: never): Invokable;
}

type Answer<Model extends ChatModel> = Awaited<ReturnType<Model['invoke']>>;

/**
 * The model node of a LangGraph graph of one's own: asks the model with the tools, or after a stop without, and counts what it used. In
 * `terminate` mode it says the stop's message in the model's place, so that the graph ends as after any answer without calls.
 */
export function guardModelNode<Model extends ChatModel>(
  guard: CallGuard,
  model: Model,
  tools: Parameters<Model['bindTools']>[0],
): (
  state: { messages: Parameters<Model['invoke']>[0] },
  config?: unknown,
) => Promise<{ messages: Answer<Model>[] }> {
  return async ({ messages }, config) => {
    const { stop } = guard.state();
    if (stop !== null && guard.nextStep().endsRun) {
      const said = { role: 'assistant', content: stop.result.message };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph makes a message of it
      return { messages: [said as Answer<Model>] };
    }
    const bound: Invokable = bindGuarded(guard, model, tools);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- handed on as they came
    const answer = await bound.invoke(messages, config as never);
    countUsage(guard, answer, {});
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with tools or without, the model answers in the same form
    return { messages: [answer as Answer<Model>] };
  };
}

interface Message {
  getType?: () => string;
  usage_metadata?: { input_tokens?: number; output_tokens?: number };
}

interface State {
  messages?: readonly Message[];
}

interface Runtime {
  configurable?: { thread_id?: unknown };
}

interface ModelRequest {
  tools: unknown;
  toolChoice?: unknown;
  state: State;
  runtime: Runtime;
}

interface ToolRequest {
  tool: object | undefined;
  state: State;
  runtime: Runtime;
}

/** The hooks of a LangChain agent's middleware, as `createAgent` takes them. */
export interface GuardMiddleware {
  readonly name: string;
  wrapToolCall: <Request extends ToolRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ) => Answer;
  wrapModelCall: <Request extends ModelRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer>;
  beforeModel: {
    canJumpTo: ['end'];
    hook: (
      state: State,
      runtime: Runtime,
    ) => { jumpTo: 'end'; messages: { role: string; content: string }[] } | undefined;
  };
}

/** By this mark `createAgent` knows middleware. */
const MIDDLEWARE = Symbol.for('AgentMiddleware');

/**
 * Middleware for LangChain's `createAgent`: each tool call goes through the guard, and after a stop the next model call has no tools; in
 * `terminate` mode the run ends with the stop's message. With a thread id each user message of a thread is a turn; without one, run the agent
 * inside `guard.startTurn().within(...)`.
 */
export function guardMiddleware(guard: CallGuard): GuardMiddleware {
  return Object.assign(hooksOf(guard), { [MIDDLEWARE]: true });
}

function hooksOf(guard: CallGuard): GuardMiddleware {
  return {
    name: 'LoopscopeGuard',
    wrapToolCall: (request, handler) => {
      const { tool } = request;
      if (tool === undefined) return handler(request);
      return handler({ ...request, tool: guardTool(guard, tool, idsOf(request)) });
    },
    wrapModelCall: async (request, handler) => {
      const ids = idsOf(request);
      const isToolless = guard.nextStep(ids).tools === 'none';
      const answer = await handler(
        isToolless ? { ...request, tools: [], toolChoice: 'none' } : request,
      );
      countUsage(guard, answer, ids);
      return isToolless ? withoutCalls(answer) : answer;
    },
    beforeModel: {
      canJumpTo: ['end'],
      hook: (state, runtime) => {
        const ids = idsOf({ state, runtime });
        const { stop } = guard.state(ids);
        if (stop === null || !guard.nextStep(ids).endsRun) return undefined;
        return { jumpTo: 'end', messages: [{ role: 'assistant', content: stop.result.message }] };
      },
    },
  };
}

/** A model that calls tools which it was not given would go on to the graph's limit. */
function withoutCalls<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null || !('tool_calls' in answer)) return answer;
  if (!Array.isArray(answer.tool_calls) || answer.tool_calls.length === 0) return answer;
  const copy: Answer & object = Object.create(Object.getPrototypeOf(answer));
  return Object.assign(copy, answer, { tool_calls: [] });
}

/** A thread is a session, and each message of its user begins a turn. */
function idsOf({ state, runtime }: { state: State; runtime: Runtime }): TurnIds {
  const thread = runtime.configurable?.thread_id;
  if (typeof thread !== 'string' || thread === '') return {};
  const asked = (state.messages ?? []).filter((message) => message.getType?.() === 'human').length;
  return { sessionId: thread, turnId: `${thread}#${asked}` };
}

function countUsage(guard: CallGuard, answer: unknown, ids: TurnIds): void {
  if (typeof answer !== 'object' || answer === null || !('usage_metadata' in answer)) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangChain's messages carry their usage under this name
  const { usage_metadata: usage } = answer as Message;
  guard.addUsage(
    { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 },
    ids,
  );
}

function guardTool<Tool extends object>(guard: CallGuard, given: Tool, ids: TurnIds): Tool {
  if (!isExecutable(given)) return given;
  const call = async (args: unknown, runManager: unknown, config?: Config): Promise<unknown> => {
    const start = startOf(given, args, config, ids);
    const hasArtifact = given.responseFormat === 'content_and_artifact';
    let artifact: unknown;
    const guarded = await guard.run(
      start,
      async ({ idempotencyKey }) => {
        const keyed = withKey(args, idempotencyKey, start.declaration);
        const result = await given[EXECUTOR](keyed, runManager, config);
        if (!hasArtifact || !Array.isArray(result)) return result;
        [, artifact] = result as unknown[];
        return (result as unknown[])[0];
      },
      { signal: config?.signal },
    );
    const content = deliver(guarded, {
      terminal: (result) => JSON.stringify(result),
      noted: (result, note) => notedContent(result, note),
    });
    return hasArtifact ? [content, artifact] : content;
  };
  const guarded: Tool = Object.create(given, { [EXECUTOR]: { value: call } });
  return guarded;
}

function isExecutable(tool: object): tool is LangChainTool {
  return EXECUTOR in tool && typeof tool[EXECUTOR] === 'function' && 'name' in tool;
}

function startOf(
  tool: LangChainTool,
  args: unknown,
  config: Config | undefined,
  ids: TurnIds,
): CallStart {
  const declaration = declarationOf(tool, tool.name);
  const callId = config?.toolCall?.id ?? '';
  return {
    ...ids,
    tool: tool.name,
    args,
    callId,
    ...(declaration === undefined ? {} : { declaration }),
  };
}

/** A tool may answer with a message or a command of the graph: those have a form of their own. */
function notedContent(result: unknown, note: string): unknown {
  if (isMessage(result)) {
    const copy: { content: unknown } = Object.assign(
      Object.create(Object.getPrototypeOf(result)),
      result,
    );
    copy.content = noted(result.content, note);
    return copy;
  }
  const isOwnForm = typeof result === 'object' && result !== null && 'lg_name' in result;
  if (isOwnForm) return result;
  if (typeof result === 'string') return noted(result, note);
  const told = noted(result, note);
  return Array.isArray(told) ? told : noted(JSON.stringify(result ?? null), note);
}

function isMessage(value: unknown): value is { content: unknown } {
  return (
    typeof value === 'object' && value !== null && 'content' in value && 'tool_call_id' in value
  );
}
