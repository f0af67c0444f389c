import { declarationOf } from '../declare.ts';
import type { CallContext } from '../guard/ambient.ts';
import type { CallStart, Turn, Usage } from '../guard/call-guard.ts';
import type { StopReason } from '../guard/decision.ts';
import { withKey } from '../guard/idempotency.ts';
import { noted, withNote } from '../guard/note.ts';
import { turnOf, type GuardOrTurn } from './turn-of.ts';

/** What runs a tool: the arguments as parsed from the model's JSON, and the call around it with its idempotency key. */
export type Handler = (args: never, context: CallContext) => unknown;
export type Handlers = Readonly<Record<string, Handler>>;

/** A tool call as a model's answer asks for it. */
export interface AskedCall {
  id: string;
  tool: string;
  /** JSON text, or the value that the client made of it. */
  args: unknown;
}

/** What goes back to the model for one call. */
export interface Answer {
  content: string;
  isError: boolean;
}

/** Everything that a run has brought, however it ended. */
export interface RunResult<Message> {
  /** `answer` where the model finished by itself. */
  stop: 'answer' | 'max_steps' | StopReason;
  /** The model's last words where it finished or could report the stop; null where the run was ended before. */
  output: string | null;
  /** The last words of the model before the end. */
  partial: string;
  messages: Message[];
  /** Model calls. */
  steps: number;
  usage: { inputTokens: number; outputTokens: number };
}

/** What a run of the loop takes, whatever the client. */
export interface LoopRun<Params> {
  /** With `stream: true` each answer is streamed; the OpenAI API tells the usage then only with `stream_options: { include_usage: true }`. */
  params: Params;
  handlers: Handlers;
  /** Model calls; 40 unless said otherwise. */
  maxSteps?: number;
  /** Hears each piece of a streamed answer as it comes. */
  onChunk?: (piece: unknown) => void;
}

/** One model call and what came of it, in the words of one client library. */
export interface Step<Message> {
  /** To be appended to the history. */
  messages: Message[];
  text: string;
  calls: AskedCall[];
  usage: Usage;
}

export interface LoopParts<Message> {
  messages: readonly Message[];
  handlers: Handlers;
  maxSteps: number;
  /** Asks the model; `toolless`: without tools. */
  ask: (messages: readonly Message[], toolless: boolean) => Promise<Step<Message>>;
  /** The messages that hand the answers back. */
  handBack: (calls: readonly AskedCall[], answers: readonly Answer[]) => Message[];
}

/** The loop of an agent without a framework, with every tool call behind the guard. */
export async function runLoop<Message>(
  guard: GuardOrTurn,
  { messages: asked, handlers, maxSteps, ask, handBack }: LoopParts<Message>,
): Promise<RunResult<Message>> {
  const turn = turnOf(guard);
  const messages = [...asked];
  const usage = { inputTokens: 0, outputTokens: 0 };
  let partial = '';
  const ended = (stop: RunResult<Message>['stop'], output: string | null, steps: number) => ({
    stop,
    output,
    partial,
    messages,
    steps,
    usage,
  });
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const next = turn.nextStep();
    const { stop } = turn.state();
    if (next.endsRun && stop !== null) return ended(stop.reason, null, steps);
    const step = await ask(messages, next.tools === 'none');
    messages.push(...step.messages);
    if (step.text !== '') partial = step.text;
    usage.inputTokens += step.usage.inputTokens ?? 0;
    usage.outputTokens += step.usage.outputTokens ?? 0;
    turn.addUsage(step.usage);
    if (next.tools === 'none' && stop !== null) return ended(stop.reason, step.text, steps + 1);
    if (step.calls.length === 0) return ended('answer', step.text, steps + 1);
    messages.push(...handBack(step.calls, await answerCalls(turn, step.calls, handlers, steps)));
  }
  return ended(turn.state().stop?.reason ?? 'max_steps', null, maxSteps);
}

/** Runs all calls of one model answer at once, each through the guard. Never rejects: what a tool throws is an answer to the model. */
export async function answerCalls(
  turn: Turn,
  calls: readonly AskedCall[],
  handlers: Handlers,
  step?: number,
): Promise<Answer[]> {
  return Promise.all(calls.map(async (call) => answerCall(turn, call, handlers, step)));
}

async function answerCall(
  turn: Turn,
  { id, tool, args }: AskedCall,
  handlers: Handlers,
  step: number | undefined,
): Promise<Answer> {
  const handler = Object.hasOwn(handlers, tool) ? handlers[tool] : undefined;
  const declaration = handler === undefined ? undefined : declarationOf(handler, tool);
  const start: CallStart = {
    tool,
    args,
    callId: id,
    ...(step === undefined ? {} : { step }),
    ...(declaration === undefined ? {} : { declaration }),
  };
  const guarded = await turn.run(start, async (context) => {
    if (handler === undefined) throw new UnknownToolError(tool, Object.keys(handlers));
    const parsed = withKey(parsedArguments(args), context.idempotencyKey, declaration);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler checks what the model sent, as it would without a guard
    return handler(parsed as never, context);
  });
  if (guarded.terminal !== null)
    return { content: JSON.stringify(guarded.terminal), isError: true };
  if (!guarded.made) return { content: '', isError: true };
  const { note } = guarded;
  if (guarded.threw) {
    const content = faultText(guarded.error);
    return { content: note === null ? content : withNote(content, note), isError: true };
  }
  const content = resultText(guarded.result);
  return { content: note === null ? content : String(noted(content, note)), isError: false };
}

class UnknownToolError extends Error {
  override readonly name = 'UnknownToolError';

  constructor(tool: string, known: readonly string[]) {
    super(`there is no tool ${tool}; known are ${known.join(', ')}`);
  }
}

class InvalidArgumentsError extends Error {
  override readonly name = 'InvalidArgumentsError';
}

function parsedArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  try {
    return JSON.parse(args) as unknown;
  } catch {
    throw new InvalidArgumentsError('the arguments are no valid JSON');
  }
}

/** What was thrown, so that a model can act on it: its kind and its words, never its stack. */
function faultText(error: unknown): string {
  const { name, message } =
    error instanceof Error ? error : { name: 'Error', message: resultText(error) };
  return JSON.stringify({ error: { type: name, message } });
}

function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    return JSON.stringify(result ?? null) ?? String(result);
  } catch {
    return '[a result that cannot be written as JSON]';
  }
}
