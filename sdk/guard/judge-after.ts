import { isPatient } from '@loopscope/loops';
import { attemptKey } from '@loopscope/signature';
import { ceilingAt, type CeilingName, type Ceilings } from './ceilings.ts';
import { count, countSuccess, type Counts } from './count.ts';
import { endedCall, type EndedCall } from './ended-call.ts';
import type { Finding } from './finding.ts';
import type { OpenCall } from './ledger.ts';
import type { ReadEnd } from './reading.ts';
import type { Trail } from './trail.ts';

/** The second of a kind gets a note; later ones that the detectors let pass have their reasons. */
const NOTED_AT = 2;
/** How often one answer may come to moving questions before the detectors are asked. */
const SAME_ANSWERS = 3;
const NO_WORDS: Trail = { tried: [], errors: [] };

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
  const ended = endedCall(call, end, judging.monotonicMs);
  if (call.isExempt) {
    countSuccess(ended, true);
    return NOTHING;
  }
  call.turn.window.push(ended.seen);
  const counts = count(ended);
  const stop = ruleThatStops(ended, counts, judging);
  if (stop !== null) return { stop, note: null };
  const { attempts, empties } = counts;
  if (attempts === null || attempts.count !== NOTED_AT) return NOTHING;
  // An answer without rows is no acknowledgement of a step.
  if (empties === null && isPatient(ended.seen)) return NOTHING;
  return { stop, note: findingOf('repeated_key', ended, attempts.count, attempts.trail) };
}

function ruleThatStops(ended: EndedCall, counts: Counts, judging: Judging): Finding | null {
  const { attempts, breaker, empties, sameAnswers } = counts;
  const { window } = ended.call.turn;
  const isLoop = once(() => window.isLoop(ended.seen.seq));
  const capOf = (name: CeilingName): number =>
    ceilingAt(name, judging.ceilings[name], judging.nowMs).value;
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
  const wanted = Math.max(SAME_ANSWERS, cap + 1);
  if (sameAnswers !== null && sameAnswers.count >= wanted && isLoop()) {
    return findingOf('stalled', ended, sameAnswers.count, sameAnswers);
  }
  return null;
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
