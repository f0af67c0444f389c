import type { Call } from '@loopscope/loops';
import { errorFamily } from '@loopscope/signature';
import type { OpenCall } from './ledger.ts';
import type { ReadEnd } from './reading.ts';

/** A call with its end, on its way into the ledger. */
export interface EndedCall {
  call: OpenCall;
  end: ReadEnd;
  /** The same call as the detectors see it. */
  seen: Call;
  /** What came back, such that equal answers say nothing new; '' where nothing is known. */
  answer: string;
}

export function endedCall(call: OpenCall, end: ReadEnd, monotonicMs: number): EndedCall {
  return { call, end, seen: seenCall(call, end, monotonicMs), answer: answerOf(end) };
}

/** Two passing faults are one answer, two equal results are one, two rejections are one where their words are. */
function answerOf({ outcome, print }: ReadEnd): string {
  const { state, errorClass, template } = outcome;
  if (errorClass !== null && errorFamily(errorClass) === 'transport') return 'passing fault';
  if (print.fingerprint !== null) return print.fingerprint;
  return state === 'error' ? template || 'error' : '';
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
