import type { PrepareStepFunction, StopCondition, ToolSet } from 'ai';
import { BoundedMap } from '../guard/bounded-map.ts';
import { turnOf, type GuardOrTurn } from './turn-of.ts';
import { guardVercelTool, type Notes } from './vercel-tool.ts';

/** The parts of a generateText, streamText or ToolLoopAgent call that the guard has a say in. */
export interface VercelSettings<Tools extends ToolSet> {
  tools: Tools;
  /** Without it the framework's own default counts, and `terminate` ends the run one step later. */
  stopWhen?: StopCondition<Tools> | StopCondition<Tools>[];
  prepareStep?: PrepareStepFunction<Tools>;
}

export interface GuardedVercel<Tools extends ToolSet> {
  tools: Tools;
  stopWhen?: StopCondition<Tools>[];
  prepareStep: PrepareStepFunction<Tools>;
}

const MAX_NOTES = 1_000;

/**
 * Guards one run of the Vercel AI SDK: spread the outcome into generateText, streamText or a ToolLoopAgent. Results stay what the tools gave;
 * a note is added only to what the model reads, and after a stop the next step has no tools.
 */
export function guardVercel<Tools extends ToolSet>(
  guard: GuardOrTurn,
  settings: VercelSettings<Tools>,
): GuardedVercel<Tools> {
  const turn = turnOf(guard);
  const notes: Notes = new BoundedMap(MAX_NOTES);
  const { tools, prepareStep, stopWhen } = settings;
  let toolless = false;
  const prepare: PrepareStepFunction<Tools> = async (step) => {
    const usage = step.steps.at(-1)?.usage;
    if (usage !== undefined) {
      turn.addUsage({
        inputTokens: usage.inputTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
        model: modelName(step.model),
      });
    }
    const own = await prepareStep?.(step);
    if (turn.nextStep().tools === 'allowed') return own;
    toolless = true;
    return { ...own, toolChoice: 'none', activeTools: [] };
  };
  // A model that calls tools which it does not have would go on to the last step.
  const ends = (): boolean => toolless || turn.nextStep().endsRun;
  const guarded = Object.entries(tools).map(([name, tool]) => [
    name,
    guardVercelTool(turn, notes, name, tool),
  ]);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with the same tools, wrapped
    tools: Object.fromEntries(guarded) as Tools,
    prepareStep: prepare,
    ...(stopWhen === undefined ? {} : { stopWhen: [stopWhen, ends].flat() }),
  };
}

function modelName(model: PrepareStepModel): string {
  return typeof model === 'string' ? model : model.modelId;
}

type PrepareStepModel = Parameters<PrepareStepFunction<ToolSet>>[0]['model'];
