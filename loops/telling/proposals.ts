import { isWrite } from '../facts/effect.ts';
import { isFailure } from '../facts/fact.ts';
import { areDoneAnew } from '../facts/likeness.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';
import type { LoopKind } from '../loop.ts';
import { isRefusedRepeat } from './fixes.ts';
import { proposeRejection } from './rejection-texts.ts';
import { named } from './wording.ts';

const MAX_QUERY = 400;

const UNCHANGED =
  'This is the same call with the same arguments as before. The result has not changed, and asking again will not change it.';

type Proposal = (facts: readonly Fact[], first: Fact) => string | null;

const PROPOSALS: Partial<Record<LoopKind, Proposal>> = {
  exact: (facts) => sameAgain(facts),
  interleaved: (facts) => sameAgain(facts),
  cycle: (facts) => comeRound(facts),
  batch: () => 'Equal calls of one answer are run once: this is the result of all of them.',
  empty: (_, first) => emptyResult(first),
  stagnant: (_, first) => stagnantResult(first),
  validation: (facts) => proposeRejection(facts),
  transport: (facts, first) => terminalResult(facts, first),
  noop_write: () => 'Nothing was changed: everything was already as requested.',
  sweep: () =>
    'End reached: all parts have been returned. Reading on starts again from the beginning.',
  denied: (_, first) =>
    isRefusedRepeat(first)
      ? `${named(first.call.tool)} was not run again: it was called with the same arguments before. [Give its result here again.] Go on with that.`
      : `${named(first.call.tool)} is not permitted here and will be refused again. Go on without it, or tell the user.`,
  clock_wait: () =>
    'Asking for the time does not make it pass. [Name here the call that waits, or say who wakes the agent.]',
};

/** A text for the fix where one can be written from what the calls show; null where not. */
export function proposedText({ kind, facts }: Finding): string | null {
  const [first] = facts;
  const propose = PROPOSALS[kind];
  return first === undefined || propose === undefined ? null : propose(facts, first);
}

function sameAgain(facts: readonly Fact[]): string {
  if (facts.every((fact) => isFailure(fact)))
    return 'This call has failed before with the same arguments and in the same way. [Say here what has to change first.] As it is, it will fail again.';
  if (!areDoneAnew(facts)) return UNCHANGED;
  return 'This had been done before: [say here what was made, and when]. Calling it again does it once more. Go on, or tell the user that it is done.';
}

/** Of what is handed on in ever other words, it is no news that nothing has changed. */
function comeRound(facts: readonly Fact[]): string {
  const isHandedOn = new Set(facts.map(({ call }) => call.agent)).size > 1;
  return isHandedOn
    ? 'This has been handed round before and nobody has worked on it. Do it yourself, or tell the user what is missing.'
    : UNCHANGED;
}

/** What was looked at, a place for what exists instead, and the sentence that ends the search. A program is no query to repeat. */
function emptyResult({ asked }: Fact): string {
  const query = asked.members;
  const given = query === null ? (asked.text ?? '') : Object.fromEntries(query);
  const fields = query === null ? [] : [...query.keys()];
  const isLong = JSON.stringify(given).length > MAX_QUERY;
  const looked = fields.length === 0 || isLong ? 'this query' : `${fields.join(', ')} as given`;
  return JSON.stringify({
    matched: 0,
    ...(!isLong && { query: given }),
    note: `Nothing matches ${looked}. [Say here what exists instead.] Repeating this query returns the same result.`,
  });
}

function stagnantResult({ said: { things } }: Fact): string {
  const found = things === null ? 'the same result' : `the same ${things.length} results`;
  return `This returns ${found} as the query before. Other words for it will not return others: use what was found, or ask for something else.`;
}

/** The end of the retries as the model should read it: a timeout is an unknown outcome, never a failure. */
function terminalResult(facts: readonly Fact[], { call }: Fact): string {
  const end = isWrite(call)
    ? 'The request may have succeeded; do not retry. Tell the user that it is being processed and will be confirmed.'
    : 'It may work later; do not call it again in this turn. Tell the user what could not be looked up.';
  return `Stopped after ${Math.min(facts.length, 3)} attempts at ${named(call.tool)}. ${end}`;
}
