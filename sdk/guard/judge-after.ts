import { isPatient } from '@loopscope/loops';
import { attemptKey } from '@loopscope/signature';
import { ceilingAt, type CeilingName, type Ceilings } from './ceilings.ts';
import { count, countSuccess, type Counts, type Trailed } from './count.ts';
import { endedCall, type EndedCall } from './ended-call.ts';
import type { Finding } from './finding.ts';
import { newCount, tallyOf, type OpenCall } from './ledger.ts';
import type { ReadEnd } from './reading.ts';
import type { Runtime } from './runtime.ts';
import type { Trail } from './trail.ts';

/** The second of a kind gets a note; later ones that the detectors let pass have their reasons. */
const NOTED_AT = 2;
/** How often one answer may come to moving questions before the detectors are asked. */
const SAME_ANSWERS = 3;
/** Calls of one tool in a turn from which on it may be going round, and after which it is work in bulk. */
const MANY_CALLS = 6;
const VERY_MANY_CALLS = 200;
/** Up to here each count is looked at: of equal answers, and of calls whose answers move. */
const SHORT = 32;
const EVERY_ONE = 8;
const NO_WORDS: Trail = { tried: [], errors: [] };

export interface Verdict {
  stop: Finding | null;
  /** A repeat that deserves a word. */
  note: Finding | null;
}

const NOTHING: Verdict = { stop: null, note: null };

export interface Judging {
  ceilings: Ceilings;
  clock: Pick<Runtime, 'nowMs' | 'monotonicMs'>;
}

/** Puts an ended call into the ledger and judges it: constant time as long as nothing looks suspicious. */
export function judgeAfter(call: OpenCall, end: ReadEnd, judging: Judging): Verdict {
  const ended = endedCall(call, end, judging.clock.monotonicMs());
  if (call.isExempt) {
    const { session } = call.turn;
    countSuccess(ended, session.successes.take(call.tool, newCount), true);
    return NOTHING;
  }
  call.turn.window.push(ended.seen);
  const counts = count(ended);
  if (isUneventful(call, counts)) return NOTHING;
  const stop = ruleThatStops(ended, counts, judging);
  if (stop !== null)
    return isFirstNudge(call, stop) ? { stop: null, note: stop } : { stop, note: null };
  const { attempts, empties } = counts;
  if (attempts === null || attempts.count !== NOTED_AT) return NOTHING;
  // An answer without rows is no acknowledgement of a step.
  if (empties === null && isPatient(ended.seen)) return NOTHING;
  return { stop, note: findingOf('repeated_key', ended, attempts.count, attempts.trail) };
}

/** Of calls that are not the same, or asked for the second time only, the model has heard nothing yet: it is told once, and stopped where it goes on. */
function isFirstNudge({ turn, tool, asked }: OpenCall, { kind }: Finding): boolean {
  const tally = tallyOf(turn, tool);
  if (kind !== 'stalled' || asked > NOTED_AT || tally.nudgedAt > 0) return false;
  tally.nudgedAt = tally.calls;
  return true;
}

/** Nothing came again: no ceiling is as low as that. */
function isUneventful({ asked }: OpenCall, counts: Counts): boolean {
  const { attempts, breaker, empties, sameAnswers, calls } = counts;
  if (breaker !== null || empties !== null || asked > 1 || isWatched(counts)) return false;
  if ((attempts?.count ?? 1) > 1 || (sameAnswers?.count ?? 1) >= SAME_ANSWERS) return false;
  return !isLong(calls.count);
}

function ruleThatStops(ended: EndedCall, counts: Counts, judging: Judging): Finding | null {
  const { attempts, breaker, empties } = counts;
  const { window } = ended.call.turn;
  const isLoop = once(() => window.isLoop(ended.seen.seq));
  const capOf = (name: CeilingName): number =>
    ceilingAt(name, judging.ceilings[name], judging.clock.nowMs()).value;
  const cap = capOf('attemptsPerKey');
  if (attempts !== null && attempts.count > cap && isLoop()) {
    if (breaker !== null) breaker.isOpen ||= breaker.failures >= capOf('attemptsPerSignature');
    return findingOf('repeated_key', ended, attempts.count, attempts.trail);
  }
  if (breaker !== null && breaker.failures >= capOf('attemptsPerSignature')) {
    const outlastsTurns = breaker.turnId === '' || breaker.isOpen;
    breaker.isOpen = outlastsTurns || isLoop();
    if (breaker.isOpen) return findingOf('repeated_signature', ended, breaker.failures, breaker);
  }
  if (empties !== null && empties.count >= capOf('emptyResultsPerTool')) {
    return findingOf('empty_results', ended, empties.count, empties);
  }
  const suspect = whatStalls(ended.call, counts, cap);
  return suspect !== null && isLoop() ? findingOf('stalled', ended, suspect.count, suspect) : null;
}

/** What may be going round in other words or with moving answers; whether it does only the detectors can tell. */
function whatStalls({ asked }: OpenCall, counts: Counts, cap: number): Trailed | null {
  const { sameAnswers, calls } = counts;
  const wanted = Math.max(SAME_ANSWERS, cap + 1);
  if (sameAnswers !== null && isDue(sameAnswers.count, wanted, SHORT)) return sameAnswers;
  if (isDue(asked, cap + 1, EVERY_ONE)) return { ...calls, count: asked };
  return isLong(calls.count) || isWatched(counts) ? calls : null;
}

/** Who was told that nothing new comes is looked at more closely for a while. */
function isWatched({ sinceNudge }: Counts): boolean {
  return sinceNudge > 0 && sinceNudge <= EVERY_ONE;
}

function isLong(calls: number): boolean {
  return calls <= VERY_MANY_CALLS && isDue(calls, MANY_CALLS, EVERY_ONE);
}

/** The detectors are asked at every count up to one, and then at counts ever further apart: what they cost grows with the turn. */
function isDue(count: number, from: number, everyOneTo: number): boolean {
  return count >= from && (count <= everyOneTo || isPower(count) || isPower(count / 3));
}

function isPower(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

function findingOf(
  kind: Finding['kind'],
  { call, end }: EndedCall,
  attempts: number,
  trail: Trail | null,
): Finding {
  const { errorClass, message } = end.outcome;
  const { tried, errors } = trail ?? NO_WORDS;
  return {
    kind,
    tool: call.tool,
    effect: call.effect,
    key: attemptKey(call.tool, call.args.identity, errorClass),
    attempts,
    tried,
    errors,
    errorClass,
    message,
  };
}

function once(ask: () => boolean): () => boolean {
  let known: boolean | null = null;
  return () => (known ??= ask());
}
