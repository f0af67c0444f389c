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
const BY_TYPE: Readonly<Record<string, Reader>> = {
  // OTel GenAI, and LangChain's own tool calls.
  tool_call: (part) => call(part['id'], part['name'], part['arguments'] ?? part['args']),
  tool_call_response: (part) =>
    result({ id: part['id'], result: part['response'] ?? part['result'] }),
  // Anthropic.
  tool_use: (part) => call(part['id'], part['name'], part['input']),
  server_tool_use: (part) => call(part['id'], part['name'], part['input']),
  tool_result: (part) =>
    result({ id: part['tool_use_id'], result: part['content'], failed: part['is_error'] === true }),
  // OpenAI Responses.
  function_call: (part) => call(part['call_id'] ?? part['id'], part['name'], part['arguments']),
  function_call_output: (part) => result({ id: part['call_id'], result: part['output'] }),
  // OpenAI Chat Completions.
  function: (part) => {
    const fn = object(part['function']);
    return fn === null ? null : call(part['id'], fn['name'], fn['arguments']);
  },
  // Vercel AI SDK.
  'tool-call': (part) => call(part['toolCallId'], part['toolName'], part['input'] ?? part['args']),
  'tool-result': (part) => {
    const output = object(part['output']);
    const typed = output !== null && typeof output['type'] === 'string' && 'value' in output;
    return result({
      id: part['toolCallId'],
      name: part['toolName'],
      result: typed ? output['value'] : (part['output'] ?? part['result']),
      failed: (typed && text(output['type']).startsWith('error-')) || part['isError'] === true,
    });
  },
  'tool-error': (part) =>
    result({ id: part['toolCallId'], name: part['toolName'], result: part['error'], failed: true }),
};

/** By members that only such a part has. */
const BY_MEMBER: readonly [member: string, Reader][] = [
  // Google.
  ['functionCall', (part) => named(part['functionCall'], 'args', call)],
  ['function_call', (part) => named(part['function_call'], 'args', call)],
  ['functionResponse', (part) => responded(part['functionResponse'], 'response')],
  ['function_response', (part) => responded(part['function_response'], 'response')],
  // Genkit.
  ['toolRequest', (part) => named(part['toolRequest'], 'input', call)],
  ['toolResponse', (part) => responded(part['toolResponse'], 'output')],
  // OpenInference, un-flattened.
  [
    'tool_call',
    (part) => {
      const inner = object(part['tool_call']);
      const fn = object(inner?.['function']);
      return fn === null ? null : call(inner?.['id'], fn['name'], fn['arguments']);
    },
  ],
  [
    'toolCallId',
    (part) => call(part['toolCallId'], part['toolName'], part['input'] ?? part['args']),
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
  return inner === null
    ? null
    : make(inner['id'] ?? inner['ref'], inner['name'], inner[args] ?? null);
}

function responded(value: WireValue | undefined, member: string): Part | null {
  const inner = object(value);
  if (inner === null) return null;
  return result({ id: inner['id'] ?? inner['ref'], name: inner['name'], result: inner[member] });
}

/** The call or result that an object is; null for anything else. */
export function readPart(candidate: WireObject): Part | null {
  const byType = BY_TYPE[text(candidate['type'])]?.(candidate);
  if (byType) return byType;
  if (candidate['role'] === 'tool') {
    const parts = Array.isArray(candidate['parts']) || Array.isArray(candidate['content']);
    if (!parts) {
      const id = candidate['tool_call_id'] ?? candidate['id'];
      return result({ id, name: candidate['name'], result: candidate['content'] });
    }
  }
  for (const [member, read] of BY_MEMBER) {
    if (!Object.hasOwn(candidate, member)) continue;
    const part = read(candidate);
    if (part !== null) return part;
  }
  return null;
}
