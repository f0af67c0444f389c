import type { Effect, ErrorClass, ToolDeclaration } from '@loopscope/signature';
import { BoundedMap } from './bounded-map.ts';
import type { StopReason } from './decision.ts';
import { LoopWindow } from './loop-window.ts';
import type { ReadArguments } from './reading.ts';
import type { TerminalResult } from './terminal.ts';

// What a guard remembers. All of it is bounded: what was used longest ago is forgotten first.

const MAX_SESSIONS = 1_000;
const MAX_TURNS = 16;
const MAX_SIGNATURES = 2_000;
const MAX_KEYS = 2_000;
const MAX_TOOLS = 500;
export const MAX_ANSWERS = 200;
/** Arguments and errors kept per key for the words of a stop. */
const MAX_TRIED = 5;
const MAX_TRIED_TEXT = 500;

/** What was tried under one key, and what came of it: the last few, each once. */
export interface Trail {
  tried: string[];
  errors: string[];
}

/** One attempt key or one answered question of a turn. */
export interface KeyEntry extends Trail {
  count: number;
  /** Writes of the turn when it was last seen: a later one makes the question a new one. */
  writesAt: number;
}

/** A tool within a turn. */
export interface ToolTally {
  /** Calls without rows since the last that had some. */
  empties: number;
  writesAt: number;
  /** Arguments of the calls without rows. */
  tried: string[];
  /** Arguments of the last calls. */
  recent: string[];
  /** How often each answer came since the last write, whatever was asked. */
  answers: BoundedMap<number>;
  answersAt: number;
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
  /** Successful calls that wrote, or may have written, something new. */
  writes: number;
  /** Successful calls by tool. */
  successes: BoundedMap<number>;
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
  keys: BoundedMap<KeyEntry>;
  tools: BoundedMap<ToolTally>;
  /** Calls made, by signature. */
  made: BoundedMap<number>;
  /** Signatures of writes whose outcome is not known. */
  unknownWrites: BoundedMap<KeyEntry>;
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
  /** Made when it is asked for. */
  idempotencyKey: () => string | null;
  step: number;
  /** Monotonic. */
  startMs: number;
  /** Executor retries so far. */
  retries: number;
  /** Called once the call has ended. */
  waiters: (() => void)[];
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
    keys: new BoundedMap(MAX_KEYS),
    tools: new BoundedMap(MAX_TOOLS),
    made: new BoundedMap(MAX_SIGNATURES),
    unknownWrites: new BoundedMap(MAX_SIGNATURES),
    window: new LoopWindow(),
    stop: null,
    saidUnreachable: false,
    inFlight: new Set(),
  }));
}

export function tallyOf(turn: TurnLedger, tool: string): ToolTally {
  return turn.tools.take(tool, () => ({
    empties: 0,
    writesAt: turn.writes,
    tried: [],
    recent: [],
    answers: new BoundedMap(MAX_ANSWERS),
    answersAt: turn.writes,
  }));
}

export function newEntry(writesAt: number): KeyEntry {
  return { count: 0, writesAt, tried: [], errors: [] };
}

/** The texts as they are told: in the order of the attempts, each cut. */
export function told(texts: readonly string[]): string[] {
  return texts.map((text) =>
    text.length > MAX_TRIED_TEXT ? `${text.slice(0, MAX_TRIED_TEXT)}…` : text,
  );
}

/** Adds a text to the last few, each once. */
export function remember(texts: string[], text: string): void {
  if (text === '' || texts.includes(text)) return;
  texts.push(text);
  if (texts.length > MAX_TRIED) texts.shift();
}
