import { isWrite } from '../facts/effect.ts';
import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import { areDoneAnew, isAnotherById, isReceiptOfAnother } from '../facts/likeness.ts';
import { isAcknowledgement, isStateSet } from '../facts/says.ts';

/** What the calls of a finding have in common, as far as words and advice depend on it. */

/** What a short answer calls a failure, though nothing had marked it as one. */
const FAILED_BY_WORDS =
  /(?:^|[\n>"'])\s{0,4}(?:\w{0,20}(?:error|exception|fault)|fail(?:ed|ure)?|fatal|abort(?:ed)?)\b|\b(?:is invalid|invalid \w+|not (?:possible|allowed|permitted|supported|authori[sz]ed|clickable)|could not|cannot|can't|unable to|failed to|was refused|is blocked)\b|^\W{0,3}(?:[\w"'-]{1,40} ){1,6}not found\W{0,2}$/i;
/** Members by which an object says so. */
const FAILED_BY_FIELD =
  /"(?:success|ok|moved|done|valid|allowed)":\s?false|"(?:blocked|failed|rejected|denied|refused)":\s?true/;
/** Longer answers tell of failures rather than being one. */
const MAX_FAILURE = 300;

/** True where each call failed, by its outcome or by its own words. */
export function failedEachTime(facts: readonly Fact[]): boolean {
  return facts.every((fact) => isFailure(fact) || saysItFailed(fact));
}

export function saysItFailed({ said: { text } }: Fact): boolean {
  return text.length <= MAX_FAILURE && (FAILED_BY_FIELD.test(text) || FAILED_BY_WORDS.test(text));
}

/** True where each call has done something once more, as its receipts tell. */
export function wereDoneAgain(facts: readonly Fact[]): boolean {
  if (areDoneAnew(facts)) return true;
  const [first, second] = facts;
  if (first?.call.effect !== 'unknown' || second === undefined || isFailure(first)) return false;
  if (isAnotherById(first, second)) return true;
  const isDone = SAVED.test(first.said.text) || isAcknowledgement(first.said.text);
  return isDone && isReceiptOfAnother(first, second);
}

const SAVED = /\b(?:saved|stored|added|inserted|recorded|registered)\b/i;

/** True where what is asked for is each time already so. */
export function areAllAsTheyWere(facts: readonly Fact[]): boolean {
  return facts.every(({ call, said }) => call.effect !== 'read' && isStateSet(said.text));
}

/** True where all that is asked after is a state that passes by itself. */
export function areWaits(facts: readonly Fact[]): boolean {
  return facts.every((fact) => fact.said.isPending && !isWrite(fact.call) && !isFailure(fact));
}

/** True where one and the same call gets now the one, now the other answer. */
export function isSwitching(facts: readonly Fact[]): boolean {
  const questions = new Set(facts.map(({ question }) => question));
  return questions.size === 1 && new Set(facts.map(({ answer }) => answer)).size > 1;
}

/** Where one stands in a list, and how much of it is asked for. */
const PAGING =
  /^(?:cursor|(?:next|page|continuation)_?(?:page)?_?(?:token|cursor)?|page|pages?_?(?:size|number|no)|per_?page|limit|offset|skip|take|start|from|count|top|size|max_?results?|num_?results?)$/i;

/** Names of the arguments that move; null where nothing but the place in a list does not. */
export function pagingFields(facts: readonly Fact[]): string[] | null {
  const [first, ...others] = facts;
  if (first === undefined || first.asked.members === null) return null;
  const moving = new Set<string>();
  for (const { asked } of others)
    for (const name of new Set([...asked.fields.keys(), ...first.asked.fields.keys()]))
      if (asked.fields.get(name) !== first.asked.fields.get(name)) moving.add(name);
  const names = [...moving];
  return names.length > 0 && names.every((name) => PAGING.test(name)) ? names : null;
}
