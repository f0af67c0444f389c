import { isWrite } from '../facts/effect.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';
import type { LoopKind } from '../loop.ts';
import { proposeRejection } from './rejection-texts.ts';

const MAX_QUERY = 400;

const UNCHANGED =
  'This is the same call with the same arguments as before. The result has not changed, and asking again will not change it.';

type Proposal = (facts: readonly Fact[], first: Fact) => string | null;

const PROPOSALS: Partial<Record<LoopKind, Proposal>> = {
  exact: () => UNCHANGED,
  interleaved: () => UNCHANGED,
  cycle: () => UNCHANGED,
  empty: (_, first) => emptyResult(first),
  stagnant: (_, first) => stagnantResult(first),
  validation: (facts) => proposeRejection(facts),
  transport: (facts, first) => terminalResult(facts, first),
  noop_write: () => 'Nothing was changed: everything was already as requested.',
  sweep: () =>
    'End reached: all parts have been returned. Reading on starts again from the beginning.',
  denied: (_, { call }) =>
    `${call.tool} is not permitted here and will be refused again. Go on without it, or tell the user.`,
};

/** A text for the fix where one can be written from what the calls show; null where not. */
export function proposedText({ kind, facts }: Finding): string | null {
  const [first] = facts;
  const propose = PROPOSALS[kind];
  return first === undefined || propose === undefined ? null : propose(facts, first);
}

/** What was looked at, a place for what exists instead, and the sentence that ends the search. */
function emptyResult({ asked }: Fact): string {
  const query = asked.members;
  const given = query === null ? (asked.text ?? '').slice(0, MAX_QUERY) : Object.fromEntries(query);
  const fields = query === null ? [] : [...query.keys()];
  const looked = fields.length === 0 ? 'this query' : `${fields.join(', ')} as given`;
  return JSON.stringify({
    matched: 0,
    query: given,
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
  return `Stopped after ${Math.min(facts.length, 3)} attempts at ${call.tool}. ${end}`;
}
