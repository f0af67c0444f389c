import { addAttempt, type Attempts } from './attempts.ts';
import type { EndedCall } from './ended-call.ts';
import { isUnsafe } from './judge-before.ts';
import { newCount, tallyOf, type Breaker, type Count, type ToolTally } from './ledger.ts';
import { remember, type Trail } from './trail.ts';

/** An answer of a program that holds no rows: `[]`, `{"matched": 0}`, `null`. Words and silence say less. */
const STRUCTURED = /^\s*(?:[[{]|null\s*$)/;

/** How often something came, and in which words. */
export interface Trailed extends Trail {
  count: number;
}

/** What the ledger says of an ended call. */
export interface Counts {
  /** Null where nothing can be compared. */
  attempts: Attempts | null;
  /** Null where the call did not fail. */
  breaker: Breaker | null;
  /** Null where the call brought rows. */
  empties: Trailed | null;
  sameAnswers: Trailed | null;
  /** Of the tool in this turn, in the words of the last few. */
  calls: Trailed;
  /** Calls of the tool since it was said that they bring nothing new; 0 where it was not. */
  sinceNudge: number;
}

/** Puts an ended call into the ledger. */
export function count(ended: EndedCall): Counts {
  const { call, end, answer } = ended;
  const counted = call.turn.questions.count(call, end, answer);
  const isNew = counted?.isNew ?? true;
  const breaker = countFailure(ended);
  const tally = tallyOf(call.turn, call.tool);
  tally.calls += 1;
  remember(tally.recent, call.args.text, call.asked === 1);
  const empties = countEmpty(ended, tally);
  const sameAnswers = countAnswer(ended, tally);
  countUnknownWrite(ended);
  countSuccess(ended, tally.successes, isNew);
  // A write does not make the question of its own repetition a new one.
  if (counted?.isNew === true) counted.entry.writesAt = call.turn.writes;
  return {
    attempts: counted?.entry ?? null,
    breaker,
    empties,
    sameAnswers,
    calls: { count: tally.calls, tried: tally.recent, errors: lastErrors(ended) },
    sinceNudge: tally.nudgedAt === 0 ? 0 : tally.calls - tally.nudgedAt,
  };
}

/** The session's breaker for this signature: closed by a success, counted by failures that fail the same way. */
function countFailure({ call, end, answer }: EndedCall): Breaker | null {
  const { session, id } = call.turn;
  const { signature, text } = call.args;
  if (signature === null) return null;
  const { state, errorClass, message } = end.outcome;
  if (state !== 'error') {
    if (!session.breakers.isEmpty) session.breakers.delete(signature);
    return null;
  }
  const breaker = session.breakers.take(signature, () => newBreaker(id));
  const isAnew =
    breaker.answer !== answer || (!breaker.isOpen && session.writes > breaker.writesAt);
  if (isAnew) Object.assign(breaker, newBreaker(id));
  breaker.failures += 1;
  breaker.answer = answer;
  breaker.errorClass = errorClass;
  breaker.message = message;
  if (breaker.turnId !== id) breaker.turnId = '';
  breaker.writesAt = session.writes;
  breaker.successesAt = session.successes.get(call.tool)?.count ?? 0;
  remember(breaker.tried, text);
  remember(breaker.errors, message);
  return breaker;
}

function newBreaker(turnId: string): Breaker {
  return {
    failures: 0,
    answer: '',
    errorClass: null,
    message: '',
    isOpen: false,
    turnId,
    writesAt: 0,
    successesAt: 0,
    tried: [],
    errors: [],
  };
}

/** Calls of one tool without rows, since the last that had some or that followed a write. */
function countEmpty({ call, end }: EndedCall, tally: ToolTally): Trailed | null {
  const { kind } = end.print;
  if (kind === 'value' || call.turn.writes > tally.writesAt) {
    tally.empties = 0;
    tally.tried.length = 0;
    tally.writesAt = call.turn.writes;
  }
  if (kind !== 'empty' || call.effect === 'write' || call.effect === 'destructive') return null;
  if (!STRUCTURED.test(end.text)) return null;
  tally.empties += 1;
  remember(tally.tried, call.args.text, call.asked === 1);
  return { count: tally.empties, tried: tally.tried, errors: [] };
}

/** The same answer of one tool to whatever was asked; the detectors say whether that means anything. */
function countAnswer(ended: EndedCall, tally: ToolTally): Trailed | null {
  const { call, end, answer } = ended;
  if (answer === '') return null;
  if (call.turn.writes > tally.answersAt) {
    tally.answers.clear();
    tally.answersAt = call.turn.writes;
  }
  const { state, errorClass, template } = end.seen.outcome;
  const print = end.seen.print.fingerprint ?? answer;
  const name = state === 'error' ? `${errorClass}|${template}` : print;
  const answered = tally.answers.take(name, newCount);
  answered.count += 1;
  return { count: answered.count, tried: tally.recent, errors: lastErrors(ended) };
}

const NO_ERRORS: string[] = [];

function lastErrors({ end }: EndedCall): string[] {
  const { state, message } = end.seen.outcome;
  return state === 'error' ? [message] : NO_ERRORS;
}

/** A write that timed out may have been made. */
function countUnknownWrite({ call, end }: EndedCall): void {
  const { signature } = call.args;
  if (signature === null || !isUnsafe(call)) return;
  const { state, errorClass } = end.outcome;
  const isUnknown = state === 'unknown' || errorClass === 'timeout' || errorClass === 'connection';
  if (!isUnknown) {
    if (state === 'ok') call.turn.unknownWrites.delete(signature);
    return;
  }
  const entry = call.turn.unknownWrites.take(signature, () => ({
    count: 0,
    writesAt: call.turn.writes,
    trail: null,
  }));
  addAttempt(entry, call, end);
}

/** What may have changed the world, and which tools work. A call whose effect nobody declared may have written. */
export function countSuccess({ call, end }: EndedCall, successes: Count, isNew: boolean): void {
  if (end.outcome.state !== 'ok') return;
  const { turn, effect } = call;
  const { session } = turn;
  if (isNew && (effect === 'write' || effect === 'destructive')) turn.writes += 1;
  if (isNew && effect !== 'read') session.writes += 1;
  if (end.print.kind !== 'empty') successes.count += 1;
}
