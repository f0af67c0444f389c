import { canonicalise } from '../value/canonical.ts';
import { classify } from './classify.ts';
import { isEmpty } from '../result/empty.ts';
import type { ErrorClass } from './error-class.ts';
import { withoutFooter } from './footer.ts';
import { member, type Json } from '../value/json.ts';
import { openPayload, type Payload } from '../result/payload.ts';
import { statusesOf } from '../result/result-fault.ts';
import { readResult } from '../result/result.ts';
import { errorTemplate } from './template.ts';

/** Where instrumentations leave what they know about a failure. */
export interface OutcomeEvidence {
  status: 'unset' | 'ok' | 'error';
  statusMessage?: string;
  errorType?: string;
  exceptionType?: string;
  exceptionMessage?: string;
  /** The instrumentation's own flag, such as `tool.status=error`, `success=false`, `level=ERROR`; false where it says that nothing failed. */
  flaggedError?: boolean;
  /** Raw result as for readArguments; undefined where none was recorded. */
  result?: unknown;
}

export interface Outcome {
  /** `unknown` where nothing was recorded, or where the call was cancelled. */
  state: 'ok' | 'error' | 'unknown';
  /** Null where the outcome is no error. */
  errorClass: ErrorClass | null;
  message: string;
  template: string;
}

/** What stands behind this says nothing new about the kind of fault. */
const MAX_MESSAGE = 2_000;
/** Members that hold a program's own words, most telling first. */
const PRINTED = [
  'stderr',
  'message',
  'output',
  'stdout',
  'response',
  'text',
  'body',
  'observation',
];
/** Raised to steer the run, not because anything failed. */
const CONTROL_FLOW =
  /^(?:Graph(?:Interrupt|BubbleUp)|ParentCommand|NodeInterrupt|CallDeferred|ApprovalRequired|Handoff\w*|AgentHandoff\w*|StopIteration|StopAsyncIteration|GeneratorExit)$/;
const CANCELLATION =
  /^(?:Cancel\w*|(?:Task|Operation)Cancel\w*|AbortError|KeyboardInterrupt|APIUserAbortError)$/;
/** An aborted request that ran into its own time limit is a timeout. */
const TIMED_OUT = /time[ds]?[ -]?out/i;
const LEADING_NAME = /^(?:[\w$]{1,40}\.){0,8}([A-Z]\w{2,60})(?=[:(]|$)/;
/** Values of `error.type` that name no type. */
const NO_TYPE = /^(?:|null|none|undefined|n\/a)$/i;
/** The weakest sign: a whole result that begins, or ends, as only failures do. */
const FAILURE_TEXT =
  /^(?:<(?:tool_use_)?error>|(?:fatal |internal |unexpected )?error\s?:|exception\s?:|(?:[\w$]{1,40}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception)\b\s?[:(]|traceback \(most recent call last\)|error (?:executing|invoking|calling|running|while|occurred)\b|an (?:unexpected |internal )?error occurred\b|failed to (?:execute|invoke|call|run) (?:the )?tool\b|tool (?:['"`]?[\w.-]{1,80}['"`]? )?(?:not found|does not exist)|(?:model|llm) tried to call (?:an )?(?:unavailable|unknown) tool\b|['"`]?[\w.-]{1,80}['"`]? is not a valid tool\b|no (?:such tool\b|tool (?:named|called)\b)|invalid arguments\b|unknown (?:tool|function)\b|the tool (?:execution|has) failed\b|(?:missing (?:value for )?|no value for )(?:the |a )?required (?:parameter|argument)\b|(?:the )?required (?:parameter|argument) \S{1,80} (?:is|was) (?:missing|not (?:given|provided|set))\b)/i;
/** With which pydantic-ai ends whatever it asks the model to mend. */
const RETRY_PROMPT = '\n\nFix the errors and try again.';
const MAX_FAILURE_TEXT = 20_000;

/**
 * Whether a call failed, and why. An OK status never overrides an error in the result, control flow is no error, a cancelled call and one of
 * which nothing was recorded are unknown.
 */
export function readOutcome(evidence: OutcomeEvidence): Outcome {
  return outcomeOf(evidence, payloadOf(evidence.result));
}

/** The result out of its envelopes; null where none was recorded. */
export function payloadOf(raw: unknown): Payload | null {
  const result = readResult(raw);
  return result.known ? openPayload(result.value) : null;
}

/** The same as readOutcome, of a result that was opened already. */
export function outcomeOf(evidence: OutcomeEvidence, payload: Payload | null): Outcome {
  const raised = raisedName(evidence);
  if (raised.some((name) => CONTROL_FLOW.test(name)))
    return noError(payload === null ? 'unknown' : 'ok');
  const seemsFailed = evidence.flaggedError !== false && readsAsFailure(payload);
  if (!isRaised(evidence) && payload?.fault == null && !seemsFailed) {
    return noError(payload !== null || evidence.status === 'ok' ? 'ok' : 'unknown');
  }
  const message = messageOf(evidence, payload);
  const isCancelled = raised.some((name) => CANCELLATION.test(name)) && !TIMED_OUT.test(message);
  return isCancelled ? noError('unknown') : failure([...raised, ...typesIn(payload)], message);
}

function typesIn(payload: Payload | null): readonly string[] {
  return payload?.fault?.types ?? statusesOf(payload?.value ?? null);
}

function noError(state: 'ok' | 'unknown'): Outcome {
  return { state, errorClass: null, message: '', template: '' };
}

function failure(types: readonly string[], message: string): Outcome {
  return {
    state: 'error',
    errorClass: classify({ types, message }),
    message: message.slice(0, MAX_MESSAGE),
    template: errorTemplate(plainly(message)),
  };
}

function isRaised({
  status,
  exceptionType,
  exceptionMessage,
  errorType,
  flaggedError,
}: OutcomeEvidence): boolean {
  return (
    status === 'error' ||
    flaggedError === true ||
    (exceptionType ?? '') !== '' ||
    (exceptionMessage ?? '') !== '' ||
    !NO_TYPE.test(errorType ?? '')
  );
}

/** Names of what was raised, without their modules. */
function raisedName({
  errorType,
  exceptionType,
  statusMessage,
  status,
}: OutcomeEvidence): string[] {
  if (status !== 'error' && errorType === undefined && exceptionType === undefined) return [];
  const leading = status === 'error' ? LEADING_NAME.exec(statusMessage ?? '')?.[1] : undefined;
  return [errorType, exceptionType, leading].flatMap((name) => {
    const last = (name ?? '').split('.').at(-1) ?? '';
    return last === '' ? [] : [last];
  });
}

/** The exception's words, else the status message, else what the failed call's own result says. */
function messageOf(evidence: OutcomeEvidence, payload: Payload | null): string {
  const said = evidence.exceptionMessage || evidence.statusMessage || payload?.fault?.message;
  return withoutTrace(said || (payload === null ? '' : textOf(payload.value)));
}

/** A sentence that ends in data says what the data says: masked as data, all its reasons would read alike. */
const ENDS_IN_DATA = /^([^{}\n]{1,80}: )(\{[^]*\})$/;

function plainly(message: string): string {
  const [, sentence, data] =
    message.length <= MAX_MESSAGE ? (ENDS_IN_DATA.exec(message) ?? []) : [];
  const said = data === undefined ? null : payloadOf(data)?.fault?.message;
  return said == null || said === '' ? message : `${sentence}${said}`;
}

/** A result in words: a text, what a program printed, else the whole in JSON. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (isEmpty(value)) return '';
  const printed = PRINTED.map((key) => member(value, key)).find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  return typeof printed === 'string' ? printed : canonicalise(value);
}

/** What a notebook puts above a traceback: a rule and the name of the exception. */
const BARE_NAME = /^-{3,100}\s{1,4}[\w.]{1,80}$/;

/** A message without the stack behind it; of a bare Python traceback its last line. */
function withoutTrace(message: string): string {
  const trace = message.search(/Traceback \(most recent call last\)|\n[ \t]{1,40}at /);
  const said = trace > 0 ? saidOnce(message.slice(0, trace).trim()) : '';
  if (said !== '' && !BARE_NAME.test(said)) return said;
  if (trace < 0) return message;
  return withoutFooter(message).slice(-MAX_MESSAGE).split('\n').at(-1) ?? message;
}

/** Some senders put the message once more before the stack. */
function saidOnce(message: string): string {
  const blank = message.indexOf('\n\n');
  const first = message.slice(0, Math.max(blank, 0));
  return first !== '' && message.endsWith(first) ? first : message;
}

function readsAsFailure(payload: Payload | null): boolean {
  const value = payload?.value;
  const text = Array.isArray(value) ? value[0] : value;
  return (
    typeof text === 'string' &&
    text.length <= MAX_FAILURE_TEXT &&
    (FAILURE_TEXT.test(text.trimStart()) || text.endsWith(RETRY_PROMPT))
  );
}
