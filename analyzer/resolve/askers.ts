import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/** The calls of one turn, each list in order. */
interface CallsOfTurn {
  calls: readonly ToolCall[];
  models: readonly ModelCall[];
}

/**
 * Who asked, by structure first: the model span around the call, the model before it in the same iteration. Else by time:
 * the last model call before it in its lane, or in the lanes around; a sub-agent's models do not ask for the calls of the
 * agent above.
 */
export function findAskers({ calls, models }: CallsOfTurn): void {
  const isAround = calls.some(({ span }) => span.modelAbove !== null);
  const around = isAround ? modelsAround(models) : NONE;
  const inStep = new Map<Span | null, ModelCall>();
  const lastInLane = new Map<Span | null, ModelCall>();
  let passed = 0;
  for (const call of calls) {
    for (
      let model = models[passed];
      model !== undefined && precedes(model, call);
      model = models[passed]
    ) {
      lastInLane.set(model.span.lane, model);
      inStep.set(model.span.stepAbove, model);
      passed += 1;
    }
    const { modelAbove, stepAbove, lane } = call.span;
    call.asker =
      (modelAbove && around.get(modelAbove)) ??
      (stepAbove && (inStep.get(stepAbove) ?? tied(models, passed, call))) ??
      lookUp(lastInLane, lane) ??
      models[passed - 1] ??
      null;
  }
}

const NONE: ReadonlyMap<Span, ModelCall | null> = new Map();

/** Where clocks count milliseconds, a model call and what it asked for may begin at once. */
function tied(models: readonly ModelCall[], from: number, call: ToolCall): ModelCall | undefined {
  for (let i = from; ; i += 1) {
    const model = models[i];
    if (model === undefined || model.start > call.start) return undefined;
    if (model.span.stepAbove === call.span.stepAbove) return model;
  }
}

function precedes(model: ModelCall, call: ToolCall): boolean {
  return compareSpans(model.span, call.span) <= 0;
}

/** Model spans that hold one model call and no other. */
function modelsAround(models: readonly ModelCall[]): Map<Span, ModelCall | null> {
  const around = new Map<Span, ModelCall | null>();
  for (const model of models) {
    for (let at: Span | null = model.span; at !== null; at = at.modelAbove) {
      around.set(at, around.has(at) ? null : model);
    }
  }
  return around;
}

function lookUp(
  lastInLane: ReadonlyMap<Span | null, ModelCall>,
  lane: Span | null,
): ModelCall | undefined {
  for (let at = lane; ; at = at.lane) {
    const found = lastInLane.get(at);
    if (found !== undefined || at === null) return found;
  }
}
