import { declarationOf } from '../declare.ts';
import type { CallGuard, CallStart, Turn } from '../guard/call-guard.ts';
import { deliver } from '../guard/deliver.ts';
import { withKey } from '../guard/idempotency.ts';
import { isTerminal } from '../guard/terminal.ts';

interface MastraTool {
  id?: string;
  execute?: (input: unknown, context?: Context) => Promise<unknown>;
  toModelOutput?: (output: unknown) => unknown;
}

interface Context {
  abortSignal?: AbortSignal;
  agent?: { toolCallId?: string };
  toolCallId?: string;
}

/**
 * Mastra tools behind the guard, for an agent's `tools`, its toolsets or `clientTools`. With a guard instead of a turn, run the agent inside
 * `guard.startTurn().within(...)`.
 */
export function guardMastraTools<Tools extends Readonly<Record<string, object>>>(
  guard: CallGuard,
  tools: Tools,
): Tools {
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(guard, name, tool)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with the same tools, wrapped
  return Object.fromEntries(guarded) as Tools;
}

interface StepUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

interface PrepareStep {
  steps?: readonly { usage?: StepUsage }[];
}

interface RunSettings {
  prepareStep?: (step: never) => unknown;
  stopWhen?: unknown;
}

/** The settings, with the guard's say in them. */
export type GuardedRun<Settings> = Omit<Settings, keyof RunSettings> & {
  prepareStep: (step: PrepareStep) => Promise<object>;
  stopWhen: (() => boolean)[];
};

/**
 * Options of `agent.generate` and `agent.stream` for one turn: after a stop the next step has no tools and tool choice "none", and in
 * `terminate` mode the run ends after the step that was stopped.
 */
export function guardMastraRun<Settings extends object>(
  turn: Turn,
  settings: Settings & RunSettings,
): GuardedRun<Settings> {
  let toolless = false;
  const ends = (): boolean => toolless || turn.nextStep().endsRun;
  const prepareStep = async (step: PrepareStep): Promise<object> => {
    const usage = step.steps?.at(-1)?.usage;
    turn.addUsage({ inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- handed on as it came
    const own: unknown = await settings.prepareStep?.(step as never);
    const kept = typeof own === 'object' && own !== null ? own : {};
    if (turn.nextStep().tools === 'allowed') return kept;
    toolless = true;
    return { ...kept, tools: {}, activeTools: [], toolChoice: 'none' as const };
  };
  const stopWhen = [settings.stopWhen ?? [], ends].flat();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings with two members that only the framework calls
  return { ...settings, prepareStep, stopWhen } as GuardedRun<Settings>;
}

function guardTool(guard: CallGuard, name: string, given: object): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Mastra types each tool by its schemas, the guard takes any
  const tool = given as MastraTool;
  const { execute, toModelOutput } = tool;
  if (typeof execute !== 'function') return given;
  const guarded = async (input: unknown, context?: Context): Promise<unknown> => {
    const start = startOf(tool, name, input, context);
    const outcome = await guard.run(
      start,
      async ({ idempotencyKey }) =>
        execute.call(tool, withKey(input, idempotencyKey, start.declaration), context),
      { signal: context?.abortSignal },
    );
    return deliver(outcome);
  };
  // A copy, since the framework reads a tool's own members, of the same class, since it asks for that as well.
  const copy: object = Object.create(Object.getPrototypeOf(given));
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(given),
    execute: { value: guarded, enumerable: true },
    ...(toModelOutput === undefined
      ? {}
      : {
          toModelOutput: {
            value: (output: unknown) => (isTerminal(output) ? undefined : toModelOutput(output)),
            enumerable: true,
          },
        }),
  });
}

function startOf(
  tool: MastraTool,
  name: string,
  args: unknown,
  context: Context | undefined,
): CallStart {
  const declaration = declarationOf(tool, name);
  const callId = context?.agent?.toolCallId ?? context?.toolCallId ?? '';
  return { tool: name, args, callId, ...(declaration === undefined ? {} : { declaration }) };
}
