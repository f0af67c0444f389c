import { hash } from 'node:crypto';
import { jsonText } from '../decode/json-text.ts';
import { parseJson } from '../decode/parse-json.ts';
import type { WireObject, WireValue } from '../decode/wire-span.ts';
import type { AskedCall } from './message-parts.ts';
import { ASSISTANT, distinctById, roleOf, walkMessages, type History } from './read-messages.ts';

/** Null where the model neither asks for a call nor is told what came of one. */
export function readHistory(
  input: readonly WireValue[],
  calls: readonly AskedCall[],
): History | null {
  const messages = input.map(listOf).find((list) => list !== null) ?? [];
  const talk = messages.filter((message) => !INSTRUCTIONS.has(roleOf(message)));
  const { start, end } = lastAnswer(talk);
  const whole = digestOf(talk);
  const before = end === 0 ? '' : digestOf(talk.slice(0, start));
  const history = {
    asks: linkOf(calls, whole),
    answers: linkOf(distinctById(walkMessages(talk.slice(start, end)).calls), before),
    whole,
    before,
  };
  return history.asks === '' && history.answers === '' ? null : history;
}

const INSTRUCTIONS = new Set(['system', 'developer', 'SystemMessage']);

/** The messages of an input, in whatever a request wraps them; null where it is no list. */
function listOf(place: WireValue): WireObject[] | null {
  const value = opened(place);
  const list = isObject(value) ? (value['messages'] ?? value['input'] ?? null) : value;
  if (!Array.isArray(list)) return null;
  // A record of its own may hold a list of them.
  const items = list.flatMap((item) => opened(item));
  return items.length > 0 && items.every(isObject) ? items.map(unwrapped) : null;
}

function isObject(value: WireValue): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** OpenInference: each message is the one member of an object. */
function unwrapped(item: WireObject): WireObject {
  const inner = item['message'] ?? null;
  return isObject(inner) ? inner : item;
}

/** Where the model's last answer stands, which may be several messages; at 0, 0 where there is none. */
function lastAnswer(talk: readonly WireObject[]): { start: number; end: number } {
  const end = talk.findLastIndex(isAnswer) + 1;
  let start = end;
  while (start > 0 && isAnswer(talk[start - 1])) start -= 1;
  return { start, end };
}

function isAnswer(message: WireObject | undefined): boolean {
  if (message === undefined) return false;
  return ASSISTANT.has(roleOf(message)) || message['type'] === 'function_call';
}

/** Ids tell calls apart; where one has none, only the whole talk before it does. */
function linkOf(calls: readonly AskedCall[], talk: string): string {
  if (calls.length === 0) return '';
  const isNamed = calls.every(({ id }) => id !== '');
  if (!isNamed && talk === '') return '';
  const asked = calls.map(({ id, name, arguments: args }) => [id, name, opened(args)]);
  return digest(jsonText([isNamed ? '' : talk, asked]));
}

/** What the value's text holds, where that is JSON. */
function opened(value: WireValue): WireValue {
  const isText = typeof value === 'string' && /^\s*[[{]/.test(value);
  return isText ? (parseJson(value) ?? value) : value;
}

function digestOf(talk: readonly WireObject[]): string {
  return talk.length === 0 ? '' : digest(jsonText(talk.map((message) => lasting(message, 0))));
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/** Marks that clients move to the newest message with every request. */
const MOVING = new Set(['cache_control', 'cachePoint', 'cache_point']);
const MAX_DEPTH = 40;

function lasting(value: WireValue, depth: number): WireValue {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => lasting(item, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !MOVING.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, lasting(item, depth + 1)]));
}
