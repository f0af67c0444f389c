import { GUARD_TERMINAL, type ErrorClass } from '@loopscope/signature';
import { type DecisionKind, stopReasonOf, type StopReason } from './decision.ts';
import { type Told, terminalWords } from './words.ts';

/**
 * What the model gets in place of a result once a call was stopped: a clear, structured failure that it can report. Plain JSON, so that it
 * passes through any framework.
 */
export interface TerminalResult {
  /** The tag: by it loops, spans and Loopscope tell it from a tool's own answer. */
  loopscope: typeof GUARD_TERMINAL;
  code: StopReason;
  kind: DecisionKind;
  message: string;
  retryable: false;
  tool: string;
  attempts: number;
  /** Arguments of the attempts, each once, oldest first; the last few of many. */
  tried: string[];
  /** Error messages seen, each once. */
  errors: string[];
  /** What the attempts failed with; null where nothing failed, `denied` where this call was not made. */
  error_class: ErrorClass | null;
  /** The tool's own last answer, where there was one in this call. */
  last_result?: unknown;
}

export interface TerminalParts extends Told {
  errors: readonly string[];
  /** False where the call was refused. */
  wasMade: boolean;
  lastResult?: unknown;
}

export function terminalResult(parts: TerminalParts): TerminalResult {
  const { kind, tool, attempts, tried, errors, errorClass, wasMade, lastResult } = parts;
  return {
    loopscope: GUARD_TERMINAL,
    code: stopReasonOf(kind),
    kind,
    message: terminalWords(parts),
    retryable: false,
    tool,
    attempts,
    tried: [...tried],
    errors: [...errors],
    error_class: wasMade ? errorClass : 'denied',
    ...(lastResult === undefined ? {} : { last_result: lastResult }),
  };
}

/** Whether a value, or the JSON text of one, is a terminal result of a guard. */
export function isTerminal(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith(`{"loopscope":"${GUARD_TERMINAL}"`);
  return (
    typeof value === 'object' &&
    value !== null &&
    'loopscope' in value &&
    value.loopscope === GUARD_TERMINAL
  );
}
