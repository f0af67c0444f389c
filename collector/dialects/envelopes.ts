import { readPythonString } from '@loopscope/signature';
import { rawElements, rawMembers, unquote } from '../decode/raw-json.ts';

/** What a framework wrapped around the real arguments. Null: this text is no such envelope. */
export type ArgumentEnvelope = (text: string, tool: string) => string | null;

/** What a framework wrapped around the real result, and what it said beside it. */
export interface Unwrapped {
  text: string;
  failed?: boolean;
  callId?: string;
  tool?: string;
}
export type ResultEnvelope = (text: string) => Unwrapped | null;

type Members = Map<string, string> | null;

const EMPTY_LIST = /^\[\s*\]$/;
const EMPTY_OBJECT = /^\{\s*\}$/;

/** `{args: [...], kwargs: {...}}` of wrapped Python and JavaScript functions, or the list alone. */
export const argsAndKwargs: ArgumentEnvelope = (text) => {
  if (text.startsWith('[')) return besideOptions(text);
  const members = rawMembers(text);
  if (!members || !only(members, ['args', 'kwargs', 'sanitize_inputs_outputs'])) return null;
  const kwargs = members.get('kwargs') ?? '{}';
  const args = members.get('args') ?? (members.size === 1 ? '[]' : '');
  if (!args.startsWith('[')) return null;
  if (EMPTY_LIST.test(args)) return kwargs;
  if (!EMPTY_OBJECT.test(kwargs)) return `{"args":${args},"kwargs":${kwargs}}`;
  // smolagents: what was given by position stays apart from what was given by name.
  return members.has('sanitize_inputs_outputs') ? `{"args":${args}}` : firstOf(args);
};

/** The one object given by position, else all that was. */
function firstOf(args: string): string {
  const [first = '', ...more] = rawElements(args) ?? [];
  const object = more.length > 0 ? besideOptions(args) : objectText(first);
  return object ?? `{"args":${args}}`;
}

/** The Vercel AI SDK gives a tool, beside its arguments, the call's id and all messages so far. */
function besideOptions(args: string): string | null {
  const [first = '', options = '', ...more] = rawElements(args) ?? [];
  const isCalled = options.startsWith('{') && rawMembers(options)?.has('toolCallId') === true;
  return isCalled && more.length === 0 ? objectText(first) : null;
}

/** LangChain callback input under OpenLLMetry, with volatile step ids beside it. */
export const langchainInput: ArgumentEnvelope = (text) => {
  const members = rawMembers(text);
  const inputText = members?.get('input_str');
  if (!members || inputText === undefined) return null;
  const inputs = members.get('inputs');
  if (inputs !== undefined && inputs !== 'null') return inputs;
  return unquote(inputText) ?? inputText;
};

/** `{tool_name, arguments}` of the OpenLLMetry MCP client. */
export const toolNameAndArguments: ArgumentEnvelope = (text) => {
  const members = rawMembers(text);
  return members?.has('tool_name') ? (members.get('arguments') ?? null) : null;
};

/** `{name, arguments}` where the name is the tool's own. */
export const nameAndArguments: ArgumentEnvelope = (text, tool) => {
  const members = rawMembers(text);
  const name = members?.get('name');
  if (!members || name === undefined || unquote(name) !== tool) return null;
  const inner = members.get('args') ?? members.get('arguments') ?? members.get('input');
  return inner === undefined ? null : (unquote(inner) ?? inner);
};

/** `{callId, name, args}` and `{request: {args}}` of a scheduler's tool request. */
export const requestArguments: ArgumentEnvelope = (text) => {
  const members = rawMembers(text);
  const request = members?.get('request');
  if (request !== undefined) return rawMembers(request)?.get('args') ?? null;
  return members?.has('callId') ? (members.get('args') ?? null) : null;
};

/** `{input: "{...}"}`: LangChain JS gives a tool its arguments as one JSON text. */
export const singleInput: ArgumentEnvelope = (text) => {
  const inner = singleMember(text, 'input');
  return inner === null ? null : objectText(inner);
};

/** `{input: {...}, options}` of BeeAI. */
export const inputAndOptions: ArgumentEnvelope = (text) => {
  const members = rawMembers(text);
  const inner = members?.get('input');
  if (!members?.has('options') || inner === undefined || !only(members, ['input', 'options']))
    return null;
  return objectText(inner);
};

/** A LangChain ToolMessage, serialised with or without its constructor. */
export const toolMessage: ResultEnvelope = (text) => {
  const members = insideConstructor(rawMembers(text));
  const content = members?.get('content');
  if (!members?.has('tool_call_id') || content === undefined) return null;
  const callId = unquote(members.get('tool_call_id') ?? '');
  const tool = unquote(members.get('name') ?? '');
  return {
    text: unquote(content) ?? content,
    failed: members.get('status') === '"error"',
    ...(callId === null ? {} : { callId }),
    ...(tool === null ? {} : { tool }),
  };
};

/** `{output: {lc, kwargs: {...}}}`, and each of its layers alone. */
function insideConstructor(outer: Members): Members {
  const output = outer?.get('output');
  const message = output?.startsWith('{') === true ? rawMembers(output) : outer;
  const kwargs = message?.get('kwargs');
  if (message?.has('lc') === true && kwargs !== undefined) return rawMembers(kwargs);
  const data = message?.get('type') === '"tool"' ? message.get('data') : undefined;
  return data === undefined ? message : rawMembers(data);
}

const PRINTED = 'content=';
const PRINTED_ID = " tool_call_id='";

/** What Python prints of a LangChain ToolMessage, alone or as an output: older releases sent no more. */
export const printedToolMessage: ResultEnvelope = (text) => {
  const output = text.startsWith('{"output":') ? singleMember(text, 'output') : null;
  const printed = output === null ? text : (unquote(output) ?? '');
  const at = printed.startsWith(PRINTED) ? printed.lastIndexOf(PRINTED_ID) : -1;
  if (at === -1) return null;
  const [, content = '', tool] =
    /^([^]*?)(?: name='([^']*)')?(?: id='[^']*')?$/.exec(printed.slice(PRINTED.length, at)) ?? [];
  const [callId = '', ...others] = printed.slice(at + PRINTED_ID.length).split("'");
  const isFailed = others.join("'").includes(" status='error'");
  const literal = readPythonString(content, 0);
  return {
    text: literal?.end === content.length ? literal.value : content,
    ...(isFailed ? { failed: true } : {}),
    callId,
    ...(tool === undefined ? {} : { tool }),
  };
};

/** LlamaIndex's ToolOutput, alone or inside of the result that the agent passes on. */
export const toolOutput: ResultEnvelope = (text) => {
  const outer = rawMembers(text);
  const output = outer?.get('tool_output');
  const members = output === undefined ? outer : rawMembers(output);
  const raw = members?.get('raw_output');
  if (!members?.has('raw_input') || raw === undefined) return null;
  const callId = unquote(outer?.get('tool_id') ?? '');
  const tool = unquote(members.get('tool_name') ?? '');
  return {
    text: unquote(raw) ?? saidInBlocks(members, raw),
    failed: members.get('is_error') === 'true',
    ...(callId === null ? {} : { callId }),
    ...(tool === null ? {} : { tool }),
  };
};

/** What failed before it ran has no output of its own. */
function saidInBlocks(members: NonNullable<Members>, raw: string): string {
  return (raw === 'null' ? textBlocks(members.get('blocks') ?? '')?.text : undefined) ?? raw;
}

/** An MCP CallToolResult. */
export const mcpResult: ResultEnvelope = (text) => {
  const members = rawMembers(text);
  const content = members?.get('content');
  if (!members || !content?.startsWith('[')) return null;
  if (!only(members, ['content', 'isError', 'structuredContent', '_meta'])) return null;
  const structured = members.get('structuredContent');
  const blocks = textBlocks(content);
  const inner = blocks?.text ?? structured ?? content;
  return { text: inner, failed: members.get('isError') === 'true' };
};

/** `[{type: "text", text}]`, `[{text}]` and `[{json}]`: one block stands for what is in it. */
export const textBlocks: ResultEnvelope = (text) => {
  const elements = text.startsWith('[') ? rawElements(text) : null;
  const block = elements?.length === 1 ? rawMembers(elements[0] ?? '') : null;
  if (!block || !only(block, ['type', 'text', 'json'])) return null;
  const inner = unquote(block.get('text') ?? '') ?? block.get('json');
  return inner === undefined ? null : { text: inner };
};

/** `{result, is_error}` of the OpenLLMetry MCP client. */
export const mcpClientResult: ResultEnvelope = (text) => {
  const members = rawMembers(text);
  const inner = members?.get('result');
  if (!members || inner === undefined || !only(members, ['result', 'is_error', 'error']))
    return null;
  const failed = members.get('is_error') === 'true' || members.has('error');
  return { text: unquote(inner) ?? inner, failed };
};

const AGNO =
  /^status='(success|failure)' result=([\s\S]*) error=(None|'[\s\S]*'|"[\s\S]*") updated_session_state=/;

/** What Agno's own class for results prints of itself, in Python's words. */
export const agnoResult: ResultEnvelope = (text) => {
  const [, status, result, error] = (text.startsWith("status='") ? AGNO.exec(text) : null) ?? [];
  if (result === undefined || error === undefined) return null;
  const failed = status === 'failure';
  return { text: failed ? error : result, failed };
};

/** `[true, {name, role: "function", content}]` of AG2: whether it went well, and the message about it. */
export const functionMessage: ResultEnvelope = (text) => {
  const elements = /^\[(?:true|false),/.test(text) ? rawElements(text) : null;
  const [isDone, message = '', ...more] = elements ?? [];
  const members = more.length === 0 ? rawMembers(message) : null;
  const content = members?.get('content');
  if (!members || content === undefined || !only(members, ['name', 'role', 'content'])) return null;
  return { text: unquote(content) ?? content, failed: isDone === 'false' };
};

/** A text written as a JSON string literal. */
export const quotedText: ResultEnvelope = (text) => {
  const inner = unquote(text);
  return inner === null ? null : { text: inner };
};

/** `{type, value}` of the Vercel AI SDK. */
export const typedValue: ResultEnvelope = (text) => {
  const members = rawMembers(text);
  const type = unquote(members?.get('type') ?? '');
  const value = members?.get('value');
  if (type === null || value === undefined || !/^(error-)?(text|json)$/.test(type)) return null;
  return { text: unquote(value) ?? value, failed: type.startsWith('error-') };
};

/** `{<name>: x}` with no other member. */
export function onlyMember(name: string): ResultEnvelope {
  return (text) => {
    const inner = singleMember(text, name);
    return inner === null ? null : { text: unquote(inner) ?? inner };
  };
}

function singleMember(text: string, name: string): string | null {
  const members = rawMembers(text);
  return members?.size === 1 ? (members.get(name) ?? null) : null;
}

function only(members: ReadonlyMap<string, string>, names: readonly string[]): boolean {
  return members.keys().every((name) => names.includes(name));
}

/** The text of an object, be it written as an object or as JSON inside a string. */
function objectText(text: string): string | null {
  if (text.startsWith('{')) return text;
  const inner = unquote(text)?.trim();
  return inner?.startsWith('{') && inner.endsWith('}') ? inner : null;
}
