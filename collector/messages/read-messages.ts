import { jsonText } from '../decode/json-text.ts';
import { parseJson } from '../decode/parse-json.ts';
import { unquote } from '../decode/raw-json.ts';
import type { WireObject, WireValue } from '../decode/wire-span.ts';
import { readPart, type AskedCall, type FedBackResult, type Part } from './message-parts.ts';
import { isGarbled } from './garbled.ts';
import { joinWords, wordsOf } from './words.ts';

export interface Messages {
  /** Tool calls of the model's answer, in order. */
  calls: AskedCall[];
  /** Tool results that came back since the model's last answer, in order. */
  results: FedBackResult[];
  /** Messages of the input that a user wrote, and answers of the model in it; null where no input was sent. */
  users: number | null;
  assistants: number | null;
  /** JSON text of the last user message; empty where there is none. */
  lastUser: string;
  /** What the model wrote beside its calls, and what users wrote since its last answer; empty where nothing was seen. */
  said: string;
  heard: string;
  /** Of an answer that shows no calls: those of the answer before it, as far as the input tells what came of them. */
  callsBefore?: AskedCall[];
  /** Of a model call that no trace and no session joins to the next. */
  history?: History;
}

/**
 * By what one model call can be told to go on from another. Each is 16 hex characters, empty where it is not known.
 */
export interface History {
  /** Over the calls that the answer asks for, and over those that the last answer in the input had asked for. */
  asks: string;
  answers: string;
  /** Over the input, and over what of it stands before its last answer; instructions left out. */
  whole: string;
  before: string;
}

const MAX_DEPTH = 40;
export const ASSISTANT: ReadonlySet<string> = new Set([
  'assistant',
  'ai',
  'model',
  'AIMessage',
  'AIMessageChunk',
]);
const USER = new Set(['user', 'human', 'HumanMessage']);

export interface AnswerHints {
  outputFunctions?: readonly string[];
  /** The answer's text, where it stands beside the messages. */
  said?: string;
}

/**
 * Calls and results in a model span's messages. Each list holds the places where they may stand, the most trusted
 * first; the first place that has any is read, for results the one that has most of them with their ids. The history that every input
 * repeats is left out, and so is an output function: asking for it is the answer itself.
 */
export function readMessages(
  asked: readonly WireValue[],
  fedBack: readonly WireValue[],
  { outputFunctions = [], said = '' }: AnswerHints = {},
): Messages | null {
  const answers = asked.map(walkMessages);
  const answer = answers.find(({ calls }) => calls.length > 0);
  const input = inputOf(fedBack.map(walkMessages));
  const words = answers.find((found) => found.said !== '')?.said ?? (said || plainWords(asked));
  if (answer === undefined && input === null && words === '') return null;
  const isOwn = ({ name }: AskedCall): boolean => !outputFunctions.includes(name);
  const shown = withIds(answer?.calls ?? [], answers);
  const calls = distinctById(shown).filter((call) => !isGarbled(call));
  const { answered, ...heard } = input ?? NO_INPUT;
  const callsBefore = calls.length > 0 || heard.results.length === 0 ? [] : distinctById(answered);
  return {
    ...heard,
    calls: calls.filter(isOwn),
    said: words,
    ...(callsBefore.length === 0 ? {} : { callsBefore: callsBefore.filter(isOwn) }),
  };
}

const NO_INPUT = {
  results: [],
  users: null,
  assistants: null,
  lastUser: '',
  heard: '',
  answered: [],
};

function inputOf(inputs: readonly Found[]): Found | null {
  const heard = inputs.find(({ results, users }) => results.length > 0 || users > 0);
  return fullest(inputs) ?? heard ?? null;
}

/** Of results written twice, one form may hold but the last of them, or leave out what they say, or which of them failed. */
function fullest(inputs: readonly Found[]): Found | null {
  const worth = ({ results }: Found): number =>
    results.length * 1_000_000 +
    results.filter(({ result }) => result !== null).length * 1_000 +
    results.filter(({ failed }) => failed).length;
  const named = inputs.filter(
    ({ results }) => results.length > 0 && results.every(({ id }) => id !== ''),
  );
  return named.reduce<Found | null>(
    (best, each) => (best === null || worth(each) > worth(best) ? each : best),
    null,
  );
}

/** Some senders leave the ids out in one form of the answer and give them in another one. */
function withIds(calls: readonly AskedCall[], answers: readonly Found[]): readonly AskedCall[] {
  if (calls.every(({ id }) => id !== '')) return calls;
  const named = answers
    .map((answer) => distinctById(answer.calls))
    .find((others) => isSameAnswer(calls, others));
  return named === undefined
    ? calls
    : calls.map((call, at) => ({ ...call, id: call.id || (named[at]?.id ?? '') }));
}

function isSameAnswer(calls: readonly AskedCall[], named: readonly AskedCall[]): boolean {
  return (
    calls.length === named.length &&
    named.every(({ id, name }, at) => id !== '' && name === calls[at]?.name)
  );
}

/** Some senders write the answer as nothing but its text. */
function plainWords(places: readonly WireValue[]): string {
  const plain = places.find((place) => typeof place === 'string' && !/^\s*[[{"]/.test(place));
  return typeof plain === 'string' ? plain : '';
}

interface Found extends Messages {
  users: number;
  assistants: number;
  /** Calls of the last answer that was walked. */
  answered: AskedCall[];
}

/** Some senders write one call in two shapes side by side. */
export function distinctById(calls: readonly AskedCall[]): AskedCall[] {
  const seen = new Set<string>();
  return calls.filter(({ id, name }) => {
    const key = `${name} ${id}`;
    if (name === '' || (id !== '' && seen.has(key))) return false;
    seen.add(key);
    return true;
  });
}

export function walkMessages(place: WireValue): Found {
  const found: Found = {
    calls: [],
    results: [],
    users: 0,
    assistants: 0,
    lastUser: '',
    said: '',
    heard: '',
    answered: [],
  };
  walk(place, found, 0);
  return found;
}

function walk(value: WireValue, found: Found, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    walkText(value, found, depth);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) walk(item, found, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const part = readPart(value) ?? resultUnderItsName(value, found);
  if (part === null) walkObject(value, found, depth);
  else if ('call' in part) {
    found.calls.push(part.call);
    // What comes behind results is another answer.
    if (found.results.length > 0) found.answered = [];
    found.answered.push(part.call);
    found.results = [];
  } else found.results.push(part.result);
}

/** JSON, and JSON of JSON: whoever makes text of every attribute makes it of texts too. */
function walkText(value: string, found: Found, depth: number): void {
  const text = value.startsWith('"[') || value.startsWith('"{') ? unquote(value) : value;
  const parsed = text !== null && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (parsed !== undefined && typeof parsed !== 'string') walk(parsed, found, depth + 1);
}

/** Of LangChain's results Langfuse makes the tool's name the role, and the first releases of OpenLLMetry knew none. */
function resultUnderItsName(message: WireObject, { calls }: Found): Part | null {
  const { role, content, ...others } = message;
  if (typeof role !== 'string') return null;
  const isUnknown = role === 'unknown' && Object.keys(others).length === 0;
  const name = isUnknown ? '' : role;
  if (!isUnknown && !calls.some((call) => call.name === role)) return null;
  return { result: { id: '', name, result: content ?? null, failed: false } };
}

function walkObject(value: WireObject, found: Found, depth: number): void {
  const role = roleOf(value);
  // The model has answered what came before.
  if (ASSISTANT.has(role)) {
    found.results = [];
    found.answered = [];
    found.heard = '';
    found.assistants += 1;
    found.said = joinWords(found.said, wordsOf(value));
  }
  const before = found.results.length + found.calls.length;
  for (const member of Object.values(value)) {
    if (typeof member !== 'string' || depth < 2) walk(member, found, depth + 1);
  }
  if (!USER.has(role) || found.results.length + found.calls.length > before) return;
  found.users += 1;
  found.lastUser = userText(value);
  found.heard = joinWords(found.heard, wordsOf(value));
}

export function roleOf(message: WireObject): string {
  const role = message['role'] ?? message['type'];
  if (typeof role === 'string' && role !== 'constructor') return role;
  // LangChain's serialised constructors: `id: ["langchain_core", "messages", "HumanMessage"]`.
  const id = message['id'];
  const last = Array.isArray(id) ? id.at(-1) : undefined;
  return typeof last === 'string' ? last : '';
}

function userText(message: WireObject): string {
  const kwargs = message['kwargs'];
  const isWrapped = typeof kwargs === 'object' && kwargs !== null && !Array.isArray(kwargs);
  const { content, parts } = isWrapped ? kwargs : message;
  return jsonText(content ?? parts ?? '');
}
