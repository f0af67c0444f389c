import { context, trace } from '@opentelemetry/api';
import { isInForce, type ToolDeclaration } from '@loopscope/signature';
import { idsOf } from '../context.ts';
import { currentTurn } from './ambient.ts';
import type { CallStart, TurnIds } from './call-guard.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { sessionOf, turnOf, type OpenCall, type Sessions, type TurnLedger } from './ledger.ts';
import { readCallArguments } from './reading.ts';
import type { Runtime } from './runtime.ts';

const NO_TRACE = '00000000000000000000000000000000';
/** Where nothing around a call tells whose it is, all of them are one turn. */
const ALONE = 'process';

/** The turn that a call belongs to: what it says itself, else what runs around it, else the active trace. */
export function locateTurn(sessions: Sessions, ids: TurnIds): TurnLedger {
  const { sessionId, turnId } = isWhole(ids) ? ids : completed(ids);
  return turnOf(sessionOf(sessions, sessionId), turnId);
}

function isWhole(ids: TurnIds): ids is Required<TurnIds> {
  return ids.sessionId !== undefined && ids.turnId !== undefined;
}

function completed(ids: TurnIds): Required<TurnIds> {
  const around = idsAround();
  const turnId = ids.turnId ?? around.turnId ?? traceId() ?? ALONE;
  return { turnId, sessionId: ids.sessionId ?? around.sessionId ?? traceId() ?? turnId };
}

/** What startTurn, withSession and withTurn say around this point. */
export function idsAround(): TurnIds {
  return currentTurn() ?? idsOf(context.active());
}

function traceId(): string | undefined {
  const id = trace.getActiveSpan()?.spanContext().traceId;
  return id === NO_TRACE ? undefined : id;
}

/** Reads a call that is about to be made; nothing is counted yet. */
export function openCall(
  turn: TurnLedger,
  start: CallStart,
  declared: ToolDeclaration | undefined,
  clock: Pick<Runtime, 'nowMs' | 'monotonicMs'>,
): OpenCall {
  const { tool, callId = '', agent = '', step } = start;
  const declaration = merged(start.declaration, declared);
  const args = readCallArguments(tool, start.args, declaration);
  const effect = declaration?.effect ?? 'unknown';
  const expires = declaration?.exempt?.expires;
  return {
    turn,
    tool,
    callId,
    agent,
    args,
    declaration,
    effect,
    isRepeatable: effect === 'read' || declaration?.idempotency !== undefined,
    isExempt: expires !== undefined && isInForce(expires, clock.nowMs()),
    idempotencyKey: undefined,
    step: step ?? (turn.inFlight.size > 0 ? turn.step : turn.step + 1),
    asked: 0,
    question: null,
    startMs: clock.monotonicMs(),
    retries: 0,
    waiters: null,
  };
}

/** The call's idempotency key. */
export function keyOf(call: OpenCall): string | null {
  if (call.idempotencyKey === undefined) {
    const { turn, tool, args } = call;
    const { session, intent } = turn;
    const { identity } = args;
    call.idempotencyKey = idempotencyKeyOf({ sessionId: session.id, intent, tool, identity });
  }
  return call.idempotencyKey;
}

function merged(
  known: ToolDeclaration | undefined,
  declared: ToolDeclaration | undefined,
): ToolDeclaration | undefined {
  return known === undefined || declared === undefined
    ? (declared ?? known)
    : { ...known, ...declared };
}
