import { errorFamily, readOutcome } from '@loopscope/signature';
import type { ErrorClass } from '@loopscope/signature';

import { isWrite } from '../facts/effect.ts';
import { gapOf } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { LoopKind } from '../loop.ts';
import { areTogether } from '../facts/together.ts';
import { isBare, isRefusal, isStateSet, saysUncalled } from '../facts/says.ts';

/** The shortest time limit that clients commonly set. */
const CLIENT_PATIENCE_MS = 30_000;

/** What kind of loop equal calls with equal answers are: told from what came back, how it lies, and whether it writes. */
export function kindOfRepeat(facts: readonly Fact[]): LoopKind {
  const [first] = facts;
  if (first === undefined) return 'exact';
  return kindOfFailure(first) ?? kindOfDispatch(facts) ?? kindOfAnswer(facts, first);
}

export function kindOfFailure({ call, said }: Fact): LoopKind | null {
  if (call.errorClass === null) return isRefusal(said.text) ? 'denied' : null;
  const kind = kindOfClass(call.errorClass);
  return kind !== 'transport' && isRefusal(said.text) ? 'denied' : kind;
}

/**
 * The same of equal answers that say of themselves that they are failures, where nothing had marked them as such; null where they do
 * not, and where `ofOthers`, for the same fault of other things is as many faults.
 */
export function kindOfUnmarked(facts: readonly Fact[], ofOthers: boolean): LoopKind | null {
  if (facts.every(({ said }) => saysUncalled(said.text))) return 'validation';
  if (ofOthers) return null;
  const { errorClass } = readOutcome({ status: 'unset', result: facts[0]?.said.text });
  return errorClass === null ? null : (kindOfClass(errorClass) ?? 'validation');
}

/** Null where the class tells nothing. */
function kindOfClass(errorClass: ErrorClass): LoopKind | null {
  const family = errorFamily(errorClass);
  if (family === 'transport') return 'transport';
  if (family === 'denied' || errorClass === 'permission') return 'denied';
  return family === 'semantic' ? 'validation' : null;
}

/** Two calls that were sent together are one call sent twice, more are a batch that the model asked for. */
function kindOfDispatch(facts: readonly Fact[]): LoopKind | null {
  if (!areSentTogether(facts)) return null;
  return facts.length === 2 ? 'duplicate_dispatch' : 'batch';
}

/** Parallel calls of one model answer, or calls that began before the one before had ended. */
export function areSentTogether(facts: readonly Fact[]): boolean {
  return facts.every((fact, index) => {
    const before = facts[index - 1]?.call;
    return before === undefined || areTogether(before, fact.call);
  });
}

function kindOfAnswer(facts: readonly Fact[], { call, said }: Fact): LoopKind {
  if (call.resultKind === 'empty' && isBare(said.text)) return 'empty';
  if (isWrite(call)) {
    if (facts.slice(0, -1).every((fact) => wasGivenUp(fact))) return 'transport';
    if (isStateSet(said.text)) return 'noop_write';
  } else if (facts.every((fact) => fact.said.isClock)) return 'clock_wait';
  const adjacent = facts.filter((fact) => fact.before !== null && gapOf(fact) === 0);
  return adjacent.length * 2 >= facts.length - 1 ? 'exact' : 'interleaved';
}

/** A write that took as long as a client waits, and was then made again, was given up before its answer came. */
export function wasGivenUp({ call }: Pick<Fact, 'call'>): boolean {
  return call.durationMs >= CLIENT_PATIENCE_MS;
}
