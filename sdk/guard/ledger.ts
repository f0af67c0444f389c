import type { Effect, ErrorClass, ToolDeclaration } from '@loopscope/signature';
import { Questions, type Attempts, type Question } from './attempts.ts';
import { BoundedMap } from './bounded-map.ts';
import type { StopReason } from './decision.ts';
import { LoopWindow } from './loop-window.ts';
import type { ReadArguments } from './reading.ts';
import type { TerminalResult } from './terminal.ts';
import type { Trail } from './trail.ts';

// What a guard remembers. All of it is bounded: what was used longest ago is forgotten first.

const MAX_SESSIONS = 1_000;
const MAX_TURNS = 16;
const MAX_SIGNATURES = 2_000;
const MAX_TOOLS = 500;
const MAX_ANSWERS = 200;

/** A tool within a turn. */
export interface ToolTally {
  calls: number;
  /** Calls without rows since the last that had some. */
  empties: number;
  writesAt: number;
  /** Arguments of the calls without rows. */
  tried: string[];
  /** Arguments of the last calls. */
  recent: string[];
  /** At which of its calls it was said that they bring nothing new; 0 for none. */
  nudgedAt: number;
  /** How often each answer came since the last write, whatever was asked. */
  answers: BoundedMap<Count>;
  answersAt: number;
  /** Of the session: successful calls of the tool. */
  successes: Count;
}

export interface Count {
  count: number;
}

export function newCount(): Count {
  return { count: 0 };
}

/** One signature of a session that has failed. */
export interface Breaker extends Trail {
  failures: number;
  answer: string;
  errorClass: ErrorClass | null;
  message: string;
  isOpen: boolean;
  /** The turn of the first failure; '' once there were several. */
  turnId: string;
  writesAt: number;
  successesAt: number;
}

export interface SessionLedger {
  id: string;
  /** Calls admitted. */
  calls: number;
  tokens: number;
  usd: number;
  /** Tokens of models that have no price. */
  unpricedTokens: number;
  /** Successful calls that wrote, or may have written, something new. */
  writes: number;
  /** Successful calls by tool. */
  successes: BoundedMap<Count>;
  breakers: BoundedMap<Breaker>;
  turns: BoundedMap<TurnLedger>;
}

/** Why a turn was stopped. */
export interface Stop {
  reason: StopReason;
  enforced: boolean;
  result: TerminalResult;
}

export interface TurnLedger {
  id: string;
  /** What the user wanted; the same over every retry of it. */
  intent: string;
  session: SessionLedger;
  /** Calls made. */
  calls: number;
  /** Calls that were refused after a stop, or would have been. */
  savedCalls: number;
  step: number;
  /** Position of the last ended call. */
  seq: number;
  writes: number;
  questions: Questions;
  tools: BoundedMap<ToolTally>;
  /** Signatures of writes whose outcome is not known. */
  unknownWrites: BoundedMap<Attempts>;
  window: LoopWindow;
  stop: Stop | null;
  /** That stops from outside cannot be heard was said. */
  saidUnreachable: boolean;
  inFlight: Set<OpenCall>;
}

/** A call between beforeCall and afterCall. */
export interface OpenCall {
  turn: TurnLedger;
  tool: string;
  callId: string;
  agent: string;
  args: ReadArguments;
  declaration: ToolDeclaration | undefined;
  effect: Effect;
  /** Repeating it does no harm: it only reads, or its owner said so. */
  isRepeatable: boolean;
  isExempt: boolean;
  /** Undefined until it is asked for; null where the arguments could not be read. */
  idempotencyKey: string | null | undefined;
  step: number;
  /** How often these arguments were sent in the turn, this time included; 0 before, and where they could not be read. */
  asked: number;
  /** Of its identity, once it was admitted and where that is its signature. */
  question: Question | null;
  /** Monotonic. */
  startMs: number;
  /** Executor retries so far. */
  retries: number;
  /** Called once the call has ended. */
  waiters: (() => void)[] | null;
}

export type Sessions = BoundedMap<SessionLedger>;

export function createSessions(): Sessions {
  return new BoundedMap(MAX_SESSIONS);
}

export function sessionOf(sessions: Sessions, id: string): SessionLedger {
  return sessions.take(id, () => ({
    id,
    calls: 0,
    tokens: 0,
    usd: 0,
    unpricedTokens: 0,
    writes: 0,
    successes: new BoundedMap(MAX_TOOLS),
    breakers: new BoundedMap(MAX_SIGNATURES),
    turns: new BoundedMap(MAX_TURNS),
  }));
}

export function turnOf(session: SessionLedger, id: string, intent = id): TurnLedger {
  return session.turns.take(id, () => ({
    id,
    intent,
    session,
    calls: 0,
    savedCalls: 0,
    step: 0,
    seq: 0,
    writes: 0,
    questions: new Questions(),
    tools: new BoundedMap(MAX_TOOLS),
    unknownWrites: new BoundedMap(MAX_SIGNATURES),
    window: new LoopWindow(),
    stop: null,
    saidUnreachable: false,
    inFlight: new Set(),
  }));
}

/** A turn that somebody still works with is found again by its ids, however many others have come since. */
export function keptTurn(sessions: Sessions, turn: TurnLedger): TurnLedger {
  const session = sessions.take(turn.session.id, () => turn.session);
  session.turns.take(turn.id, () => turn);
  return turn;
}

export function tallyOf(turn: TurnLedger, tool: string): ToolTally {
  return turn.tools.take(tool, () => ({
    calls: 0,
    empties: 0,
    writesAt: turn.writes,
    tried: [],
    recent: [],
    nudgedAt: 0,
    answers: new BoundedMap(MAX_ANSWERS),
    answersAt: turn.writes,
    successes: turn.session.successes.take(tool, newCount),
  }));
}
