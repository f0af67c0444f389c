import { isObject, type Json, type JsonObject } from './json.ts';
import { readText } from './text.ts';

/** What a result says about its own failure. */
export interface ResultFault {
  types: string[];
  message: string;
}

/** A result out of its envelopes. */
export interface Payload {
  value: Json;
  /** Null where the result does not call itself an error. */
  fault: ResultFault | null;
}

const MAX_ENVELOPES = 10;
const MAX_MESSAGE = 2_000;
/** A single key of this name holds the whole result. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'result',
  'results',
  'output',
  'outputs',
  'response',
]);

/**
 * Takes a result out of the envelopes that protocols and frameworks put around it (MCP content, LangChain ToolMessage, Vercel output,
 * Anthropic tool_result, `{result}`), and reads the error marks on the way, never the words inside.
 */
export function openPayload(raw: Json): Payload {
  let value = raw;
  let fault: ResultFault | null = null;
  for (let level = 0; level < MAX_ENVELOPES; level += 1) {
    const opened: Json = typeof value === 'string' ? readText(value) : value;
    if (isObject(opened)) fault ??= faultOf(opened);
    const inner = innerOf(opened);
    value = inner ?? opened;
    if (inner === undefined) break;
  }
  if (fault !== null && fault.message === '') fault.message = textOf(value);
  return { value, fault };
}

/** What an envelope holds; undefined where the value is none. */
function innerOf(value: Json): Json | undefined {
  if (Array.isArray(value)) return textsOf(value);
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const { type, content, kwargs } = value;
  if (isObject(kwargs ?? null) && (Object.hasOwn(value, 'lc') || Object.hasOwn(value, 'output'))) {
    return Object.hasOwn(value, 'output') ? value.output : kwargs;
  }
  if (content !== undefined && isContent(value)) return value.structuredContent ?? content;
  if (typeof type === 'string' && isTyped(type) && Object.hasOwn(value, 'value'))
    return value.value;
  if (type === 'text' && typeof value.text === 'string') return value.text;
  if (keys.length === 1 && WRAPPERS.has(keys[0] ?? '')) return value[keys[0] ?? ''];
  if (Object.hasOwn(value, 'response') && keys.every((key) => /^(?:id|name|response)$/.test(key))) {
    return value.response;
  }
  return undefined;
}

/** MCP results, Anthropic tool_result blocks, LangChain tool messages. */
function isContent(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'isError') ||
    Object.hasOwn(value, 'structuredContent') ||
    Object.hasOwn(value, 'tool_call_id') ||
    value.type === 'tool_result' ||
    value.type === 'tool' ||
    (Object.keys(value).length === 1 && Array.isArray(value.content))
  );
}

function isTyped(type: string): boolean {
  return /^(?:text|json|content|error-text|error-json)$/.test(type);
}

/** The texts of a list of text blocks: one is the result, several stay a list. */
function textsOf(blocks: readonly Json[]): Json | undefined {
  if (blocks.length === 0) return undefined;
  const texts: Json[] = [];
  for (const block of blocks) {
    if (!isObject(block) || block.type !== 'text' || typeof block.text !== 'string')
      return undefined;
    texts.push(block.text);
  }
  return texts.length === 1 ? texts[0] : texts;
}

function faultOf(value: JsonObject): ResultFault | null {
  const { error } = value;
  const flagged =
    value.isError === true ||
    value.is_error === true ||
    value.status === 'error' ||
    value.success === false ||
    (typeof value.type === 'string' && value.type.startsWith('error'));
  if (!flagged && !isErrorValue(error)) return null;
  const inner = isObject(error ?? null) ? (error as JsonObject) : emptyFault;
  const types = [inner.type, inner.name, inner.code, inner.status, value.error_type, value.code]
    .filter((type) => typeof type === 'string' || typeof type === 'number')
    .map(String);
  const message = [
    inner.message,
    error,
    value.message,
    value.detail,
    value.reason,
    value.error_message,
  ].find((text) => typeof text === 'string');
  return { types, message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '' };
}

const emptyFault: JsonObject = {};

function isErrorValue(error: Json | undefined): boolean {
  if (error === undefined || error === null || error === false || error === '') return false;
  if (typeof error === 'number') return false;
  if (Array.isArray(error)) return error.length > 0;
  return !isObject(error) || Object.keys(error).length > 0;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value.slice(0, MAX_MESSAGE) : '';
}
