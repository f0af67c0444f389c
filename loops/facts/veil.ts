import { endOfPlainWord } from './prints.ts';

/** What differs between two results without saying anything new. Repetitions are bounded, so that matching stays linear. */
const VOLATILE = new RegExp(
  [
    // Pictures and other data written as text.
    String.raw`data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=_-]+`,
    String.raw`\b(?=[A-Za-z+/]{0,200}\d)(?=[a-z\d+/]{0,200}[A-Z])(?=[A-Z\d+/]{0,200}[a-z])[A-Za-z0-9+/]{60,}={0,2}`,
    // Instants, times of day and unix times.
    String.raw`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|UTC|GMT)\b|[+-]\d{2}:?\d{2}\b)?`,
    String.raw`\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s{1,2})?(?:\d{1,2}[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ -]\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\s{1,2}\d{1,2})[, ]{1,2}\d{1,2}:\d{2}(?::\d{2})?(?:\s?(?:(?:GMT|UTC|Z|[ECMPBIJK]S?[DSE]?T|WEST|WET|AES?T)\b|[+-]\d{4}\b))?(?:\s\d{4})?\b`,
    String.raw`\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:\s?[ap]m\b)?`,
    String.raw`\b1[5-9]\d{8}(?:\d{3}){0,3}(?:\.\d{1,9})?\b`,
    // How long something took, or how long ago it was.
    String.raw`\b\d{1,12}(?:\.\d{1,9})?\s?(?:ms|milliseconds?|s|secs?|seconds?|minutes?|mins?)\b(?:\s+ago\b)?`,
    String.raw`"(?:duration|elapsed|took|latency|wall_?time)[a-z_]{0,12}"\s?:\s?\d{1,12}(?:\.\d{1,9})?`,
    // How fast it went, and what a progress bar says of time.
    String.raw`\[\d{1,3}:\d{2}(?::\d{2})?<[^\]\n]{1,40}\]|\b\d{1,9}(?:\.\d{1,6})?\s?(?:it|[KMG]?i?B)/s\b`,
    // Ids of the exchange, revisions, hashes.
    String.raw`\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b`,
    String.raw`\b[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}\b`,
    String.raw`\b(?=[a-fA-F]{0,63}\d)(?=\d{0,63}[a-fA-F])[0-9a-fA-F]{6,64}\b`,
    String.raw`\b(?:request|trace|correlation|chunk|invocation)[ _-]id["']?\s?[:=]\s?["']?[\w-]{4,64}`,
    String.raw`\bresourceVersion["']?\s?[:=]\s?["']?\d{1,20}`,
    // Which cell of a notebook it was.
    String.raw`\b(?:cell )?in ?\[\d{1,5}\]|<ipython-input-\d{1,5}-\w{1,20}>`,
    // Which of many machines has answered.
    String.raw`\b(?:served|rendered|generated)[ _-]by["']?\s?[:=]?\s?["']?[a-z][\w.-]{0,60}\d[\w.-]{0,20}`,
    // Handles that a view of a page gives to what it shows.
    String.raw`\[ref=\w{1,12}\]`,
    // How often this has been asked.
    String.raw`\b(?:call|attempt|try|retry|repetition)\s?(?:number|no\.?|#)?\s?:?\s?\d{1,4}\b`,
    String.raw`\b\d{1,4}\s?(?:[x×](?!\w)|times\b|(?:st|nd|rd|th)\s(?:time|call|attempt|read|request)\b)`,
  ].join('|'),
  'gi',
);
const MAX_VEILED = 8_000;
/** The same, looked for at one place. */
const VOLATILE_HERE = new RegExp(VOLATILE.source, 'iy');
/** What begins a volatile part. */
const MAY_BEGIN = /["[d]|\b\w/iy;
/** So far before a difference, a word is looked for that is no part of anything volatile. */
const MAX_BEFORE = 200;
/** Longer differences say something. */
const MAX_PASSING = 200;
/** Times, ids and hashes hold digits, so that the first whole word stands as it is. */
const FIRST_WORD = /(?<![\p{L}\p{N}+/])\p{L}{4,}(?![\p{L}\p{N}+/])/u;
/** What a guard writes below a result to say that it has not changed. */
const REPEAT_NOTE =
  /\n[ \t]{0,20}\[?(?:[a-z-]{1,20} ){0,3}(?:note|notice|warning|hint|reminder)\b[^\n]{0,300}?\b(?:identical|repeat\w*|same (?:call|arguments?|results?)|unchanged|(?:has|have) not changed)\b[^\n]*\s{0,20}$/i;

/** What a harness writes below a result to say how much of the context or of the steps is left. */
const BUDGET_NOTE =
  /\n[ \t]{0,20}(?:<\w[^>\n]{0,40}>|\[)?\s{0,4}(?:(?:total |remaining |max(?:imum)? )?(?:tokens?|token usage|context(?: window| usage)?|steps?|turns?|iterations?|tool (?:calls?|uses?)))\b[^\n]{0,40}\d[^\n]{0,80}$/i;

/** The same, and how long it took, in one line of measures: `[elapsed: 2.1s, tokens: 4011]`. */
const MEASURES_NOTE =
  /\n[ \t]{0,20}[[(<](?:[a-z_ -]{0,20}\b(?:elapsed|took|time|duration|latency|tokens?|usage|cost|context|steps?|turns?|budget|credits?|exit(?: ?code)?)[a-z_ -]{0,20}[:=]?\s{0,3}[$€]?-?\d[\d.,]{0,12}\s?(?:%|[a-zµ]{1,12})?(?:\s?(?:of|\/)\s?\d[\d.,]{0,12}[km]?)?\s{0,3}[,;|·]?\s{0,3}){1,8}[\])>]\s{0,20}$/i;

/** A program that has ended tells its own process, which is another one each time; of one that runs the number may be the news. */
const HAS_ENDED = /\bexit[ _-]?(?:code|status)\b/i;
const PROCESS = /\b(?:pid|ppid|pgid|process[ _-]?id)["']?\s?[:=]\s?\d{1,10}\b/gi;

/** A result with everything masked that differs from call to call without saying anything; only its beginning where it is long. */
export function veil(text: string): string {
  const plain = withoutNote(text);
  const masked = HAS_ENDED.test(plain) ? plain.replace(PROCESS, '\u0001') : plain;
  return masked.replace(VOLATILE, '\u0001');
}

/** So many lines at the end hold all notes. */
const LINES_OF_NOTES = 12;

/** The beginning of a result without what a guard or a harness wrote below it. */
export function withoutNote(text: string): string {
  const told = text.slice(0, MAX_VEILED).trimEnd();
  if (!told.includes('\n')) return told;
  let from = told.length;
  for (let line = 0; line < LINES_OF_NOTES && from > 0; line += 1)
    from = told.lastIndexOf('\n', from - 1);
  const end = told.slice(Math.max(0, from));
  const kept = end.replace(REPEAT_NOTE, '').replace(BUDGET_NOTE, '').replace(MEASURES_NOTE, '');
  return kept.length === end.length ? told : `${told.slice(0, Math.max(0, from))}${kept}`.trimEnd();
}

/** What of a call's result is compared. */
interface Answered {
  said: {
    isWhole: boolean;
    text: string;
    told: string;
    veiled: string;
    firstWord: string;
    plain: number;
  };
}

/** True where the results of two calls are the same behind the veil, and the veil does not hide all there is. */
export function differOnlyInPassing({ said: a }: Answered, { said: b }: Answered): boolean {
  if (!a.isWhole || !b.isWhole || !isVeilable(a.text) || !isVeilable(b.text)) return false;
  const [lengthA, lengthB] = [a.text.length, b.text.length];
  if (Math.abs(lengthA - lengthB) > MAX_PASSING + Math.max(lengthA, lengthB) / 2) return false;
  if (a.firstWord !== b.firstWord || a.plain !== b.plain) return false;
  if (!isData(a.text) && !isData(b.text) && partUnveiled(a.told, b.told)) return false;
  return a.veiled === b.veiled && /\p{L}{2,}/u.test(a.veiled);
}

/** What is set in order before it is veiled. */
function isData(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Whether two texts differ first in what no veil covers; untold where something volatile lies near. */
function partUnveiled(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  let parts = 0;
  while (parts < end && a.charCodeAt(parts) === b.charCodeAt(parts)) parts += 1;
  if (parts === a.length && parts === b.length) return false;
  const from = endOfPlainWord(a, parts, parts - MAX_BEFORE);
  if (from < 0) return false;
  for (let at = from; at <= parts; at += 1)
    if (beginsVolatile(a, at) || beginsVolatile(b, at)) return false;
  return !HAS_ENDED.test(a) && !HAS_ENDED.test(b);
}

function beginsVolatile(text: string, at: number): boolean {
  MAY_BEGIN.lastIndex = at;
  VOLATILE_HERE.lastIndex = at;
  return MAY_BEGIN.test(text) && VOLATILE_HERE.test(text);
}

function isVeilable(text: string): boolean {
  return text !== '' && text.length <= MAX_VEILED;
}

export function firstWordOf(text: string): string {
  return FIRST_WORD.exec(text)?.[0] ?? '';
}
