import { stoppedAnswer, withoutNote, withoutNoteMember } from '../guard-marks.ts';
import { isObject, member, type Json, type JsonObject } from '../value/json.ts';
import { faultOf, type ResultFault } from './result-fault.ts';
import { readText, withoutColours } from '../value/text.ts';

/** A result out of its envelopes. */
export interface Payload {
  value: Json;
  /** Null where the result does not call itself an error. */
  fault: ResultFault | null;
}

const MAX_ENVELOPES = 10;
/** A single member of this name holds the whole result. */
const WRAPPERS = /^(?:results?|outputs?|response|returnValue|return_value)$/;
/** Marks that may stand beside it. */
const FLAGS: ReadonlySet<string> = new Set(['is_error', 'isError', 'error']);
/** Members of an MCP result, an Anthropic tool_result block, a tool message: `content` is all that they carry. */
const CONTENT_MARKS = ['isError', 'is_error', 'structuredContent', 'tool_call_id', 'tool_use_id'];
/** Tool results of the Vercel AI SDK. */
const TYPED_VALUE = /^(?:text|json|content|error-text|error-json)$/;
const FUNCTION_RESPONSE = /^(?:id|name|response|will_continue|scheduling)$/;

/**
 * Takes a result out of the envelopes that protocols and frameworks put around it (MCP content, LangChain ToolMessage, Vercel output,
 * Anthropic tool_result, `{result}`), and reads the error marks on the way, never the words inside.
 */
export function openPayload(raw: Json): Payload {
  let value = raw;
  let fault: ResultFault | null = null;
  for (let level = 0; level < MAX_ENVELOPES; level += 1) {
    if (isObject(value)) fault ??= faultOf(value);
    const inner = Array.isArray(value) ? textOfBlocks(value) : innerOf(value);
    if (inner === undefined) break;
    value = typeof inner === 'string' ? readText(withoutNote(withoutColours(inner))) : inner;
  }
  return { value, fault };
}

/** What an envelope holds; undefined where the value is none. */
function innerOf(value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  return (
    withoutNoteMember(value) ??
    stoppedAnswer(value) ??
    frameworkInner(value) ??
    dumpedInner(value) ??
    contentOf(value) ??
    rpcResult(value) ??
    typedValue(value) ??
    onlyMember(value) ??
    response(value)
  );
}

/** LangChain: a serialised message keeps its fields in `kwargs`, a tracer puts the output beside its own `kwargs`. */
function frameworkInner(value: JsonObject): Json | undefined {
  const kwargs = member(value, 'kwargs');
  if (!isObject(kwargs)) return undefined;
  if (Object.hasOwn(value, 'lc') && Object.hasOwn(kwargs, 'content')) return kwargs;
  return Object.keys(value).length === 2 ? member(value, 'output') : undefined;
}

/** Python: LangChain dumps a message's fields into `data`, LlamaIndex a tool's answer as `raw_output` beside its input. */
function dumpedInner(value: JsonObject): Json | undefined {
  const data = member(value, 'data');
  if (isObject(data) && Object.hasOwn(data, 'tool_call_id')) return data;
  const output = member(value, 'tool_output');
  if (isObject(output) && Object.hasOwn(output, 'raw_output')) return output;
  return Object.hasOwn(value, 'raw_input') ? member(value, 'raw_output') : undefined;
}

function contentOf(value: JsonObject): Json | undefined {
  const content = member(value, 'content');
  const type = member(value, 'type');
  if (content === undefined) return undefined;
  const isContent =
    CONTENT_MARKS.some((mark) => Object.hasOwn(value, mark)) ||
    type === 'tool_result' ||
    type === 'tool' ||
    (Array.isArray(content) && textOfBlocks(content) !== undefined);
  return isContent ? (member(value, 'structuredContent') ?? content) : undefined;
}

/** JSON-RPC, whose id counts the calls. */
function rpcResult(value: JsonObject): Json | undefined {
  return Object.hasOwn(value, 'jsonrpc') ? member(value, 'result') : undefined;
}

function typedValue(value: JsonObject): Json | undefined {
  const type = member(value, 'type');
  if (type === 'text') return member(value, 'text') ?? member(value, 'value');
  return typeof type === 'string' && TYPED_VALUE.test(type) ? member(value, 'value') : undefined;
}

function onlyMember(value: JsonObject): Json | undefined {
  const [key = '', ...others] = Object.keys(value).filter((key) => !FLAGS.has(key));
  return others.length === 0 && WRAPPERS.test(key) ? value[key] : undefined;
}

/** Google's FunctionResponse. */
function response(value: JsonObject): Json | undefined {
  return Object.keys(value).every((key) => FUNCTION_RESPONSE.test(key))
    ? member(value, 'response')
    : undefined;
}

/** One block is what it holds, several are the list of that; undefined where there is a block of another kind. */
function textOfBlocks(blocks: readonly Json[]): Json | undefined {
  const contents: Json[] = [];
  for (const block of blocks) {
    const content = contentOfBlock(block);
    if (content === undefined) return undefined;
    contents.push(content);
  }
  return contents.length > 1 ? contents : contents[0];
}

/** `{type: "text", text}`, and `{text}` and `{json}` of Bedrock. */
function contentOfBlock(block: Json): Json | undefined {
  if (!isObject(block)) return undefined;
  const type = member(block, 'type');
  const isBare = Object.keys(block).length === 1;
  const text = type === 'text' || isBare ? member(block, 'text') : undefined;
  if (typeof text === 'string') return text;
  return isBare || type === 'json' ? member(block, 'json') : undefined;
}
