import type { Effect, ErrorClass } from '@loopscope/signature';
import type { CeilingInForce } from './ceilings.ts';
import type { DecisionKind } from './decision.ts';

/** What the texts are made of. */
export interface Told {
  kind: DecisionKind;
  tool: string;
  attempts: number;
  /** Their arguments, each text once. */
  tried: readonly string[];
  errorClass: ErrorClass | null;
  /** The tool's own last error message, else ''. */
  message: string;
  effect: Effect;
  ceiling?: CeilingInForce;
  spent?: number;
  requestedBy?: string;
  reason?: string;
  inFlight?: readonly string[];
}

const ENOUGH =
  'Do not call tools again in this turn: tell the user what was found and what is open.';
const MAX_QUOTED = 300;

/** The message of a terminal result: what happened, what is not known, and what to do instead. */
export function terminalWords(told: Told): string {
  const cause = CAUSES[told.kind] ?? repeated;
  return told.kind === 'in_flight_write' ? cause(told) : `${cause(told)} ${ENOUGH}`;
}

type Words = (told: Told) => string;

const CAUSES: Readonly<Partial<Record<DecisionKind, Words>>> = {
  call_ceiling: ({ tool, ceiling }) =>
    `Stopped: this session has used its ${ceiling?.value ?? 0} tool calls; the call of ${tool} was not made.`,
  token_ceiling: ({ tool, ceiling, spent = 0 }) =>
    `Stopped: this session has spent ${spent} of its ${ceiling?.value ?? 0} tokens; the call of ${tool} was not made.`,
  cost_ceiling: ({ tool, ceiling, spent = 0 }) =>
    `Stopped: this session has spent ${spent.toFixed(2)} of its ${ceiling?.value ?? 0} USD; the call of ${tool} was not made.`,
  outside_stop: outsideStop,
  stalled: (told) =>
    told.errorClass === null
      ? `Stopped after ${told.attempts} calls of ${told.tool} that brought nothing new. Going on in the same way will not bring anything else.`
      : repeated(told),
  empty_results: ({ tool, attempts }) =>
    `Stopped after ${attempts} calls of ${tool} that found nothing. What is looked for is not there; asking again in other words will not find it.`,
  unknown_write: ({ tool }) =>
    `Not called again: an identical ${tool} call ended without a known outcome and may have succeeded. Do not retry it. Say that the outcome is not known and has to be checked.`,
  in_flight_write: ({ tool }) =>
    `Not called: an identical ${tool} call is still running, and its outcome is not known yet. Wait for it.`,
};

function outsideStop({ tool, requestedBy = '', reason = '', inFlight = [] }: Told): string {
  const who = requestedBy === '' ? 'an operator' : requestedBy;
  const why = reason === '' ? '' : ` (${reason})`;
  const call = tool === '' ? 'no further call is made' : `the call of ${tool} was not made`;
  const running =
    inFlight.length === 0
      ? ''
      : ` Still running, with an outcome not known yet: ${inFlight.join(', ')}.`;
  return `Stopped by ${who}${why}: ${call}.${running}`;
}

/** Honest by error class: a timeout is an unknown outcome, a semantic failure says what was wrong. */
function repeated(told: Told): string {
  const { tool, attempts, errorClass, message } = told;
  const said = message === '' ? '' : ` It answered: ${quote(message)}`;
  const cause = errorClass === null ? SAME_ANSWER : (BY_CLASS[errorClass] ?? rejected);
  return `Stopped after ${attempts} attempts at ${tool}. ${cause(told, said)}`;
}

type ByClass = (told: Told, said: string) => string;

const SAME_ANSWER: ByClass = () =>
  'It gave the same answer each time; calling it again will give the same answer.';
const rejected: ByClass = (_, said) =>
  `It was rejected the same way each time, and the same call will be rejected again.${said}`;
/** Nothing is known but that it did not work; of a write not even that. */
const unclear: ByClass = ({ effect }, said) =>
  effect === 'read'
    ? `It failed each time, and the same call will most likely fail again.${said}`
    : `It failed each time without a clear reason, and whether it took effect is not known; do not retry.${said}`;
const unanswered: ByClass = ({ effect }) =>
  effect === 'write' || effect === 'destructive'
    ? 'No answer arrived in time, so the outcome is not known: the request may have succeeded; do not retry. Say that it is being processed and will be confirmed.'
    : 'No answer arrived in time, so the outcome is not known: the request may have succeeded; do not retry in this turn.';
const notAllowed: ByClass = (_, said) =>
  `It is not allowed, and repeating it will not change that.${said}`;

const BY_CLASS: Readonly<Partial<Record<ErrorClass, ByClass>>> = {
  timeout: unanswered,
  connection: unanswered,
  rate_limited: () =>
    'The service turned it away for now because of its rate limit; it may work later, not in this turn.',
  server_error: (_, said) =>
    `The service answered with a fault of its own; it may work later, not in this turn.${said}`,
  permission: notAllowed,
  denied: notAllowed,
  unknown: unclear,
  unknown_tool: (_, said) => `There is no such tool.${said}`,
};

/** What is appended to a result that says nothing new; about thirty tokens. */
export function noteWords(told: Told): string {
  const { kind, tool, attempts, tried, errorClass, message } = told;
  if (kind === 'stalled' || kind === 'empty_results') return nothingNew(told);
  const quoted = message === '' ? '' : ` (${quote(message)})`;
  const said = errorClass === null ? UNCHANGED : (NOTES[errorClass] ?? failedAlike(quoted));
  const call =
    tried.length > 1 ? `call to ${tool} for the same purpose` : `identical call to ${tool}`;
  return `Note: this is the ${ordinal(attempts)} ${call}${said}`;
}

/** The calls differ, what they bring does not. */
function nothingNew({ tool, message }: Told): string {
  const said = message === '' ? '' : ` The last one failed: ${quote(message)}`;
  return `Note: the last calls to ${tool} brought nothing new.${said} Going on like this will not help: find out what is wrong first, ask for something else, or report what is known.`;
}

const UNCHANGED =
  ' and the result has not changed. Repeating it will return the same result: work with what is known, or report it.';
const UNANSWERED =
  ' without an answer in time. The outcome is not known and it may have succeeded: check before you repeat it, or report it.';
const FAULTY =
  ' that a fault of the service has ended. Repeating it at once will hardly help: go on without it, or report it.';
const NOTES: Readonly<Partial<Record<ErrorClass, string>>> = {
  timeout: UNANSWERED,
  connection: UNANSWERED,
  rate_limited: FAULTY,
  server_error: FAULTY,
};

function failedAlike(quoted: string): string {
  return ` that failed the same way${quoted}. It cannot succeed unchanged: correct what was rejected, or report it.`;
}

const ORDINALS = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function ordinal(count: number): string {
  return ORDINALS[count] ?? `${count}th`;
}

function quote(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
