import { ExactNumber, readArguments, type Json, type JsonObject } from '@loopscope/signature';

/** What a decorator or client wrapped around the real arguments; undefined where the value is no such envelope. */
export type Envelope = (value: JsonObject) => Json | undefined;

/** Takes the arguments out of the first envelope that fits. */
export function openEnvelope(value: Json, envelopes: readonly Envelope[]): Json {
  if (!isObject(value)) return value;
  for (const envelope of envelopes) {
    const inner = envelope(value);
    if (inner !== undefined) return inner;
  }
  return value;
}

/** `{args: [...], kwargs: {...}}` of wrapped functions. */
export const argsAndKwargs: Envelope = (value) => {
  const { args, kwargs = {} } = value;
  if (!Array.isArray(args) || !only(value, ['args', 'kwargs', 'sanitize_inputs_outputs']))
    return undefined;
  if (args.length === 0) return kwargs;
  if (!isObject(kwargs) || Object.keys(kwargs).length > 0) return { args, kwargs };
  const [first = null] = args;
  return (args.length === 1 ? objectIn(first) : undefined) ?? { args };
};

/** `{tool_name, arguments}` of an MCP client. */
export const toolNameAndArguments: Envelope = (value) =>
  Object.hasOwn(value, 'tool_name') ? value['arguments'] : undefined;

/** `{input: "{...}"}`: LangChain JS gives a tool its arguments as one JSON text. */
export const singleInput: Envelope = (value) =>
  only(value, ['input']) ? objectIn(value['input'] ?? null) : undefined;

function only(value: JsonObject, names: readonly string[]): boolean {
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
