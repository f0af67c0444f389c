import { costOf, findPrice } from '@loopscope/loops';
import type { ModelPrice, Prices } from '@loopscope/loops';

import { busyMs, newTimeMs } from './busy-time.ts';
import { readUsage } from './fold-models.ts';
import { carryOver } from './leftover.ts';
import type { Interval } from './span.ts';
import { NOTHING, add, part, withoutTime } from './spend-sums.ts';
import type { Spend } from './spend-sums.ts';
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
export function attributeSpend(turn: Turn, calls: readonly ToolCall[], prices: Prices): TurnSpend {
  if (turn.models.length === 0) return inferSpend(turn, calls, prices);
  const priced = priceModels(turn.models, prices);
  const askedFor = countAsked(turn.models, calls);
  const spendOf = ({ place }: ModelCall): Spend => priced[place]?.spend ?? NOTHING;
  const carried = carryOver(turn.models, spendOf, ({ place }) => askedFor[place] !== 0);
  const unasked = part(carried.get(null) ?? NOTHING, Math.max(1, calls.length));
  const shareOf = ({ asker }: ToolCall): Spend => {
    if (asker === null) return unasked;
    const more = carried.get(asker);
    const spend = more === undefined ? spendOf(asker) : add(spendOf(asker), more);
    return part(spend, askedFor[asker.place] ?? 1);
  };
  const total = totalOf(priced);
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

function totalOf(priced: readonly Priced[]): Spend {
  const total = { ...NOTHING };
  for (const { spend } of priced) {
    total.modelMs += spend.modelMs;
    total.input += spend.input;
    total.output += spend.output;
    total.cachedInput += spend.cachedInput;
    total.cost += spend.cost;
  }
  return total;
}

/** Of each model call in its place. */
function priceModels(models: readonly ModelCall[], prices: Prices): Priced[] {
  const newMs = newTimeMs(models);
  const known = new Map<string, ModelPrice | null>();
  return models.map(({ model, usage }, i) => {
    let price = known.get(model);
    if (price === undefined) known.set(model, (price = findPrice(model, prices)));
    return toPriced(usage, price, newMs[i] ?? 0);
  });
}

function toPriced(usage: Usage | null, price: ModelPrice | null, modelMs: number): Priced {
  if (usage === null) return { spend: { ...NOTHING, modelMs }, isUnpriced: false };
  const { input, output, cachedInput } = usage;
  const cost = price === null ? 0 : costOf(usage, price);
  return { spend: { modelMs, input, output, cachedInput, cost }, isUnpriced: price === null };
}

/** Where no model call counts tokens, the agent's own sum is all there is. */
function agentSpend({ root }: Turn, prices: Prices): Priced {
  if (root === null) return { spend: NOTHING, isUnpriced: false };
  return toPriced(readUsage(root), findPrice(root.row.model, prices), 0);
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

/** How many of the calls each model call asked for, in its place. */
function countAsked(models: readonly ModelCall[], calls: readonly ToolCall[]): number[] {
  const counts = models.map(() => 0);
  for (const { asker } of calls) {
    if (asker !== null) counts[asker.place] = (counts[asker.place] ?? 0) + 1;
  }
  return counts;
}
