import {
  canonicalise,
  ExactNumber,
  openText,
  readArguments,
  type Json,
  type JsonObject,
} from '@loopscope/signature';

/** Longer texts are taken as they are. */
const MAX_OPENED = 100_000;
/** JSON, a Python repr, or an envelope of either. */
const MAY_BE_DATA = /^\s*(?:[[{(]|[bru]{0,2}["'])/;
/** JSON rather than what Python prints. */
const JSON_BEGINS = /^\s*(?:\{\s*"|\[\s*(?:[[{]\s*)*["\d\]])/;
/** Members that hold the answer in the envelopes of protocols, frameworks and services. */
const IN_ENVELOPE =
  /"(?:content|text|json|kwargs|tool_output|raw_output|data|results?|outputs?|payload|response|body|value|std_?out|return_?[vV]alue|jsonrpc|loopscope\w*)"\s*:|\[loopscope\]/;
/** Members of a web service's envelope that say how the call went, whatever it was about. */
const MARKS =
  /^(?:ok|success|successful|status|status_?code|code|error|errors|message|msg|meta|request_?id|req_?id|trace_?id|timestamp|ts|time|took|took_ms|duration|duration_ms|elapsed|elapsed_ms|version|std_?err|exit_?code|return_?code)$/i;
/** Members that hold the answer in such an envelope. */
const HOLDERS = /^(?:data|result|results|payload|response|output|body|value|std_?out)$/i;
/** A mark that says more than that all is well. */
const WELL = /^(?:|ok|okay|success|successful|succeeded|done|200|0|true|null|none)$/i;
const VOLATILE_MARK = /id|time|^ts$|took|duration|elapsed|version|meta/i;
/** A shell tells once more what it was asked and where, and which processes it made. */
const SHELL_FRAME = /^Command: [^\n]*\n[^]*\b(?:Output|Stdout): /;
const OF_FRAME =
  /^(?:Command|Directory|Signal|Background PIDs|Process Group PGID): [^\n]*(?:\n|$)/gm;
/** An agent's harness names the call above its result. */
const HEADING = /^\[\w[\w-]* (?:for|in|to) [^\n]{1,400}\] Result:\n\s*/;
/** Blocks of protocols that hold text. */
const TEXT_BLOCK = /"type"\s*:\s*"text"/g;
const MAX_LEVELS = 5;

/** What a result says out of its envelopes: a text as it was meant, JSON in one form whatever its order, spaces and quotes. */
export function opened(result: string): string {
  if (result.length > MAX_OPENED) return result;
  if (HEADING.test(result)) return opened(result.replace(HEADING, ''));
  if (!MAY_BE_DATA.test(result)) {
    const text = result.includes('\u001B[') ? textOf(openText(result)) : result;
    return SHELL_FRAME.test(text) ? text.replaceAll(OF_FRAME, '').trimEnd() : text;
  }
  if (JSON_BEGINS.test(result) && !IN_ENVELOPE.test(result)) return result;
  let value = openText(result);
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const inner = answerIn(value);
    if (inner === undefined) break;
    value = typeof inner === 'string' ? openText(inner) : inner;
  }
  return textOf((result.match(TEXT_BLOCK)?.length ?? 0) > 1 ? joined(value) : value);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalise(value);
}

/** Several blocks of text are one text; words beside the only object are a remark on it. */
function joined(value: Json): Json {
  if (!Array.isArray(value) || value.length < 2) return value;
  const texts = value.filter((block) => typeof block === 'string');
  if (texts.length !== value.length) return value;
  const blocks = texts.map((text) => (/^\s*\{/.test(text) ? openText(text) : text));
  const [only, ...others] = blocks.filter((block) => isObject(block));
  if (only === undefined || others.length > 0 || 'remark' in only) return texts.join('\n');
  return { ...only, remark: blocks.filter((block) => typeof block === 'string').join('\n') };
}

/** The text of arguments as it was meant: JSON that was encoded twice or printed by Python in the form of JSON. */
export function openedArguments(args: string): string {
  if (args.length > MAX_OPENED || !/^\s*(?:[bru]{0,2}["']|\{\s*['u])/.test(args)) return args;
  const read = readArguments(args);
  if (!read.known) return args;
  return typeof read.value === 'string' ? read.value : canonicalise(read.value);
}

/** The one member that holds the answer where all others only say that the call went well; undefined where there is none. */
function answerIn(value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  let answer: Json | undefined;
  let marks = 0;
  for (const [name, member] of Object.entries(value)) {
    if (HOLDERS.test(name) && answer === undefined) answer = member;
    else if (isMark(name, member)) marks += 1;
    else return undefined;
  }
  return marks === 0 ? undefined : answer;
}

function isMark(name: string, member: Json): boolean {
  if (!MARKS.test(name)) return false;
  if (VOLATILE_MARK.test(name)) return true;
  if (Array.isArray(member)) return member.length === 0;
  return typeof member !== 'object' || member === null ? WELL.test(String(member)) : false;
}

function isObject(value: Json): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof ExactNumber);
}
