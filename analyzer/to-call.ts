import type { Call, CallText } from '@loopscope/loops';
import { fromInstant } from '@loopscope/sql';

import { errorClassOf } from './resolve/error-class.ts';
import type { ResolvedCall, Whose } from './resolve/resolve-turns.ts';

/** A resolved call as the detectors want it. Every analyzed turn is a run of its own, so `turn` and `epoch` do not move. */
export function toCall(resolved: ResolvedCall, turn: Pick<Whose, 'turn'>, text?: CallText): Call {
  const { call, seq, step, share } = resolved;
  const { content } = call;
  return {
    seq,
    turn: 1,
    step,
    tool: content.tool,
    signature: content.signature || null,
    identity: content.identity || null,
    outcome: content.outcome,
    errorClass: errorClassOf(content),
    errorTemplate: content.error_template,
    resultKind: content.result_kind,
    resultFingerprint: content.result_fingerprint || null,
    effect: content.effect,
    startMs: saidMs(resolved),
    durationMs: (call.end - call.start) / 1e6,
    agent: call.span.agentName,
    session: turn.turn.sessionId,
    epoch: 0,
    modelMs: share.modelMs,
    inputTokens: share.input,
    outputTokens: share.output,
    cost: share.cost,
    ...(text === undefined ? {} : { text }),
  };
}

/** By the sender's clock, however far it is off: which calls ran side by side must not depend on it. */
function saidMs({ call: { span, start } }: ResolvedCall): number {
  return Math.floor(Number(span.startNs) / 1e6) + (start - span.start) / 1e6;
}

/** Milliseconds since the epoch, within the range that the store takes. */
export function startMs({ call: { span, start } }: ResolvedCall): number {
  return fromInstant(span.row.started_at) + (start - span.start) / 1e6;
}
