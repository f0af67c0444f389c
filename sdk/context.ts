import { context, createContextKey, type Context } from '@opentelemetry/api';

/** Keys of equal description are equal, so a second copy of this module reads what the first one wrote. */
const SESSION = createContextKey('loopscope.session.id');
const TURN = createContextKey('loopscope.turn.id');

/** Runs the work in a session (conversation): every span that starts inside carries its id. */
export function withSession<Result>(sessionId: string, work: () => Result): Result {
  return context.with(context.active().setValue(SESSION, sessionId), work);
}

/** Runs the work in a turn (one user message and all that the agent does about it). */
export function withTurn<Result>(turnId: string, work: () => Result): Result {
  return context.with(context.active().setValue(TURN, turnId), work);
}

/** The ids that a context carries. */
export function idsOf(context: Context): { sessionId?: string; turnId?: string } {
  const sessionId = context.getValue(SESSION);
  const turnId = context.getValue(TURN);
  return {
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof turnId === 'string' ? { turnId } : {}),
  };
}
