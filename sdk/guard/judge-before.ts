import { ceilingAt, type Ceiling, type Ceilings, type CeilingName } from './ceilings.ts';
import type { Finding } from './finding.ts';
import type { OpenCall } from './ledger.ts';
import type { Runtime } from './runtime.ts';
import type { StopOrder } from './stop-source.ts';

export interface Circumstances {
  ceilings: Ceilings;
  /** For the expiry of raises. */
  clock: Pick<Runtime, 'nowMs'>;
  /** An order from outside that stands for the session. */
  order: StopOrder | null;
}

/** Why a call must not be made; null where it may. */
export function judgeBefore(call: OpenCall, circumstances: Circumstances): Finding | null {
  return (
    outsideStop(call, circumstances) ??
    closedTurn(call) ??
    spentCeiling(call, circumstances) ??
    inFlightWrite(call) ??
    unknownWrite(call) ??
    openBreaker(call)
  );
}

function outsideStop(call: OpenCall, { order }: Circumstances): Finding | null {
  if (order === null) return null;
  const inFlight = [...call.turn.inFlight].map(({ tool, effect }) => `${tool} (${effect})`);
  const { requestedBy, reason } = order;
  return { ...plain(call), kind: 'outside_stop', inFlight, requestedBy, reason };
}

function closedTurn(call: OpenCall): Finding | null {
  const { stop } = call.turn;
  if (stop === null) return null;
  const { attempts, tried, errors } = stop.result;
  return { ...plain(call), kind: 'closed_turn', attempts, tried, errors };
}

function spentCeiling(call: OpenCall, { ceilings, clock }: Circumstances): Finding | null {
  const { calls, tokens, usd } = call.turn.session;
  const spentOf = (name: CeilingName, kind: Finding['kind'], spent: number): Finding | null => {
    const ceiling = ceilingAt(name, ceilings[name], clock.nowMs());
    return spent < ceiling.value ? null : { ...plain(call), kind, attempts: 0, ceiling, spent };
  };
  const { callsPerSession, tokensPerSession, usdPerSession } = ceilings;
  return (
    (isBelow(calls, callsPerSession) ? null : spentOf('callsPerSession', 'call_ceiling', calls)) ??
    (isBelow(tokens, tokensPerSession)
      ? null
      : spentOf('tokensPerSession', 'token_ceiling', tokens)) ??
    (isBelow(usd, usdPerSession) ? null : spentOf('usdPerSession', 'cost_ceiling', usd))
  );
}

/** Without a look at the clock, which only raised ceilings need. */
function isBelow(spent: number, ceiling: Ceiling): boolean {
  return ceiling === null || (typeof ceiling === 'number' && spent < ceiling);
}

/** After a write whose outcome is not known, the same write is not made again: it may be the second. */
function unknownWrite(call: OpenCall): Finding | null {
  const { signature } = call.args;
  if (!isUnsafe(call) || signature === null) return null;
  const entry = call.turn.unknownWrites.get(signature);
  if (entry === undefined || entry.writesAt !== call.turn.writes) return null;
  return { ...plain(call), ...entry.trail, kind: 'unknown_write', attempts: entry.count };
}

/** As long as a write runs, its outcome is not known either. */
function inFlightWrite(call: OpenCall): Finding | null {
  if (!isUnsafe(call) || rivalsOf(call).length === 0) return null;
  return { ...plain(call), kind: 'in_flight_write', attempts: 1, tried: [call.args.text] };
}

/** Calls with the same arguments that run now. */
export function rivalsOf({ turn, args }: OpenCall): OpenCall[] {
  if (args.signature === null || turn.inFlight.size === 0) return [];
  return [...turn.inFlight].filter((other) => other.args.signature === args.signature);
}

/** A write that does harm when it is made twice. */
export function isUnsafe({ effect, isRepeatable }: OpenCall): boolean {
  return (effect === 'write' || effect === 'destructive') && !isRepeatable;
}

function openBreaker(call: OpenCall): Finding | null {
  const breaker = breakerOf(call);
  if (breaker === undefined || !breaker.isOpen || isHalfOpen(call)) return null;
  const { failures, tried, errors, errorClass, message } = breaker;
  return {
    ...plain(call),
    kind: 'repeated_signature',
    attempts: failures,
    tried,
    errors,
    errorClass,
    message,
  };
}

function breakerOf({ args, turn, isExempt }: OpenCall) {
  const { breakers } = turn.session;
  if (args.signature === null || isExempt || breakers.isEmpty) return undefined;
  return breakers.get(args.signature);
}

/** A blocked call gets one more try once the tool has worked with other arguments, or something was written since. */
export function isHalfOpen(call: OpenCall): boolean {
  const breaker = breakerOf(call);
  if (breaker === undefined || !breaker.isOpen) return false;
  const { session } = call.turn;
  const successes = session.successes.get(call.tool)?.count ?? 0;
  return session.writes > breaker.writesAt || successes > breaker.successesAt;
}

function plain({ tool, effect }: OpenCall): Omit<Finding, 'kind'> {
  return {
    tool,
    effect,
    key: '',
    attempts: 0,
    tried: [],
    errors: [],
    errorClass: null,
    message: '',
  };
}
