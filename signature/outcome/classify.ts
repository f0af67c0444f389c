import type { ErrorClass } from './error-class.ts';
import { withoutFooter } from './footer.ts';
import {
  CODES,
  HARNESS_RULES,
  PHRASE_RULES,
  TYPE_RULES,
  WEAK_TYPE_RULES,
  type ErrorRule,
} from './error-rules.ts';

/** What is known of a fault, strongest first. */
export interface Fault {
  /** Type names and codes such as `RateLimitError`, `ECONNRESET`, `503`, `-32601`. */
  types: readonly string[];
  message: string;
}

/** A status code where a message gives one: `HTTP 503`, `status code: 404`, `(429)`, `500 Internal Server Error`. */
const STATUS_IN_TEXT = [
  /\b(?:[Ss]tatus(?: ?[Cc]ode)?|HTTP(?:\/\d(?:\.\d)?)?|[Cc]ode|returncode)\W{0,4}([45]\d\d)\b/,
  /^\W{0,2}([45]\d\d)\b/,
  /\(([45]\d\d)\)/,
  /\b([45]\d\d) (?:Bad|Unauthorized|Forbidden|Not|Method|Request|Conflict|Gone|Precondition|Unprocessable|Too|Internal|Service|Gateway|Client|Server)\b/,
];
const LEADING_TYPE =
  /^(?:[\w$]{1,40}\.){0,8}([A-Z]\w{0,60}(?:Error|Exception|Failure|Timeout|Fault))\b/;
/** A longer text is the output of a program: what failed stands at its beginning or its end, the rest is data. */
const MAX_SENTENCES = 600;
const HEAD = 300;
const TAIL = 200;

/** The class of a call that is known to have failed; `unknown` where nothing tells. */
export function classify({ types, message }: Fault): ErrorClass {
  const ends = endsOf(message.trim());
  const text = ends.join('\n');
  const lower = text.toLowerCase();
  const printed = withoutFooter(text);
  const last = printed.slice(printed.lastIndexOf('\n') + 1);
  const names = [...types, ...[...ends, last].flatMap((end) => LEADING_TYPE.exec(end)?.[1] ?? [])];
  return (
    firstClass(names, ofType) ??
    match(HARNESS_RULES, lower) ??
    firstClass(names, ofCode) ??
    firstClass(statusesIn(text), ofCode) ??
    match(PHRASE_RULES, lower) ??
    firstClass(names, ofWeakType) ??
    'unknown'
  );
}

/** The message, or its beginning and its last line. */
function endsOf(text: string): string[] {
  if (text.length <= MAX_SENTENCES) return [text];
  return [text.slice(0, HEAD), text.slice(text.lastIndexOf('\n') + 1).slice(-TAIL)];
}

function statusesIn(text: string): string[] {
  return STATUS_IN_TEXT.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
}

function firstClass(
  names: readonly string[],
  classOf: (name: string) => ErrorClass | null,
): ErrorClass | null {
  for (const name of names) {
    const found = classOf(name);
    if (found !== null) return found;
  }
  return null;
}

function ofType(name: string): ErrorClass | null {
  return match(TYPE_RULES, plainType(name));
}

function ofWeakType(name: string): ErrorClass | null {
  return match(WEAK_TYPE_RULES, plainType(name));
}

function ofCode(text: string): ErrorClass | null {
  if (!/^-?\d{3,5}$/.test(text)) return null;
  const code = Number(text);
  const known = CODES.get(code);
  if (known !== undefined) return known;
  if (code >= 500 && code < 600) return 'server_error';
  return code >= 400 && code < 500 ? 'validation' : null;
}

/** The last part of a qualified name, in lower case, without separators. */
function plainType(name: string): string {
  const parts = name.slice(0, 200).split(/[.:/\\]/);
  const last = parts.findLast((part) => part !== '') ?? '';
  return last.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function match(rules: readonly ErrorRule[], text: string): ErrorClass | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
