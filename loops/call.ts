import type { Effect, ErrorClass, ResultKind } from '@loopscope/signature';

/** One tool call of a run, as the detectors see it: narrow fields, text only on demand. */
export interface Call {
  /** 0-based position in the run, in start order. */
  seq: number;
  /** User turn, from 1; a new one resets what a repeat means. */
  turn: number;
  /** Model answer that asked for the call: equal steps are parallel calls of one message. */
  step: number;
  tool: string;
  /** 16 hex characters; null where the arguments are not known, and then equal to nothing. */
  signature: string | null;
  identity: string | null;
  outcome: 'ok' | 'error' | 'unknown';
  /** Null where the outcome is no error. */
  errorClass: ErrorClass | null;
  errorTemplate: string;
  resultKind: ResultKind;
  /** 16 hex characters; null where there is no result. */
  resultFingerprint: string | null;
  effect: Effect;
  startMs: number;
  durationMs: number;
  agent: string;
  session: string;
  /** Counts up when the context is compacted or dropped. */
  epoch: number;
  /** Share of the model step before the call. */
  modelMs: number;
  inputTokens: number;
  outputTokens: number;
  /** USD. */
  cost: number;
  /** Argument and result text; asked for only where the narrow fields already look suspicious. */
  text?: CallText;
}

export interface CallText {
  args: string | null;
  result: string | null;
  /** Length of the whole result where `result` is only its beginning. */
  resultLength: number;
}
