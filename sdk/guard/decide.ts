import type { Decision, DecisionName } from './decision.ts';
import { stopReasonOf } from './decision.ts';
import type { Finding } from './finding.ts';
import type { OpenCall } from './ledger.ts';
import type { Mode } from './mode.ts';
import { told } from './trail.ts';

/** Whether a mode acts on what a rule has found. An order from outside is no guess, so it counts in every mode. */
export function isEnforced(mode: Mode, { kind }: Finding): boolean {
  return kind === 'outside_stop' || mode === 'block' || mode === 'terminate';
}

/** What is recorded of a finding. */
export function decisionOf(
  call: OpenCall,
  finding: Finding,
  made: { decision: DecisionName; mode: Mode; enforced: boolean },
): Decision {
  const { turn, callId } = call;
  const { kind, tool, effect, key, attempts, tried, errors } = finding;
  const { ceiling, spent, inFlight, requestedBy, reason } = finding;
  const stops = made.decision === 'stop' || made.decision === 'refuse';
  return {
    ...made,
    kind,
    code: stops ? (turn.stop?.reason ?? stopReasonOf(kind)) : null,
    sessionId: turn.session.id,
    turnId: turn.id,
    tool,
    callId,
    effect,
    key,
    attempts,
    tried: told(tried),
    errors: told(errors),
    savedCalls: turn.savedCalls,
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(spent === undefined ? {} : { spent }),
    ...(inFlight === undefined ? {} : { inFlight }),
    ...(requestedBy === undefined ? {} : { requestedBy }),
    ...(reason === undefined ? {} : { reason }),
  };
}
