import { isInForce } from '@loopscope/signature';

/** A ceiling that was lifted for a while: who asks why finds a reason, a ticket and a day after which it falls back. */
export interface RaisedCeiling {
  value: number;
  raisedTo: number;
  reason: string;
  ticket: string;
  /** YYYY-MM-DD: the last day (UTC) on which `raisedTo` counts. */
  expires: string;
}

/** A number, a raised number, or null for none. */
export type Ceiling = number | RaisedCeiling | null;

export interface Ceilings {
  /** Per turn: attempts of one key (tool, identity, error class); the one after them gets the terminal result. */
  attemptsPerKey: Ceiling;
  /** Per turn: calls of one tool that returned no rows. */
  emptyResultsPerTool: Ceiling;
  /** Per session: failing attempts of one signature, which then stays blocked. */
  attemptsPerSignature: Ceiling;
  /** Per session: calls of all tools. The outer bound, so it is never null. */
  callsPerSession: Exclude<Ceiling, null>;
  /** Per session: tokens of all model calls that were reported. */
  tokensPerSession: Ceiling;
  /** Per session: USD of all model calls that were reported. */
  usdPerSession: Ceiling;
}

export type CeilingName = keyof Ceilings;

export const DEFAULT_CEILINGS: Ceilings = {
  attemptsPerKey: 2,
  emptyResultsPerTool: 3,
  attemptsPerSignature: 3,
  callsPerSession: 25,
  tokensPerSession: null,
  usdPerSession: null,
};

/** Names as loopscope.yaml, the spans and the pages write them. */
export const CEILING_NAMES: Readonly<Record<CeilingName, string>> = {
  attemptsPerKey: 'attempts_per_key',
  emptyResultsPerTool: 'empty_results_per_tool',
  attemptsPerSignature: 'attempts_per_signature',
  callsPerSession: 'calls_per_session',
  tokensPerSession: 'tokens_per_session',
  usdPerSession: 'usd_per_session',
};

/** A ceiling at a moment. `expired`: it was raised once, and has fallen back. */
export interface CeilingInForce {
  name: string;
  /** Infinity where there is none. */
  value: number;
  state: 'set' | 'raised' | 'expired';
  reason?: string;
  ticket?: string;
  expires?: string;
}

/** What a ceiling is worth at a moment of the wall clock. */
export function ceilingAt(name: CeilingName, ceiling: Ceiling, nowMs: number): CeilingInForce {
  const known = { name: CEILING_NAMES[name] };
  if (ceiling === null) return { ...known, value: Infinity, state: 'set' };
  if (typeof ceiling === 'number') return { ...known, value: ceiling, state: 'set' };
  const { value, raisedTo, reason, ticket, expires } = ceiling;
  const isRaised = isInForce(expires, nowMs);
  return {
    ...known,
    value: isRaised ? raisedTo : value,
    state: isRaised ? 'raised' : 'expired',
    reason,
    ticket,
    expires,
  };
}

export function isCeilingName(name: string): name is CeilingName {
  return Object.hasOwn(CEILING_NAMES, name);
}
