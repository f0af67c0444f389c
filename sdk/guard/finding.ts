import type { Effect, ErrorClass } from '@loopscope/signature';
import type { CeilingInForce } from './ceilings.ts';
import type { DecisionKind } from './decision.ts';

/** What a rule has found, before the mode decides what is done about it. */
export interface Finding {
  kind: DecisionKind;
  tool: string;
  effect: Effect;
  /** Attempt key; '' where the call repeats nothing. */
  key: string;
  attempts: number;
  tried: readonly string[];
  errors: readonly string[];
  errorClass: ErrorClass | null;
  /** The tool's own last error message. */
  message: string;
  ceiling?: CeilingInForce;
  spent?: number;
  inFlight?: string[];
  requestedBy?: string;
  reason?: string;
}
