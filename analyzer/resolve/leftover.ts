import { NOTHING, add, withoutTime } from './spend-sums.ts';
import type { Spend } from './spend-sums.ts';
import type { ModelCall } from './tool-call.ts';

/**
 * Tokens and money of model calls that asked for nothing, by the model call whose tool calls they go to: the answer that ends a turn
 * goes to the calls it answers from, what comes before the first calls goes to those. Without any that asked, all is under null. The
 * time stays with the turn, since no call was waited for.
 */
export function carryOver(
  models: readonly ModelCall[],
  spendOf: (model: ModelCall) => Spend,
  hasAsked: (model: ModelCall) => boolean,
): Map<ModelCall | null, Spend> {
  const carried = new Map<ModelCall | null, Spend>();
  let current = models.find((model) => hasAsked(model)) ?? null;
  for (const model of models) {
    if (hasAsked(model)) current = model;
    else carried.set(current, add(carried.get(current) ?? NOTHING, withoutTime(spendOf(model))));
  }
  return carried;
}
