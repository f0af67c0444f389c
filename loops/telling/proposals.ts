import { isWrite } from '../facts/effect.ts';
import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';
import type { LoopKind } from '../loop.ts';
import {
  areAllAsTheyWere,
  areWaits,
  failedEachTime,
  isSwitching,
  pagingFields,
  wereDoneAgain,
} from './character.ts';
import { isRefusedRepeat } from './fixes.ts';
import { proposeRejection } from './rejection-texts.ts';
import { named, ringOf } from './wording.ts';

const MAX_QUERY = 400;

const UNCHANGED =
  'This is the same call with the same arguments as before. The result has not changed, and asking again will not change it.';

const ALREADY_SO = 'Nothing was changed: everything was already as requested.';

const FAILS_AGAIN =
  'This call has failed before with the same arguments and in the same way. [Say here what has to change first.] As it is, it will fail again.';

const NOT_YET =
  'This is not over yet, and asking again does not hasten it. [Say here how long it takes, or which call waits for it.]';

type Proposal = (facts: readonly Fact[], first: Fact) => string | null;

const PROPOSALS: Partial<Record<LoopKind, Proposal>> = {
  exact: (facts) => sameAgain(facts),
  interleaved: (facts) => sameAgain(facts),
  cycle: (facts) => comeRound(facts),
  batch: () => 'Equal calls of one answer are run once: this is the result of all of them.',
  empty: (_, first) => emptyResult(first),
  stagnant: (facts, first) => stagnantResult(facts, first),
  validation: (facts) => proposeRejection(facts),
  transport: (facts, first) => terminalResult(facts, first),
  noop_write: () => ALREADY_SO,
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
  if (failedEachTime(facts)) return FAILS_AGAIN;
  if (areWaits(facts)) return NOT_YET;
  if (!wereDoneAgain(facts)) return UNCHANGED;
  return 'This had been done before: [say here what was made, and when]. Calling it again does it once more. Go on, or tell the user that it is done.';
}

/** Of what is handed on in ever other words, it is no news that nothing has changed. */
function comeRound(facts: readonly Fact[]): string {
  const isHandedOn = new Set(facts.map(({ call }) => call.agent)).size > 1;
  if (isHandedOn)
    return 'This has been handed round before and nobody has worked on it. Do it yourself, or tell the user what is missing.';
  const [first] = facts;
  if (first !== undefined && facts.every(({ family }) => family === 'transport'))
    return terminalResult(facts, first);
  const round = `${ringOf(facts)} have been called round after round`;
  return facts.every((fact) => isFailure(fact))
    ? `${round} and have failed each time. [Say here what has to come first.] As it is, they will fail again.`
    : `${round}, and each has answered as before. Another round will not change that: use what they said, or tell the user what is missing.`;
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

function stagnantResult(facts: readonly Fact[], { said: { things } }: Fact): string {
  if (isSwitching(facts))
    return 'This has been switched to and fro. It is now [say here how it stands]; calling it again takes that back. Leave it, or tell the user what is in the way.';
  if (areAllAsTheyWere(facts)) return ALREADY_SO;
  const found = things === null ? 'the same result' : `the same ${things.length} results`;
  const paging = pagingFields(facts);
  return paging === null
    ? `This returns ${found} as the query before. Asking in other ways will not return others: use what was found, or ask for something else.`
    : `This returns ${found} whatever ${paging.join(' and ')} says: there is no more than that. Use what was found.`;
}

/** The end of the retries as the model should read it: a timeout is an unknown outcome, never a failure. */
function terminalResult(facts: readonly Fact[], { call }: Fact): string {
  const end = isWrite(call)
    ? 'The request may have succeeded; do not retry. Tell the user that it is being processed and will be confirmed.'
    : 'It may work later; do not call it again in this turn. Tell the user what could not be looked up.';
  return `Stopped after ${Math.min(facts.length, 3)} attempts at ${named(call.tool)}. ${end}`;
}
