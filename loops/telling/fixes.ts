import type { ErrorClass } from '@loopscope/signature';

import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import { tellsOfTests } from '../facts/says.ts';
import {
  areAllAsTheyWere,
  areWaits,
  failedEachTime,
  isSwitching,
  pagingFields,
  wereDoneAgain,
} from './character.ts';
import type { Finding } from '../detectors/finding.ts';
import type { FixPlace, LoopKind } from '../loop.ts';

interface Fix {
  place: FixPlace;
  advice: string;
}

/** Where the fix goes, and what to do there: by the kind, and where that says too little by what came back. */
export function fixOf({ kind, facts }: Finding): Fix {
  const [first] = facts;
  if (first === undefined) return FIXES[kind];
  if (kind === 'denied' && isRefusedRepeat(first)) return REFUSED_REPEAT;
  if (kind === 'validation')
    return facts.every(({ said }) => tellsOfTests(said.text))
      ? FAILING_TRIALS
      : fixOfRejection(first);
  if (kind === 'stagnant') return fixOfSameAnswer(facts);
  if (kind === 'cycle') return fixOfRing(facts);
  if (kind !== 'exact' && kind !== 'interleaved') return FIXES[kind];
  if (failedEachTime(facts)) return FAILING;
  if (areWaits(facts)) return WAITING;
  return wereDoneAgain(facts) ? WRITTEN_AGAIN : FIXES[kind];
}

function fixOfSameAnswer(facts: readonly Fact[]): Fix {
  if (isSwitching(facts)) return SWITCHING;
  if (areAllAsTheyWere(facts)) return FIXES.noop_write;
  return pagingFields(facts) === null ? FIXES.stagnant : SAME_PAGE;
}

/** What turns in a ring of nothing but failures is mended where they are. */
function fixOfRing(facts: readonly Fact[]): Fix {
  if (facts.every(({ family }) => family === 'transport')) return FIXES.transport;
  if (facts.every((fact) => isFailure(fact))) return FAILING_RING;
  return FIXES.cycle;
}

/** True where a harness turned a call down because it was a repeat, and not because it is forbidden. */
export function isRefusedRepeat({ family, call }: Pick<Fact, 'family' | 'call'>): boolean {
  return family !== 'denied' && call.errorClass !== 'permission';
}

const REFUSED_REPEAT: Fix = {
  place: 'harness',
  advice:
    'The harness turns the repeat down without giving the result again, so the agent cannot go on. Return the earlier result, or say where it stands.',
};

const FAILING: Fix = {
  place: 'tool_result',
  advice:
    'The call fails in the same way each time. Say in the error what has to change before it can work, and end the turn at the third.',
};

const FAILING_RING: Fix = {
  place: 'tool_result',
  advice:
    'Every call of the ring fails, each in its own way. Say in the errors what has to come first, and end the turn when the ring closes a third time.',
};

const WAITING: Fix = {
  place: 'harness',
  advice:
    'The agent asks after a state that passes by itself. Let the tool wait until it has passed, or wake the agent then; each look costs a model step.',
};

const SWITCHING: Fix = {
  place: 'tool_result',
  advice:
    'Each call takes back what the one before has done. Say in the result what the state is now, and let the call name the state that is wanted.',
};

const SAME_PAGE: Fix = {
  place: 'tool_result',
  advice:
    'The answer does not depend on the place in the list that is asked for. Heed it, or say that all there is has been returned.',
};

const FAILING_TRIALS: Fix = {
  place: 'exit_condition',
  advice:
    'Each trial fails like the one before. Show what failed before the rest of the log, and end the turn, or ask for help, after so many trials.',
};

const WRITTEN_AGAIN: Fix = {
  place: 'tool_result',
  advice:
    'It had been done the first time. Say so in the result, with the id of what was made, and give the tool an idempotency key, so that a second call does nothing.',
};

/** Whose arguments were right in form. */
const REJECTIONS: Partial<Record<ErrorClass, Fix>> = {
  unknown_tool: {
    place: 'harness',
    advice:
      'The agent calls a tool that it was not given. Answer with the names of those that it has, the nearest first, and look for the name in the prompt.',
  },
  not_found: {
    place: 'tool_result',
    advice:
      'What the agent names is not there. Say in the error what is, the nearest first; a higher cap buys nothing.',
  },
  precondition: {
    place: 'tool_result',
    advice:
      'The call comes too early. Say in the error which state it needs and which call leads there.',
  },
  conflict: {
    place: 'tool_result',
    advice:
      'The call clashes with what is there already. Say in the error what that is, and what is free or has to be changed first.',
  },
  unknown: {
    place: 'tool_result',
    advice:
      'The error does not help the agent. Say in it what is wrong with the call and what would be right.',
  },
};

/** What was written cannot be read at all. */
const UNREADABLE =
  /\b(?:syntax ?error|invalid syntax|sql syntax|pars(?:e|ing) (?:error|failed)|error in \w+ parsing|(?:could not|cannot|failed to|unable to) (?:be )?(?:parsed?|decoded?)|malformed|unexpected (?:token|end|eof))/i;

function fixOfRejection({ call: { errorClass, errorTemplate } }: Fact): Fix {
  if (errorClass === 'validation' && UNREADABLE.test(errorTemplate)) return MALFORMED;
  return REJECTIONS[errorClass ?? 'unknown'] ?? FIXES.validation;
}

const MALFORMED: Fix = {
  place: 'tool_result',
  advice:
    'What the agent writes cannot be read. Quote in the error the place where it breaks, with an example of the right form.',
};

const FIXES: Readonly<Record<LoopKind, Fix>> = {
  exact: {
    place: 'exit_condition',
    advice:
      'Say at the second equal call that the result has not changed, and end the turn at the third. The tool works; the agent does not see that it is done.',
  },
  batch: {
    place: 'schema',
    advice:
      'Say in the description that one call is enough, and drop equal calls of one model answer before they are sent.',
  },
  cycle: {
    place: 'exit_condition',
    advice:
      'End the turn when the ring closes a third time. A block on one of its tools only moves the agent to the other.',
  },
  interleaved: {
    place: 'tool_result',
    advice:
      'Say in the result that nothing has changed since the last look, so that the agent need not look again.',
  },
  stagnant: {
    place: 'tool_result',
    advice:
      'Say in the result that asking in other ways leads to the same answer, and what else could be asked.',
  },
  empty: {
    place: 'tool_result',
    advice:
      'An empty result says nothing. Say what was looked at, what exists instead, and that the same query returns the same.',
  },
  sweep: {
    place: 'tool_result',
    advice:
      'Return the total and whether the end has been reached, and refuse to start again from the beginning.',
  },
  validation: {
    place: 'schema',
    advice:
      'The agent guesses. Put the accepted values and required fields into the schema or its description; a higher cap buys nothing.',
  },
  transport: {
    place: 'executor_retry',
    advice:
      'Retry inside the executor, with backoff and an idempotency key, out of the model\u2019s sight; tell the model only how it ended, and that the outcome is unknown.',
  },
  denied: {
    place: 'permissions',
    advice:
      'Grant the right or take the tool away; a refusal that leaves the tool on offer is asked for again.',
  },
  noop_write: {
    place: 'tool_result',
    advice:
      'Answer that nothing has changed, so that the agent does not take the acknowledgement for progress.',
  },
  clock_wait: {
    place: 'harness',
    advice:
      'Give the agent a way to wait, or wake it at the time; asking for the time is no waiting.',
  },
  reverify: {
    place: 'exit_condition',
    advice:
      'Tell the agent to end once the request is answered, or give it a way to say that it is done.',
  },
  duplicate_dispatch: {
    place: 'harness',
    advice:
      'The model asked once and the harness sent twice: send each call id once, and give writes an idempotency key.',
  },
};
