import type { Declarations, Effect } from '@loopscope/signature';

/** One recorded run of an agent, whatever form it was read from. */
export interface RecordedRun {
  id: string;
  /** Names the collection it comes from; becomes the service. */
  dataset: string;
  agent: string;
  agentVersion: string;
  model: string;
  /** What the user asked for. */
  task: string;
  /** How the run itself says that its tools are declared. */
  declarations: Declarations;
  turns: RecordedTurn[];
}

/** What follows one user message. */
export interface RecordedTurn {
  /** From 1. */
  number: number;
  /** Empty: the run is one session. */
  session: string;
  steps: RecordedStep[];
}

/** One answer of the model and the calls that it asked for. */
export interface RecordedStep {
  /** Null where only the calls were recorded: no model span is made up then. */
  answer: RecordedAnswer | null;
  calls: RecordedCall[];
}

export interface RecordedAnswer {
  text: string;
  model: string;
  finishReason: string;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedInputTokens: number | null;
  /** When the answer was there. */
  atMs: number | null;
}

export interface RecordedCall {
  id: string;
  /** 0-based among all calls of the run, as recorded. */
  position: number;
  tool: string;
  agent: string;
  /** JSON text, or text as it was; null where not recorded. */
  args: string | null;
  /** Null where not recorded. */
  result: string | null;
  /** Length and fingerprint of the whole result where `result` is only its beginning. */
  wholeResult: { length: number; sha: string } | null;
  /** Null where the source has no flag: the result's own text decides. */
  isError: boolean | null;
  /** What the source says about a failure beside the result. */
  errorText: string;
  errorType: string;
  /** Null where the source does not say what the call does to the world. */
  effect: Effect | null;
  startMs: number | null;
  durationMs: number | null;
}

/** Stands for a name that the source left empty. */
export const UNNAMED_TOOL = 'unnamed';

/** Why a record cannot be read; the text goes to the user behind `file:line`. */
export class RecordError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordError';
  }
}
