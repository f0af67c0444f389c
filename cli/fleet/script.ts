/** What one user message led to: the script that a simulated agent plays. */
export interface Script {
  /** What the user asked. */
  user: string;
  steps: readonly ScriptedStep[];
  /** Why the turn ended: `stop` where the agent was done, else the limit that it ran into. */
  stop: 'stop' | 'max_steps' | 'request_budget';
}

/** One model call and the tool calls that it asked for, which run side by side. */
export interface ScriptedStep {
  modelMs: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  text: string;
  calls: readonly ScriptedCall[];
}

export interface ScriptedCall {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  /** What the model got back; null where nothing came back. */
  result: string | null;
  /** Null where the call succeeded. */
  error: { type: string; message: string } | null;
  ms: number;
}

/** How a model behaves: how long it takes and what its context weighs. */
export interface ModelHabit {
  /** Tokens of system prompt, tools and the user's message. */
  promptTokens: number;
  /** Milliseconds of one answer, drawn anew for each. */
  answerMs: () => number;
  /** The provider keeps the conversation so far in a cache. */
  isCached: boolean;
}

const CHARACTERS_PER_TOKEN = 4;

/** Writes a script step by step; every step's input holds all that was said before, as a real context does. */
export class ScriptWriter {
  readonly #user: string;
  readonly #habit: ModelHabit;
  readonly #steps: ScriptedStep[] = [];
  #contextTokens: number;
  #previousTokens = 0;

  constructor(user: string, habit: ModelHabit) {
    this.#user = user;
    this.#habit = habit;
    this.#contextTokens = habit.promptTokens;
  }

  /** The model asks for one or more calls. */
  ask(calls: ScriptedCall | readonly ScriptedCall[], text = ''): this {
    this.#add(text, 'tool' in calls ? [calls] : calls);
    return this;
  }

  /** The model answers and the turn ends. */
  answer(text: string): Script {
    this.#add(text, []);
    return this.#end('stop');
  }

  /** The turn ends without an answer. */
  cutOff(stop: 'max_steps' | 'request_budget'): Script {
    return this.#end(stop);
  }

  #add(text: string, calls: readonly ScriptedCall[]): void {
    const asked = calls.reduce((sum, call) => sum + tokens(JSON.stringify(call.args)) + 12, 0);
    const outputTokens = Math.max(8, tokens(text) + asked);
    this.#steps.push({
      modelMs: this.#habit.answerMs(),
      inputTokens: this.#contextTokens,
      outputTokens,
      cachedTokens: this.#habit.isCached ? this.#previousTokens : 0,
      text,
      calls,
    });
    this.#previousTokens = this.#contextTokens;
    const given = calls.reduce((sum, call) => sum + tokens(call.result ?? '') + 6, 0);
    this.#contextTokens += outputTokens + given;
  }

  #end(stop: Script['stop']): Script {
    return { user: this.#user, steps: this.#steps, stop };
  }
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** A call that succeeded; `result` goes to the model as JSON. */
export function done(
  tool: string,
  args: ScriptedCall['args'],
  { result, ms }: { result: unknown; ms: number },
): ScriptedCall {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return { tool, args, result: text, error: null, ms };
}

/** A call that failed; the message goes to the model unless nothing came back at all. */
export function failed(
  tool: string,
  args: ScriptedCall['args'],
  fault: { type: string; message: string; ms: number; result?: string | null },
): ScriptedCall {
  const { type, message, ms, result = message } = fault;
  return { tool, args, result, error: { type, message }, ms };
}

/** Milliseconds that a script takes: the calls of one step run side by side. */
export function scriptMs(script: Script): number {
  return script.steps.reduce(
    (sum, step) => sum + step.modelMs + Math.max(0, ...step.calls.map((call) => call.ms)),
    0,
  );
}
