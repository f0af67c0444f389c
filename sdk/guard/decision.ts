import type { Effect } from '@loopscope/signature';
import type { CeilingInForce } from './ceilings.ts';
import type { Mode } from './mode.ts';

export type DecisionName = 'note' | 'stop' | 'refuse' | 'retry' | 'half_open' | 'unreachable';

/** The rule behind a decision. */
export type DecisionKind =
  | 'repeated_key'
  | 'empty_results'
  | 'repeated_signature'
  | 'unknown_write'
  | 'in_flight_write'
  | 'stalled'
  | 'call_ceiling'
  | 'token_ceiling'
  | 'cost_ceiling'
  | 'outside_stop'
  | 'closed_turn'
  | 'transport_fault';

/** Why a turn ended before its time: what the agent reports, charts and alerts on. */
export type StopReason = 'repeated_call' | 'call_ceiling' | 'budget_exhausted' | 'stopped_outside';

const REASONS: Readonly<Partial<Record<DecisionKind, StopReason>>> = {
  call_ceiling: 'call_ceiling',
  token_ceiling: 'budget_exhausted',
  cost_ceiling: 'budget_exhausted',
  outside_stop: 'stopped_outside',
};

export function stopReasonOf(kind: DecisionKind): StopReason {
  return REASONS[kind] ?? 'repeated_call';
}

/** One thing that a guard decided, with everything that led to it. */
export interface Decision {
  decision: DecisionName;
  kind: DecisionKind;
  /** Null where nothing is stopped. */
  code: StopReason | null;
  mode: Mode;
  /** False where the mode only records what would have happened. */
  enforced: boolean;
  sessionId: string;
  turnId: string;
  tool: string;
  callId: string;
  effect: Effect;
  /** Attempt key; '' where the call repeats nothing. */
  key: string;
  attempts: number;
  tried: string[];
  errors: string[];
  savedCalls: number;
  ceiling?: CeilingInForce;
  spent?: number;
  /** `tool (effect)` of calls that were running. */
  inFlight?: string[];
  requestedBy?: string;
  reason?: string;
  retries?: number;
  delayMs?: number;
}
