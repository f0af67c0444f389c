import type { Effect, ToolDeclaration } from '@loopscope/signature';
import type { CallContext } from './ambient.ts';
import type { CeilingInForce } from './ceilings.ts';
import type { OpenCall, Stop } from './ledger.ts';
import type { Mode } from './mode.ts';
import type { CallEnd } from './reading.ts';
import type { TerminalResult } from './terminal.ts';

/** Which turn of which session; what is left out comes from the context (startTurn, withSession, withTurn, the active trace). */
export interface TurnIds {
  sessionId?: string;
  turnId?: string;
}

/** A call that is about to be made. */
export interface CallStart extends TurnIds {
  tool: string;
  /** As the model gave them: a value or its JSON text. */
  args: unknown;
  /** As the model gave it; it may come twice. */
  callId?: string;
  agent?: string;
  /** Number of the model's answer; calls that overlap are taken for one answer where it is left out. */
  step?: number;
  /** What is known beside declareTool and the options, such as MCP annotations. */
  declaration?: ToolDeclaration;
}

export interface Admission {
  /** False: the call must not be made, and `result` stands for it. */
  admitted: boolean;
  result: TerminalResult | null;
  /** The same over every retry; null where the arguments could not be read. */
  idempotencyKey: string | null;
  /** For afterCall; null where nothing has to be told. */
  call: OpenCall | null;
}

export interface AfterCall {
  /** `pass`: the tool's own answer; `note`: the same with the note behind it; `stop`: `result` in its place. */
  action: 'pass' | 'note' | 'stop';
  note: string | null;
  result: TerminalResult | null;
}

/** How a guarded call went. The tool's own answer is always there, whatever is handed to the model. */
export type Guarded<Result> = {
  action: AfterCall['action'] | 'refuse';
  note: string | null;
  terminal: TerminalResult | null;
} & (
  | { made: true; threw: false; result: Result }
  | { made: true; threw: true; error: unknown }
  | { made: false }
);

/** What the model's next step may do. */
export interface NextStep {
  /** `none`: send no tools and tool choice "none", so that the model can only speak. */
  tools: 'allowed' | 'none';
  /** True: make no further model call, report the stop. */
  endsRun: boolean;
}

export interface TurnState {
  sessionId: string;
  turnId: string;
  mode: Mode;
  /** Calls made in this turn. */
  calls: number;
  /** Calls refused after a stop, or in observe mode those that would have been. */
  savedCalls: number;
  sessionCalls: number;
  sessionTokens: number;
  sessionUsd: number;
  /** Tokens of models that have no price: `sessionUsd` and a ceiling of money do not see them. */
  sessionUnpricedTokens: number;
  /** Calls that run now. */
  inFlight: { tool: string; callId: string; effect: Effect }[];
  stop: Stop | null;
}

/** What a model call has used. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  /** For the price; what a model without one uses counts in `sessionUnpricedTokens`. */
  model?: string;
  /** Where the price is known already. */
  usd?: number;
}

export interface RunOptions {
  /** Ends the waits between retries. */
  signal?: AbortSignal | undefined;
  /** Whether a result is the framework's own way of saying that the call failed. */
  isError?: (result: unknown) => boolean;
}

/** Guards calls: a guard itself, or one turn of it. Nothing here throws or rejects with an error of the guard's own. */
export interface CallGuard {
  beforeCall(call: CallStart): Admission;
  afterCall(admission: Admission, end: CallEnd): AfterCall;
  /** Runs a call with everything that belongs to it: admission, retries of passing faults, idempotency key, verdict. */
  run<Result>(
    call: CallStart,
    execute: (context: CallContext) => Result | Promise<Result>,
    options?: RunOptions,
  ): Promise<Guarded<Result>>;
  /** The same for a dispatcher of its own: resolves with what goes to the model, rejects with what the tool threw. */
  call(
    call: CallStart,
    execute: (context: CallContext) => unknown,
    options?: RunOptions,
  ): Promise<unknown>;
  state(ids?: TurnIds): TurnState;
  nextStep(ids?: TurnIds): NextStep;
  addUsage(usage: Usage, ids?: TurnIds): void;
}

/** One turn: one user message and all that the agent does about it. */
export interface Turn extends CallGuard {
  readonly sessionId: string;
  readonly turnId: string;
  /** Everything guarded inside, however deep, belongs to this turn. */
  within<Result>(work: () => Result): Result;
}

export interface Guard extends CallGuard {
  /** `intent` makes idempotency keys that outlive the process: the same for the same wish of the user. */
  startTurn(ids?: TurnIds & { intent?: string }): Turn;
  /** All ceilings as they count now; those whose raise has expired are `expired`. */
  ceilings(): CeilingInForce[];
  /** Lets go of the source of stops. */
  close(): void;
}
