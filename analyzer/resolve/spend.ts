import { priceOf } from '@loopscope/loops';
import type { Prices } from '@loopscope/loops';

import { busyMs, newTimeMs } from './busy-time.ts';
import { readUsage } from './fold-models.ts';
import { carryOver } from './leftover.ts';
import type { Interval } from './span.ts';
import { NOTHING, add, part, withoutTime } from './spend-sums.ts';
import type { Spend } from './spend-sums.ts';
import type { Askers } from './askers.ts';
import type { ModelCall, ToolCall, Usage } from './tool-call.ts';
import type { Turn } from './turn.ts';

export interface TurnSpend {
  total: Spend;
  /** What the model step before the call cost, and its part of what asked for no call: tokens and money of all calls make the total. */
  shareOf: (call: ToolCall) => Spend;
  /** Some model's price is not known, so that `cost` is too low. */
  isUnpriced: boolean;
  /** No model call was seen: model time is what the tools leave of the agent's time. */
  isTimeInferred: boolean;
}

/** Spend of a turn, read from single model calls only, and the calls it was for, which are given in order. */
export function attributeSpend(
  turn: Turn,
  calls: readonly ToolCall[],
  context: { askers: Askers; prices: Prices },
): TurnSpend {
  const { askers, prices } = context;
  if (turn.models.length === 0) return inferSpend(turn, calls, prices);
  const spends = priceModels(turn.models, prices);
  const askedFor = countAsked(askers);
  const spendOf = (model: ModelCall): Spend => spends.get(model)?.spend ?? NOTHING;
  const carried = carryOver(turn.models, spendOf, (model) => askedFor.has(model));
  const unasked = part(carried.get(null) ?? NOTHING, Math.max(1, calls.length));
  const shareOf = (call: ToolCall): Spend => {
    const model = askers.get(call)?.model;
    if (model === undefined) return unasked;
    const spend = add(spendOf(model), carried.get(model) ?? NOTHING);
    return part(spend, askedFor.get(model) ?? 1);
  };
  const priced = [...spends.values()];
  const total = priced.map(({ spend }) => spend).reduce(add, NOTHING);
  const isUnpriced = priced.some((each) => each.isUnpriced);
  if (turn.models.some(({ usage }) => usage !== null)) {
    return { total, shareOf, isUnpriced, isTimeInferred: false };
  }
  const counted = agentSpend(turn, prices);
  const each = evenShare(counted.spend, calls);
  return {
    total: { ...counted.spend, modelMs: total.modelMs },
    shareOf: (call) => add(shareOf(call), each),
    isUnpriced: counted.isUnpriced,
    isTimeInferred: false,
  };
}

/** Where nobody tells which step the tokens went into, every call has the same part of them. */
function evenShare(spend: Spend, calls: readonly ToolCall[]): Spend {
  return calls.length === 0 ? NOTHING : part(withoutTime(spend), calls.length);
}

interface Priced {
  spend: Spend;
  isUnpriced: boolean;
}

function priceModels(models: readonly ModelCall[], prices: Prices): Map<ModelCall, Priced> {
  const newMs = newTimeMs(models);
  return new Map(
    models.map((call, i) => [call, price(call.model, call.usage, { prices, ms: newMs[i] ?? 0 })]),
  );
}

function price(
  model: string,
  usage: Usage | null,
  { prices, ms }: { prices: Prices; ms: number },
): Priced {
  if (usage === null) return { spend: { ...NOTHING, modelMs: ms }, isUnpriced: false };
  const cost = priceOf(model, usage, prices);
  return { spend: { ...usage, modelMs: ms, cost: cost ?? 0 }, isUnpriced: cost === null };
}

/** Where no model call counts tokens, the agent's own sum is all there is. */
function agentSpend({ root }: Turn, prices: Prices): Priced {
  if (root === null) return { spend: NOTHING, isUnpriced: false };
  return price(root.row.model, readUsage(root), { prices, ms: 0 });
}

/** Without model spans an agent thinks while no tool runs; the time before a call is what the call took to be asked for. */
function inferSpend(turn: Turn, calls: readonly ToolCall[], prices: Prices): TurnSpend {
  const { spend, isUnpriced } = agentSpend(turn, prices);
  const { root } = turn;
  if (root === null || calls.length === 0) {
    return { total: spend, shareOf: () => NOTHING, isUnpriced, isTimeInferred: false };
  }
  const gaps = gapsBefore(calls, root.start);
  const each = evenShare(spend, calls);
  const modelMs = Math.max(0, busyMs([root]) - busyMs(calls.map((call) => clip(call, root))));
  return {
    total: { ...spend, modelMs },
    shareOf: (call) => ({ ...each, modelMs: gaps.get(call) ?? 0 }),
    isUnpriced,
    isTimeInferred: true,
  };
}

/** Milliseconds before each call in which no other call ran. */
function gapsBefore(calls: readonly ToolCall[], start: number): Map<ToolCall, number> {
  const gaps = new Map<ToolCall, number>();
  let busyUntil = start;
  for (const call of calls) {
    gaps.set(call, Math.max(0, call.start - busyUntil) / 1e6);
    busyUntil = Math.max(busyUntil, call.end);
  }
  return gaps;
}

function clip(inner: Interval, outer: Interval): Interval {
  const start = Math.min(Math.max(inner.start, outer.start), outer.end);
  return { start, end: Math.max(start, Math.min(inner.end, outer.end)) };
}

function countAsked(askers: Askers): Map<ModelCall | undefined, number> {
  const counts = new Map<ModelCall | undefined, number>();
  for (const { model } of askers.values()) counts.set(model, (counts.get(model) ?? 0) + 1);
  return counts;
}
