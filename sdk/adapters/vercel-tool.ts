import { declarationOf } from '../declare.ts';
import type { BoundedMap } from '../guard/bounded-map.ts';
import type { AfterCall, CallStart, Turn } from '../guard/call-guard.ts';
import { deliver } from '../guard/deliver.ts';
import { withKey } from '../guard/idempotency.ts';
import { notedError, withNote } from '../guard/note.ts';
import type { CallEnd } from '../guard/reading.ts';
import { isTerminal } from '../guard/terminal.ts';

/** Notes that have to reach the model, by call id. */
export type Notes = BoundedMap<{ output: unknown; note: string }>;

/** What the AI SDK tells a tool of its call. */
interface Options {
  toolCallId: string;
  abortSignal?: AbortSignal;
}

type Execute = (input: unknown, options: Options) => unknown;

interface Shown {
  toolCallId: string;
  input: unknown;
  output: unknown;
}

/** What the model reads of a result. */
interface ModelOutput {
  type: string;
  value?: unknown;
}

/** The parts of an AI SDK tool that the guard stands before. */
interface VercelTool {
  execute?: Execute;
  toModelOutput?: (shown: Shown) => ModelOutput | PromiseLike<ModelOutput>;
}

/** A tool that is called through the guard; one without an executor is the client's own affair. */
export function guardVercelTool(turn: Turn, notes: Notes, name: string, given: object): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the AI SDK types each tool by its schema, the guard takes any
  const tool = given as VercelTool;
  const { execute } = tool;
  if (typeof execute !== 'function') return given;
  const guarded: Guarding = { turn, notes, name, execute: execute.bind(tool), tool };
  return {
    ...given,
    execute: isGenerator(execute) ? guardedGenerator(guarded) : guardedExecute(guarded),
    toModelOutput: (shown: Shown) => modelOutput(guarded, shown),
  };
}

interface Guarding {
  turn: Turn;
  notes: Notes;
  name: string;
  execute: Execute;
  tool: VercelTool;
}

function startOf({ name, tool }: Guarding, args: unknown, { toolCallId }: Options): CallStart {
  const declaration = declarationOf(tool, name);
  return {
    tool: name,
    args,
    callId: toolCallId,
    ...(declaration === undefined ? {} : { declaration }),
  };
}

function guardedExecute(guarding: Guarding): Execute {
  const { turn, notes, execute } = guarding;
  return async (input, options) => {
    const start = startOf(guarding, input, options);
    const guarded = await turn.run(
      start,
      async ({ idempotencyKey }) => {
        const args = withKey(input, idempotencyKey, start.declaration);
        return lastOf(execute(args, { ...options, ...keyed(idempotencyKey) }));
      },
      { signal: options.abortSignal },
    );
    return deliver(guarded, {
      noted: (output, note) => {
        notes.set(options.toolCallId, { output, note });
        return output;
      },
    });
  };
}

/** A tool that yields what it has so far: each part goes on at once, and the last one counts. */
function guardedGenerator(guarding: Guarding): Execute {
  const { turn, notes, execute } = guarding;
  return async function* guardedParts(input, options) {
    const start = startOf(guarding, input, options);
    const admission = turn.beforeCall(start);
    if (!admission.admitted) {
      yield admission.result;
      return;
    }
    // Until the last part was read nothing is known: whoever reads the parts may leave.
    let end: CallEnd = { error: Object.assign(new Error('abandoned'), { name: 'AbortError' }) };
    let last: unknown;
    let guarded: AfterCall;
    try {
      const args = withKey(input, admission.idempotencyKey, start.declaration);
      const parts = execute(args, { ...options, ...keyed(admission.idempotencyKey) });
      for await (const part of isIterable(parts) ? parts : [parts]) {
        last = part;
        yield part;
      }
      end = { result: last };
    } catch (error) {
      end = { error };
    } finally {
      guarded = turn.afterCall(admission, end);
    }
    const { result, note } = guarded;
    if (result !== null) yield result;
    else if ('error' in end) throw note === null ? end.error : notedError(end.error, note);
    else if (note !== null) notes.set(options.toolCallId, { output: last, note });
  };
}

function keyed(idempotencyKey: string | null): object {
  return idempotencyKey === null ? {} : { idempotencyKey };
}

/** The model reads a terminal result as it is, and a note behind what the tool itself would show. */
async function modelOutput({ tool, notes }: Guarding, shown: Shown): Promise<ModelOutput> {
  const { output, toolCallId } = shown;
  if (isTerminal(output) || tool.toModelOutput === undefined)
    return notedOutput(plainOutput(output), noteOf(notes, toolCallId, output));
  return notedOutput(await tool.toModelOutput(shown), noteOf(notes, toolCallId, output));
}

/** Call ids may come twice: a note belongs to one result. */
function noteOf(notes: Notes, toolCallId: string, output: unknown): string | null {
  const held = notes.get(toolCallId);
  return held !== undefined && Object.is(held.output, output) ? held.note : null;
}

function plainOutput(output: unknown): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  const text = JSON.stringify(output ?? null);
  return { type: 'json', value: text === undefined ? null : (JSON.parse(text) as unknown) };
}

function notedOutput(output: ModelOutput, note: string | null): ModelOutput {
  if (note === null) return output;
  const { type, value } = output;
  if (Array.isArray(value)) {
    return type === 'content'
      ? { ...output, value: [...value, { type: 'text', text: withNote('', note) }] }
      : { type: 'text', value: withNote(JSON.stringify(value), note) };
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return {
    ...output,
    type: type.startsWith('error') ? 'error-text' : 'text',
    value: withNote(text, note),
  };
}

function isGenerator(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

/** The last part of what a tool yields; anything else as it is. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const part of output) last = part;
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
