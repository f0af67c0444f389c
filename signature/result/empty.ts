import { isObject, type Json, type JsonObject } from '../value/json.ts';
import {
  isCount,
  isEcho,
  isFaultList,
  isProgress,
  isRemark,
  isTally,
  isVolatile,
} from './result-keys.ts';

/** Deeper than this nothing counts as empty. */
const MAX_DEPTH = 20;
/** A whole text that says there is nothing. */
const NOTHING =
  /^(?:none|null|nil|undefined|\(\)|set\(\)|\(?(?:empty|no (?:output|content|results?|data|rows|matches))\)?|(?:sorry, )?(?:no|zero|0) (?:[\w-]+ ){0,3}(?:(?:were |was )?(?:found|matched|returned|available)|match(?:es)?\b)[^\n]*|(?:your )?(?:search|query) (?:returned|found|matched) (?:no|0|zero) (?:results?|rows?|matches|documents?)[^\n]*)[.!]?$/i;
const MAX_NOTHING = 200;
/** States of an answer that is complete; an empty one that is still `pending` may yet come. */
const NEUTRAL =
  /^(?:ok|success|succeeded|successful|complete|completed|done|finished|200|empty|not[ _]found|no[ _]results?)$/i;
/** Members that hold nothing but how the call went. */
const ABOUT_ANSWER = /^_?(?:meta|metadata|pagination|paging|page_?info)$/i;
/** Their absence is an answer, not an empty one. */
const GOOD_NEWS = /\b(?:errors?|issues?|problems?|warnings?|failures?|conflicts?|vulnerabilit)/i;

/**
 * Whether a result found nothing: `null`, an empty text, list or object, an object in which every list is empty and every count is zero. `false`
 * and `0` alone are values.
 */
export function isEmpty(value: Json, depth = 0): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return saysNothing(value);
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isEmptyItem(item, depth + 1));
  return isObject(value) && isEmptyObject(value, depth + 1);
}

function saysNothing(text: string): boolean {
  if (text.length > MAX_NOTHING) return text.trim() === '';
  const trimmed = text.trim();
  return trimmed === '' || (NOTHING.test(trimmed) && !GOOD_NEWS.test(trimmed));
}

/** A list of nothing but `null`, `""`, `[]` and `{}` holds nothing. */
function isEmptyItem(item: Json, depth: number): boolean {
  return (
    (item === null || item === '' || Array.isArray(item) || isObject(item)) && isEmpty(item, depth)
  );
}

/** Some member must say that nothing was found, and none may say anything else. */
function isEmptyObject(value: JsonObject, depth: number): boolean {
  const keys = Object.keys(value);
  let saysSo = keys.length === 0;
  for (const key of keys) {
    const found = value[key] ?? null;
    if (isNothing(key, found, depth))
      saysSo ||= !isFaultList(key) && !isRemark(key) && !isEcho(key);
    else if (!isBeside(key, found)) return false;
  }
  return saysSo;
}

function isNothing(key: string, value: Json, depth: number): boolean {
  return value === 0 ? isCount(key) : isEmpty(value, depth);
}

/** Members that may stand beside an empty answer: how the call went, what was asked, time and ids of the exchange. */
function isBeside(key: string, value: Json): boolean {
  if (isVolatile(key, value, false) || isEcho(key)) return true;
  if (isObject(value) && ABOUT_ANSWER.test(key)) {
    return Object.entries(value).every(([name, part]) => part === 0 || isBeside(name, part));
  }
  if (value === 0 && isTally(key)) return true;
  if (isProgress(key)) return typeof value !== 'string' || NEUTRAL.test(value);
  return isRemark(key) && !Array.isArray(value) && !isObject(value);
}
