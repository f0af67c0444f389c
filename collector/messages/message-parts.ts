import { emptyObject } from '../decode/protobuf-values.ts';
import type { WireObject, WireValue } from '../decode/wire-span.ts';

/** A tool call as a model asked for it, and a result as it was fed back, in whatever shape the provider uses. */
export interface AskedCall {
  id: string;
  name: string;
  arguments: WireValue;
}
export interface FedBackResult {
  id: string;
  name: string;
  result: WireValue;
  failed: boolean;
}
export type Part = { call: AskedCall } | { result: FedBackResult };

type Reader = (object: WireObject) => Part | null;

const text = (value: WireValue | undefined): string => (typeof value === 'string' ? value : '');
const object = (value: WireValue | undefined): WireObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;

const call = (id: WireValue | undefined, name: WireValue | undefined, args?: WireValue): Part => ({
  call: { id: text(id), name: text(name), arguments: args ?? null },
});
const result = (fedBack: {
  id?: WireValue | undefined;
  name?: WireValue | undefined;
  result?: WireValue | undefined;
  failed?: boolean;
}): Part => ({
  result: {
    id: text(fedBack.id),
    name: text(fedBack.name),
    result: fedBack.result ?? null,
    failed: fedBack.failed ?? false,
  },
});

/** By the part's own `type`. */
const BY_TYPE = new Map<string, Reader>(
  Object.entries({
    // OTel GenAI, and LangChain's own tool calls.
    tool_call: (part: WireObject) =>
      call(part['id'], part['name'], part['arguments'] ?? part['args']),
    tool_call_response: (part: WireObject) =>
      result({ id: part['id'], result: part['response'] ?? part['result'] }),
    // Tools that the provider runs itself: what they are given stands under the name of the part's type.
    server_tool_call: (part: WireObject) =>
      call(part['id'], part['name'], part['server_tool_call'] ?? part['arguments']),
    server_tool_call_response: (part: WireObject) =>
      result({ id: part['id'], result: part['server_tool_call_response'] ?? part['response'] }),
    // Anthropic.
    tool_use: (part: WireObject) => call(part['id'], part['name'], part['input']),
    server_tool_use: (part: WireObject) => call(part['id'], part['name'], part['input']),
    mcp_tool_use: (part: WireObject) => call(part['id'], part['name'], part['input']),
    tool_result: (part: WireObject) => anthropicResult(part),
    mcp_tool_result: (part: WireObject) => anthropicResult(part),
    web_search_tool_result: (part: WireObject) => anthropicResult(part),
    web_fetch_tool_result: (part: WireObject) => anthropicResult(part),
    code_execution_tool_result: (part: WireObject) => anthropicResult(part),
    // OpenAI Responses.
    function_call: (part: WireObject) =>
      call(part['call_id'] ?? part['id'], part['name'], part['arguments']),
    function_call_output: (part: WireObject) =>
      result({ id: part['call_id'], result: part['output'] }),
    // Bedrock, as Strands for TypeScript writes it.
    toolUse: (part: WireObject) => call(part['toolUseId'], part['name'], part['input']),
    toolResult: (part: WireObject) => bedrockResult(part),
    // Vercel AI SDK.
    'tool-call': (part: WireObject) =>
      call(part['toolCallId'], part['toolName'], part['input'] ?? part['args']),
    'tool-result': (part: WireObject) => {
      const output = object(part['output']);
      const typed = output !== null && typeof output['type'] === 'string' && 'value' in output;
      return result({
        id: part['toolCallId'],
        name: part['toolName'],
        result: typed ? output['value'] : (part['output'] ?? part['result']),
        failed: (typed && text(output['type']).startsWith('error-')) || part['isError'] === true,
      });
    },
    'tool-error': (part: WireObject) =>
      result({
        id: part['toolCallId'],
        name: part['toolName'],
        result: part['error'],
        failed: true,
      }),
  } satisfies Record<string, Reader>),
);

/** By members that only such a part has. */
const BY_MEMBER: readonly [member: string, Reader][] = [
  // Google.
  ['functionCall', (part) => named(part['functionCall'], 'args', call)],
  ['function_call', (part) => named(part['function_call'], 'args', call)],
  ['functionResponse', (part) => responded(part['functionResponse'], 'response')],
  ['function_response', (part) => responded(part['function_response'], 'response')],
  // Bedrock.
  ['toolUse', (part) => named(part['toolUse'], 'input', call)],
  ['toolResult', (part) => bedrockResult(object(part['toolResult']) ?? {})],
  // Genkit.
  ['toolRequest', (part) => named(part['toolRequest'], 'input', call)],
  ['toolResponse', (part) => responded(part['toolResponse'], 'output')],
  // OpenInference, un-flattened.
  [
    'tool_call',
    (part) => {
      const inner = object(part['tool_call']);
      const fn = object(inner?.['function']);
      if (fn !== null) return call(inner?.['id'], fn['name'], fn['arguments']);
      // Haystack.
      const name = inner?.['tool_name'];
      return name === undefined ? null : call(inner?.['id'], name, inner?.['arguments']);
    },
  ],
  [
    'toolCallId',
    (part) =>
      call(
        part['toolCallId'],
        part['toolName'],
        part['input'] ?? part['args'] ?? part['toolInput'],
      ),
  ],
  [
    'tool_call_id',
    (part) =>
      result({
        id: part['tool_call_id'],
        name: part['name'],
        result: part['content'],
        failed: part['status'] === 'error',
      }),
  ],
  // OpenAI Chat Completions. A tool's definition has no arguments.
  // OpenLLMetry, un-flattened.
  [
    'arguments',
    (part) => ('name' in part ? call(part['id'], part['name'], part['arguments']) : null),
  ],
  [
    'function',
    (part) => {
      const fn = object(part['function']);
      return fn === null || !('arguments' in fn)
        ? null
        : call(part['id'], fn['name'], fn['arguments']);
    },
  ],
];

function named(value: WireValue | undefined, args: string, make: typeof call): Part | null {
  const inner = object(value);
  if (inner === null) return null;
  const id = inner['id'] ?? inner['ref'] ?? inner['toolUseId'];
  return make(id, inner['name'], inner[args] ?? inner['arguments'] ?? null);
}

function responded(value: WireValue | undefined, member: string): Part | null {
  const inner = object(value);
  if (inner === null) return null;
  return result({ id: inner['id'] ?? inner['ref'], name: inner['name'], result: inner[member] });
}

function anthropicResult(part: WireObject): Part {
  const { tool_use_id: id, content, is_error } = part;
  return result({ id, result: content, failed: is_error === true });
}

function bedrockResult(part: WireObject): Part {
  const failed = part['status'] === 'error';
  return result({ id: part['toolUseId'], result: part['content'], failed });
}

/** A message of role `tool` is a result, unless its content is a list of results. */
function readToolMessage(message: WireObject): Part | null {
  if (message['role'] !== 'tool') return null;
  const contents = contentsOf(message);
  const content = message['parts'] ?? message['content'] ?? contents?.map(bareContent) ?? null;
  const said = Array.isArray(content) ? textOfParts(content) : content;
  if (said === null || /^\[\{"(toolResult|functionResponse)"/.test(text(said))) return null;
  return result({
    id: message['tool_call_id'] ?? message['id'] ?? idInside(contents),
    name: message['name'],
    result: said,
    failed: message['status'] === 'error' || message['is_error'] === true,
  });
}

/** OpenInference: what a message holds, each behind a member of its own. */
function contentsOf({ contents }: WireObject): WireObject[] | null {
  return Array.isArray(contents) ? contents.map((each) => object(each) ?? emptyObject()) : null;
}

const bareContent = (part: WireObject): WireValue => part['message_content'] ?? null;

/** BeeAI: the id of the call stands with what the message holds. */
function idInside(contents: readonly WireObject[] | null): WireValue | undefined {
  return object(contents?.[0]?.['message'])?.['tool_call_id'];
}

/** The text of parts that are nothing but text; null where one is something else. */
function textOfParts(parts: readonly WireValue[]): string | null {
  const texts = parts.map((part) => {
    const { type, content, text: said } = object(part) ?? emptyObject();
    return type === 'text' ? text(content ?? said) : null;
  });
  return texts.every((each) => each !== null) ? texts.join('') : null;
}

/** The call or result that an object is; null for anything else. */
export function readPart(candidate: WireObject): Part | null {
  const byType = BY_TYPE.get(text(candidate['type']))?.(candidate);
  if (byType) return byType;
  const toolMessage = readToolMessage(candidate);
  if (toolMessage !== null) return toolMessage;
  for (const [member, read] of BY_MEMBER) {
    if (!Object.hasOwn(candidate, member)) continue;
    const part = read(candidate);
    if (part !== null) return part;
  }
  return null;
}
