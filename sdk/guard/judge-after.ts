import { isPatient, type Call } from '@loopscope/loops';
import { attemptKey, errorFamily } from '@loopscope/signature';
import { ceilingAt, type CeilingName, type Ceilings } from './ceilings.ts';
import type { Finding } from './finding.ts';
import { isUnsafe } from './judge-before.ts';
import { BoundedMap } from './bounded-map.ts';
import {
  MAX_ANSWERS,
  newEntry,
  remember,
  tallyOf,
  type Breaker,
  type KeyEntry,
  type OpenCall,
} from './ledger.ts';
import type { ReadEnd } from './reading.ts';

/** The second of a kind gets a note; later ones that the detectors let pass have their reasons. */
const NOTED_AT = 2;
/** How often one answer may come to moving questions before the detectors are asked. */
const SAME_ANSWERS = 3;
/** An answer of a program that holds no rows: `[]`, `{"matched": 0}`, `null`. Words and silence say less. */
const STRUCTURED = /^\s*(?:[[{]|null\s*$)/;

/** A call with its end, on its way into the ledger. */
interface Ended {
  call: OpenCall;
  end: ReadEnd;
  /** The same call as the detectors see it. */
  seen: Call;
  /** What came back, such that equal answers say nothing new; '' where nothing is known. */
  answer: string;
}

export interface Verdict {
  stop: Finding | null;
  /** A repeat that deserves a word. */
  note: Finding | null;
}

const NOTHING: Verdict = { stop: null, note: null };

export interface Judging {
  ceilings: Ceilings;
  /** Wall clock, for the expiry of raises. */
  nowMs: number;
  monotonicMs: number;
}

/** Puts an ended call into the ledger and judges it: constant time as long as nothing looks suspicious. */
export function judgeAfter(call: OpenCall, end: ReadEnd, judging: Judging): Verdict {
  const seen = seenCall(call, end, judging.monotonicMs);
  const ended: Ended = { call, end, seen, answer: answerOf(end) };
  if (call.isExempt) {
    countSuccess(ended, true);
    return NOTHING;
  }
  call.turn.window.push(seen);
  const counts = count(ended);
  const stop = ruleThatStops(ended, counts, judging);
  if (stop !== null) return { stop, note: null };
  const { entry } = counts;
  const isRepeat = entry !== null && entry.count === NOTED_AT && !isPatient(seen);
  return { stop, note: isRepeat ? findingOf('repeated_key', ended, entry) : null };
}

/** What the ledger says of an ended call. */
interface Counts {
  /** Null where nothing can be compared. */
  entry: KeyEntry | null;
  /** Null where the call did not fail. */
  breaker: Breaker | null;
  /** Null where the call brought rows. */
  empties: Trailed | null;
  sameAnswers: Trailed | null;
}

function count(ended: Ended): Counts {
  const { entry, isNew } = countKey(ended);
  const breaker = countFailure(ended);
  const empties = countEmpty(ended);
  const sameAnswers = countAnswer(ended);
  countUnknownWrite(ended);
  countSuccess(ended, isNew);
  // A write does not make the question of its own repetition a new one.
  if (entry !== null && isNew) entry.writesAt = ended.call.turn.writes;
  return { entry, breaker, empties, sameAnswers };
}

function ruleThatStops(ended: Ended, counts: Counts, judging: Judging): Finding | null {
  const { entry, breaker, empties, sameAnswers } = counts;
  const { window } = ended.call.turn;
  const isLoop = once(() => window.isLoop(ended.seen.seq));
  const capOf = (name: CeilingName): number =>
    ceilingAt(name, judging.ceilings[name], judging.nowMs).value;
  const attempts = capOf('attemptsPerKey');
  if (entry !== null && entry.count > attempts && isLoop()) {
    if (breaker !== null) breaker.isOpen ||= breaker.failures >= capOf('attemptsPerSignature');
    return findingOf('repeated_key', ended, entry);
  }
  if (breaker !== null && breaker.failures >= capOf('attemptsPerSignature')) {
    const outlastsTurns = breaker.turnId === '' || breaker.isOpen;
    breaker.isOpen = outlastsTurns || isLoop();
    const trail = { ...breaker, count: breaker.failures };
    if (breaker.isOpen) return findingOf('repeated_signature', ended, trail);
  }
  if (empties !== null && empties.count >= capOf('emptyResultsPerTool')) {
    return findingOf('empty_results', ended, empties);
  }
  const wanted = Math.max(SAME_ANSWERS, attempts + 1);
  if (sameAnswers !== null && sameAnswers.count >= wanted && isLoop()) {
    return findingOf('stalled', ended, sameAnswers);
  }
  return null;
}

type Trailed = Pick<KeyEntry, 'count' | 'tried' | 'errors'>;

function findingOf(kind: Finding['kind'], { call, end }: Ended, trail: Trailed): Finding {
  const { errorClass, message } = end.outcome;
  return {
    kind,
    tool: call.tool,
    effect: call.effect,
    key: attemptKey(call.tool, call.args.identity, errorClass),
    attempts: trail.count,
    tried: trail.tried,
    errors: trail.errors,
    errorClass,
    message,
  };
}

/** Two passing faults are one answer, two equal results are one, two rejections are one where their words are. */
function answerOf({ outcome, print }: ReadEnd): string {
  const { state, errorClass, template } = outcome;
  if (errorClass !== null && errorFamily(errorClass) === 'transport') return 'passing fault';
  if (print.fingerprint !== null) return print.fingerprint;
  return state === 'error' ? template || 'error' : '';
}

/** Failures count by class, as the attempt key does; answers by what they say. */
function countKey({ call, end, answer }: Ended): { entry: KeyEntry | null; isNew: boolean } {
  const { turn, tool, args } = call;
  const key = attemptKey(tool, args.identity, end.outcome.errorClass);
  if (key === '' || answer === '') return { entry: null, isNew: true };
  const full = end.outcome.state === 'error' ? key : `${key}|${answer}`;
  const known = turn.keys.get(full);
  const entry = known ?? newEntry(turn.writes);
  if (known === undefined) turn.keys.set(full, entry);
  add(entry, turn.writes, call, end);
  return { entry, isNew: known === undefined };
}

/** One more of the same, or the first since something was written. */
function add(entry: KeyEntry, writes: number, { args }: OpenCall, end: ReadEnd): void {
  if (writes > entry.writesAt) {
    entry.count = 0;
    entry.tried.length = 0;
    entry.errors.length = 0;
  }
  entry.count += 1;
  entry.writesAt = writes;
  remember(entry.tried, args.text);
  if (end.outcome.state === 'error') remember(entry.errors, end.outcome.message);
}

/** The session's breaker for this signature: closed by a success, counted by failures that fail the same way. */
function countFailure({ call, end, answer }: Ended): Breaker | null {
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
  breaker.successesAt = session.successes.get(call.tool) ?? 0;
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
function countEmpty({ call, end }: Ended): Trailed | null {
  const tally = tallyOf(call.turn, call.tool);
  const { kind } = end.print;
  if (kind === 'value' || call.turn.writes > tally.writesAt) {
    tally.empties = 0;
    tally.tried.length = 0;
    tally.writesAt = call.turn.writes;
  }
  if (kind !== 'empty' || call.effect === 'write' || call.effect === 'destructive') return null;
  if (!STRUCTURED.test(end.text)) return null;
  tally.empties += 1;
  remember(tally.tried, call.args.text);
  return { count: tally.empties, tried: tally.tried, errors: [] };
}

/** The same answer of one tool to whatever was asked; the detectors say whether that means anything. */
function countAnswer({ call, end, answer }: Ended): Trailed | null {
  if (answer === '') return null;
  const tally = tallyOf(call.turn, call.tool);
  if (call.turn.writes > tally.answersAt) {
    tally.answers = new BoundedMap(MAX_ANSWERS);
    tally.answersAt = call.turn.writes;
  }
  const { state, errorClass, template, message } = end.seen.outcome;
  const print = end.seen.print.fingerprint ?? answer;
  const name = state === 'error' ? `${errorClass}|${template}` : print;
  const count = (tally.answers.get(name) ?? 0) + 1;
  tally.answers.set(name, count);
  remember(tally.recent, call.args.text);
  return { count, tried: tally.recent, errors: state === 'error' ? [message] : [] };
}

/** A write that timed out may have been made. */
function countUnknownWrite({ call, end }: Ended): void {
  const { signature } = call.args;
  if (signature === null || !isUnsafe(call)) return;
  const { state, errorClass } = end.outcome;
  const isUnknown = state === 'unknown' || errorClass === 'timeout' || errorClass === 'connection';
  if (!isUnknown) {
    if (state === 'ok') call.turn.unknownWrites.delete(signature);
    return;
  }
  const entry = call.turn.unknownWrites.take(signature, () => newEntry(call.turn.writes));
  add(entry, call.turn.writes, call, end);
}

/** What may have changed the world, and which tools work. A call whose effect nobody declared may have written. */
function countSuccess({ call, end }: Ended, isNew: boolean): void {
  if (end.outcome.state !== 'ok') return;
  const { turn, tool, effect } = call;
  const { session } = turn;
  if (isNew && (effect === 'write' || effect === 'destructive')) turn.writes += 1;
  if (isNew && effect !== 'read') session.writes += 1;
  if (end.print.kind !== 'empty')
    session.successes.set(tool, (session.successes.get(tool) ?? 0) + 1);
}

function seenCall(
  call: OpenCall,
  { seen: { outcome, print }, text, length }: ReadEnd,
  monotonicMs: number,
): Call {
  const { turn, args } = call;
  turn.seq += 1;
  return {
    seq: turn.seq,
    turn: 1,
    step: call.step,
    tool: call.tool,
    signature: args.signature,
    identity: args.identity,
    outcome: outcome.state,
    errorClass: outcome.errorClass,
    errorTemplate: outcome.template,
    resultKind: print.kind,
    resultFingerprint: print.fingerprint,
    effect: call.effect,
    startMs: call.startMs,
    durationMs: Math.max(0, monotonicMs - call.startMs),
    agent: call.agent,
    session: '',
    epoch: 0,
    modelMs: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    text: { args: args.text, result: text, resultLength: length },
  };
}

function once(ask: () => boolean): () => boolean {
  let known: boolean | null = null;
  return () => (known ??= ask());
}
