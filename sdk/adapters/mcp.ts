import type { Effect, ToolDeclaration } from '@loopscope/signature';
import { declarationOf } from '../declare.ts';
import { BoundedMap } from '../guard/bounded-map.ts';
import type { CallGuard, CallStart, Guarded } from '../guard/call-guard.ts';
import { deliver } from '../guard/deliver.ts';
import { withKey } from '../guard/idempotency.ts';
import { noted, withNote } from '../guard/note.ts';
import type { TerminalResult } from '../guard/terminal.ts';

/** Where a server finds the idempotency key of a call. */
export const IDEMPOTENCY_META = 'loopscope/idempotency_key';
const META = '_meta';
const MAX_TOOLS = 2_000;

interface Annotations {
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  idempotentHint?: boolean | undefined;
}

interface McpTool {
  name: string;
  annotations?: Annotations | undefined;
  [META]?: unknown;
}

interface CallParams {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  [META]?: Record<string, unknown> | undefined;
}

interface RequestOptions {
  signal?: AbortSignal;
}

/**
 * What a listed tool says of itself: its annotations, and before them `loopscope: { identity, volatile, effect, idempotency }` in its `_meta` or
 * annotations. Hints of a server, so a declaration of one's own counts before them. Never throws.
 */
export function declarationOfMcpTool(tool: object): ToolDeclaration {
  const annotations = objectIn(tool, 'annotations');
  const own = objectIn(objectIn(tool, META), 'loopscope') ?? objectIn(annotations, 'loopscope');
  return { ...declarationOfAnnotations(annotations), ...(own === undefined ? {} : declared(own)) };
}

function objectIn(holder: object | undefined, name: string): object | undefined {
  const value: unknown = holder === undefined ? undefined : Reflect.get(holder, name);
  return typeof value === 'object' && value !== null ? value : undefined;
}

function declared(own: object): ToolDeclaration {
  const { identity, volatile, effect, idempotency }: Partial<Record<string, unknown>> = { ...own };
  return {
    ...(isFields(identity) ? { identity } : {}),
    ...(isFields(volatile) ? { volatile } : {}),
    ...(isEffect(effect) ? { effect } : {}),
    ...(idempotency === 'natural' || idempotency === 'key' ? { idempotency } : {}),
  };
}

function isFields(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((field) => typeof field === 'string');
}

function isEffect(value: unknown): value is Effect {
  return value === 'read' || value === 'write' || value === 'destructive';
}

function declarationOfAnnotations(annotations: Annotations | undefined): ToolDeclaration {
  if (annotations === undefined) return {};
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const natural = idempotentHint === true ? ({ idempotency: 'natural' } as const) : {};
  if (readOnlyHint === true) return { effect: 'read' };
  if (destructiveHint === false) return { effect: 'write', ...natural };
  // By the protocol a tool that is not read-only is destructive unless it says otherwise.
  const saysSo = readOnlyHint === false || destructiveHint === true;
  return saysSo ? { effect: 'destructive', ...natural } : natural;
}

/**
 * An MCP client whose tool calls go through the guard; everything else is the client's own. What tools say of themselves is learned from
 * `listTools`. Writes carry their idempotency key in `_meta`.
 */
export function guardMcpClient<Client extends object>(guard: CallGuard, client: Client): Client {
  const known = new BoundedMap<ToolDeclaration>(MAX_TOOLS);
  return new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = (...args: unknown[]): unknown => Reflect.apply(value, target, args);
      if (property === 'callTool') return guardedCallTool(guard, known, method);
      return property === 'listTools' ? learningListTools(known, method) : method;
    },
  });
}

type Method = (...args: unknown[]) => unknown;

function learningListTools(known: BoundedMap<ToolDeclaration>, listTools: Method): Method {
  return async (...args) => {
    const listed = await listTools(...args);
    for (const tool of toolsOf(listed)) known.set(tool.name, declarationOfMcpTool(tool));
    return listed;
  };
}

function toolsOf(listed: unknown): readonly McpTool[] {
  if (typeof listed !== 'object' || listed === null || !('tools' in listed)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client has validated the list against the protocol's schema
  return Array.isArray(listed.tools) ? (listed.tools as McpTool[]) : [];
}

function guardedCallTool(
  guard: CallGuard,
  known: BoundedMap<ToolDeclaration>,
  callTool: Method,
): (params: CallParams, schema?: unknown, options?: RequestOptions) => Promise<unknown> {
  return async (params, schema, options) => {
    const { name: tool, arguments: args = {} } = params;
    const declared = declarationOf({}, tool);
    const declaration = { ...known.get(tool), ...declared };
    const start: CallStart = { tool, args, declaration };
    const guarded = await guard.run(
      start,
      ({ idempotencyKey }) => callTool(keyed(params, idempotencyKey, declaration), schema, options),
      { signal: options?.signal },
    );
    return deliver(guarded, {
      terminal: (result) => asToolResult(result, answerIn(guarded)),
      noted: (result, note) =>
        typeof result === 'object' && result !== null ? asNotedResult(result, note) : result,
    });
  };
}

function keyed(params: CallParams, key: string | null, declaration: ToolDeclaration): CallParams {
  const { arguments: args = {} } = params;
  const withArgument = { ...params, arguments: withKey(args, key, declaration) };
  if (key === null || declaration.effect === 'read') return withArgument;
  const { [META]: meta } = params;
  return { ...withArgument, [META]: { ...meta, [IDEMPOTENCY_META]: key } };
}

/**
 * A stop as a tool result of the protocol: an error, unless the tool has answered and only ever answered the same. Of a tool with an output schema it
 * is always one, since clients throw on any other result that does not fit.
 */
export function asToolResult(terminal: TerminalResult, { made, answered }: ToolAnswer) {
  const isStructured =
    typeof answered === 'object' && answered !== null && 'structuredContent' in answered;
  return {
    content: [{ type: 'text', text: JSON.stringify(terminal) }],
    isError: !made || isStructured || terminal.error_class !== null,
  };
}

/** What the tool itself gave back in the stopped call, where it was made. */
export interface ToolAnswer {
  made: boolean;
  answered?: unknown;
}

export function answerIn(guarded: Guarded<unknown>): ToolAnswer {
  const { made } = guarded;
  return made && !guarded.threw ? { made, answered: guarded.result } : { made };
}

/** A tool result of the protocol with the note as its last words. */
export function asNotedResult<Result extends object>(result: Result, note: string): Result {
  const { content }: { content?: unknown } = result;
  const blocks = Array.isArray(content) && content.length > 0 ? content : [EMPTY_TEXT];
  return { ...result, content: noted(blocks, note) };
}

const EMPTY_TEXT = { type: 'text', text: '' };

/** The message of a protocol error with the note behind it. */
export function asNotedMessage(message: string, note: string): string {
  return withNote(message, note);
}
