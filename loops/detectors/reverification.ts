import { isWrite } from '../facts/effect.ts';
import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import type { Scope } from '../facts/scope.ts';
import { movesForward } from './sweeps.ts';

/** A look or two after a deed is care; with so many the agent does not know that it is done. */
const WATCH_AT = 4;
/** The mark at which any turn is worth a look. */
const ALERT_AT = 6;
/** Shorter names are words, not things. */
const MIN_NAME = 3;
const MAX_TEXT = 4_000;
/** A longer answer tells of more than the deed. */
const MAX_RECEIPT = 300;
/** A value that may name a thing. */
const WORD = /^[\p{L}\p{N}_.:/@-]*\p{L}{3}[\p{L}\p{N}_.:/@-]*$/u;

/**
 * The work is done and is checked on and on: after the last write that succeeded, nothing but looks that succeed at what was
 * written. The looks may all differ and each may be useful, so that no detector of repeats sees them.
 */
export function findReverification(scope: Scope): Finding[] {
  const done = scope.facts.findLastIndex((fact) => isWrite(fact.call) && !isFailure(fact));
  const deed = scope.facts[done];
  if (deed === undefined) return [];
  const things = new Set([...namesIn(deed.asked.text), ...namesGiven(deed)]);
  const values = new Set([...deed.asked.fields.values()].filter((value) => WORD.test(value)));
  const looks: Fact[] = [];
  for (const fact of scope.facts.slice(done + 1)) {
    if (fact.call.effect !== 'read' || isFailure(fact)) return [];
    if (concerns(fact, things) || asksOnlyFor(fact, values)) looks.push(fact);
  }
  if (looks.length < WATCH_AT || isReading(looks)) return [];
  const severity = looks.length >= ALERT_AT ? 'alert' : 'watch';
  return [{ kind: 'reverify', severity, facts: [deed, ...looks] }];
}

/** Part after part of one thing is reading it. */
function isReading(looks: readonly Fact[]): boolean {
  return new Set(looks.map((fact) => fact.toolId)).size === 1 && movesForward(looks);
}

/** Ids, paths and the like: words with a digit, a dot or a slash. */
function namesIn(text: string | null): Set<string> {
  const words = (text ?? '').slice(0, MAX_TEXT).match(/[\p{L}\p{N}_./@-]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= MIN_NAME && /[\d./@]/.test(word)));
}

/** What a short answer to a deed names is what has come of it. */
function namesGiven({ said }: Fact): Set<string> {
  return namesIn(said.text.length > MAX_RECEIPT ? null : said.text);
}

/** Whether all that a look asks for is what the deed was about. */
function asksOnlyFor({ asked }: Fact, values: ReadonlySet<string>): boolean {
  const asks = [...asked.fields.values()];
  return asks.length > 0 && asks.every((value) => values.has(value));
}

/** Whether a look asks for one of the things; one that only shows it may be about another. */
function concerns({ asked }: Fact, things: ReadonlySet<string>): boolean {
  if (things.size === 0) return false;
  for (const name of namesIn(asked.text)) if (things.has(name)) return true;
  return false;
}
