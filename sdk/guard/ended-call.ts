import type { Call, CallText } from '@loopscope/loops';
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
  return { call, end, seen: new SeenCall(call, end, monotonicMs), answer: answerOf(end) };
}

/** Two passing faults are one answer, two equal results are one, two rejections are one where their words are. */
function answerOf({ outcome, print }: ReadEnd): string {
  const { state, errorClass, template } = outcome;
  if (errorClass !== null && errorFamily(errorClass) === 'transport') return 'passing fault';
  if (print.fingerprint !== null) return print.fingerprint;
  return state === 'error' ? template || 'error' : '';
}

/** An engine takes literals that survive its first collections for ones that always do; what is held for some hundred calls is none. */
class SeenText implements CallText {
  readonly args: string;
  readonly result: string;
  readonly resultLength: number;

  constructor({ args }: OpenCall, { text, length }: ReadEnd) {
    this.args = args.text;
    this.result = text;
    this.resultLength = length;
  }
}

class SeenCall implements Call {
  readonly seq: number;
  readonly turn = 1;
  readonly step: number;
  readonly tool: string;
  readonly signature: string | null;
  readonly identity: string | null;
  readonly outcome: Call['outcome'];
  readonly errorClass: Call['errorClass'];
  readonly errorTemplate: string;
  readonly resultKind: Call['resultKind'];
  readonly resultFingerprint: string | null;
  readonly effect: Call['effect'];
  readonly startMs: number;
  readonly durationMs: number;
  readonly agent: string;
  readonly session = '';
  readonly epoch = 0;
  readonly modelMs = 0;
  readonly inputTokens = 0;
  readonly outputTokens = 0;
  readonly cost = 0;
  readonly text: CallText;

  constructor(call: OpenCall, end: ReadEnd, monotonicMs: number) {
    const { turn, args } = call;
    const { outcome, print } = end.seen;
    turn.seq += 1;
    this.seq = turn.seq;
    this.step = call.step;
    this.tool = call.tool;
    this.signature = args.signature;
    this.identity = args.identity;
    this.outcome = outcome.state;
    this.errorClass = outcome.errorClass;
    this.errorTemplate = outcome.template;
    this.resultKind = print.kind;
    this.resultFingerprint = print.fingerprint;
    this.effect = call.effect;
    this.startMs = call.startMs;
    this.durationMs = Math.max(0, monotonicMs - call.startMs);
    this.agent = call.agent;
    this.text = new SeenText(call, end);
  }
}
