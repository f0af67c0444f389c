import { followsItself, gapOf, isRepeat } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Scope } from '../facts/scope.ts';

/** Between two looks at a list, so few calls take one thing from it. */
const MAX_TAKING = 4;
/** Shorter names stand in any text. */
const MIN_NAME = 3;
const MAX_NAME = 200;
/** What was done meanwhile shows soon. */
const MAX_LOOKED_AT = 50;

/** Whether nothing between this call and the one before could have brought another answer, and the call cost a step of its own. */
export function countsAsRepeat(fact: Fact, scope: Scope): boolean {
  const { before } = fact;
  if (!isRepeat(fact) || before === null || fact.excuse !== 'none') return false;
  if (before.call.step !== fact.call.step && hasCompany(fact)) return false;
  if (followsItself(fact) || gapOf(fact) === 0) return true;
  const isForgotten = before.call.epoch !== fact.call.epoch && bringNews(before, fact, scope);
  return !isForgotten && !takesFromIt(before, fact, scope);
}

/** Other calls of the same model answer brought something new: this one was asked for on the side. */
function hasCompany(fact: Fact): boolean {
  return fact.step.news > 0;
}

/** Work was done meanwhile, and what had been answered before was dropped from the context. */
function bringNews(before: Fact, fact: Fact, scope: Scope): boolean {
  const to = Math.min(fact.at, before.at + MAX_LOOKED_AT);
  for (let at = before.at + 1; at < to; at += 1) {
    const other = scope.facts[at];
    if (other?.call.agent === fact.call.agent && !isRepeat(other)) return true;
  }
  return false;
}

/** Whether this call comes back to a list from which another thing has been taken since. */
export function takesNext(fact: Fact, scope: Scope): boolean {
  return isRepeat(fact) && fact.before !== null && takesFromIt(fact.before, fact, scope);
}

/** What was asked between is the next thing that the answer names: whoever comes back to a list takes from it. */
function takesFromIt(before: Fact, fact: Fact, scope: Scope): boolean {
  const asked = namesBetween(before, fact, scope);
  if (asked.size === 0) return false;
  const known = before.before === null ? null : namesBetween(before.before, before, scope);
  const own = fact.asked.text ?? '';
  const { text } = before.said;
  return [...asked].some(
    (name) => isNamedIn(text, name) && !own.includes(name) && known?.has(name) !== true,
  );
}

/** Handles of a view may be as short as they are, where they stand as such. */
function isNamedIn(text: string, name: string): boolean {
  if (name.length >= MIN_NAME) return text.includes(name);
  return text.includes(`[ref=${name}]`) || text.includes(`[${name}]`);
}

/** What was asked for the first time between two looks; nothing where much was. */
function namesBetween(before: Fact, fact: Fact, scope: Scope): Set<string> {
  const names = new Set<string>();
  if (fact.at - before.at - 1 > MAX_TAKING) return names;
  for (const { relation, asked } of scope.facts.slice(before.at + 1, fact.at)) {
    if (relation !== 'first') continue;
    for (const name of asked.fields.values())
      if (name.length > 0 && name.length <= MAX_NAME) names.add(name);
  }
  return names;
}
