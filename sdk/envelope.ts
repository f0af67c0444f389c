import { ExactNumber, readArguments, type Json, type JsonObject } from '@loopscope/signature';

/** What a decorator or client wrapped around the real arguments; undefined where the value is no such envelope. */
export type Envelope = (value: Json) => Json | undefined;

/** Takes the arguments out of the envelopes that fit, each at most once. */
export function openEnvelopes(value: Json, envelopes: readonly Envelope[]): Json {
  let inner = value;
  for (const envelope of envelopes) {
    const opened = envelope(inner);
    if (opened !== undefined) inner = opened;
  }
  return inner;
}

/** One that only an object can be. */
function ofObject(open: (value: JsonObject) => Json | undefined): Envelope {
  return (value) => (isObject(value) ? open(value) : undefined);
}

/** Members of a wrapped call; the last is smolagents' own. */
const WRAPPED_CALL = ['args', 'kwargs', 'sanitize_inputs_outputs'];

/** `{args: [...], kwargs: {...}}` of wrapped functions, of which `args` may be left out, or the list alone. */
export const argsAndKwargs: Envelope = (value) =>
  Array.isArray(value) ? besideOptions(value) : wrappedCall(value);

const wrappedCall = ofObject((value) => {
  const { args = [], kwargs } = value;
  if (!Array.isArray(args) || !hasOnly(value, WRAPPED_CALL)) return undefined;
  if (!Object.hasOwn(value, 'args') && !isObject(kwargs ?? null)) return undefined;
  const named = kwargs ?? {};
  if (args.length === 0) return named;
  if (!isObject(named) || Object.keys(named).length > 0) return { args, kwargs: named };
  const [first = null] = args;
  return (args.length === 1 ? objectIn(first) : besideOptions(args)) ?? { args };
});

/** The Vercel AI SDK gives a tool, beside its arguments, the call's id and all messages so far. */
function besideOptions([first = null, options = null, ...more]: readonly Json[]):
  | JsonObject
  | undefined {
  const isCalled = isObject(options) && Object.hasOwn(options, 'toolCallId');
  return isCalled && more.length === 0 ? objectIn(first) : undefined;
}

/** `{tool_name, arguments}` of an MCP client. */
export const toolNameAndArguments = ofObject((value) =>
  Object.hasOwn(value, 'tool_name') ? value['arguments'] : undefined,
);

/** `{input: "{...}"}`: LangChain JS gives a tool its arguments as one JSON text. */
export const singleInput = ofObject((value) =>
  hasOnly(value, ['input']) ? objectIn(value['input'] ?? null) : undefined,
);

/** `{input_str, inputs, ...}` of LangChain callbacks, with step ids beside that change on every call. */
export const langchainInput = ofObject((value) => {
  const { input_str: text, inputs } = value;
  if (typeof text !== 'string' || !Object.hasOwn(value, 'input_str')) return undefined;
  if (inputs !== undefined && inputs !== null) return inputs;
  const opened = readArguments(text);
  return opened.known ? opened.value : text;
});

function hasOnly(value: JsonObject, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** An object, be it written as an object or as JSON inside a string. */
function objectIn(value: Json): JsonObject | undefined {
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  const opened = readArguments(value);
  return opened.known && isObject(opened.value) ? opened.value : undefined;
}

function isObject(value: Json): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}
