import { withoutNumbers } from './contents.ts';
import type { Fact } from './fact.ts';

/** How the arguments of two calls of one tool relate: the same but for numbers, the same thing in other words, or other things. */
export type Move = 'counted' | 'reworded' | 'other';

/** Whatever two paths have in common, what they end with is what is meant. */
const PATH = /^(?!\w+:\/\/)[\w.~@:-]*(?:[/\\][\w.@-]+)+[/\\]?$/;
const ADDRESS = /^\w+:\/\/\S+$/;
const MIN_STEM = 4;
/** Words that begin with so many equal letters are one: rotate, rotating, rotation. */
const ROOT = 5;
const MAX_TEXT = 4_000;
/** Longer texts are programs. */
const MAX_TOLD = 400;
/** A query is no sentence with fewer words behind its first. */
const MAX_QUERY = 4;
/** Longer texts are no names. */
const MAX_NAME = 60;
const BESIDE_NAME = /[^\p{L}\p{N}]+/gu;
/** Words that queries of whatever are made of. */
const FORM_WORDS = new Set(
  `select from where and not limit offset order group having join left inner outer count distinct asc desc
  the for with that this are was were what which how who any all into`
    .split(/\s+/)
    .map((word) => rootOf(word)),
);
/** Free text shares so many of its words when it says the same thing. */
const SHARED_WORDS = 0.5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How the arguments moved between two calls; `other` where their text is not at hand. */
export function moveBetween(before: Fact, now: Fact): Move {
  if (before.asked.text === null || now.asked.text === null) return 'other';
  if (before.asked.withoutNumbers === now.asked.withoutNumbers) return 'counted';
  const fieldsA = before.asked.fields;
  const fieldsB = now.asked.fields;
  let move: Move = 'counted';
  for (const name of new Set([...fieldsA.keys(), ...fieldsB.keys()])) {
    const from = fieldsA.get(name);
    const to = fieldsB.get(name);
    if (from === undefined || to === undefined || withoutNumbers(from) === withoutNumbers(to))
      continue;
    if (!isRewording(from, to)) return 'other';
    move = 'reworded';
  }
  return move;
}

/** One value contains the other, begins like it, or shares half of its words; two paths lead to one thing. */
function isRewording(from: string, to: string): boolean {
  if (PATH.test(from) && PATH.test(to)) return from.endsWith(to) || to.endsWith(from);
  if (namesAnother(from, to)) return false;
  const a = from.slice(0, MAX_TEXT).toLowerCase();
  const b = to.slice(0, MAX_TEXT).toLowerCase();
  if (a.includes(b) || b.includes(a) || areWrittenAlike(a, b)) return true;
  const wordsA = contentOf(wordsOf(a));
  const wordsB = contentOf(wordsOf(b));
  const fewer = Math.min(wordsA.size, wordsB.size);
  if (fewer === 0) return false;
  if (fewer === 1) return stemsMeet(wordsA, wordsB);
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared >= fewer * SHARED_WORDS;
}

/** A path, a file, an address, an identifier: what names a thing rather than describes it. */
const NAME = /[\p{L}\p{N}][/\\._@-][\p{L}\p{N}]/u;
const HOST = /\w+:\/\/([^/?#\s]+)/;
/** What an option and its quotes put round a name. */
const AROUND_NAME = /^-{1,2}[\w-]+=|["'`(),;]/g;
/** A name of its own within a sentence. */
const PROPER = /^[^\p{L}\p{N}]*(?:\p{Lu}\p{Ll}|\p{Lu}{2}|\p{L}*\d)/u;

/** The same text but for names, of which each stands for another thing than the one in its place. */
function namesAnother(from: string, to: string): boolean {
  if (from.length > MAX_TOLD || to.length > MAX_TOLD) return false;
  const before = from.split(/\s+/);
  const now = to.split(/\s+/);
  if (before.length !== now.length) return namesAnotherWithin(before, now);
  let named = 0;
  let kept = 0;
  for (const [at, token] of now.entries()) {
    if (before[at] === token) {
      kept += 1;
      continue;
    }
    if (before.includes(token) || now.includes(before[at] ?? '')) return false;
    const was = (before[at] ?? '').replaceAll(AROUND_NAME, '');
    const is = token.replaceAll(AROUND_NAME, '');
    if (!areNames(was, is) && !(areProper([was, is]) && (at > 0 || isInSmall(now)))) continue;
    if (isOneName(was, is)) return false;
    named += 1;
  }
  return named > 0 && 2 * kept >= now.length - 1;
}

/** A capital at the beginning means nothing in a sentence; before small letters in a few words it means a name. */
function isInSmall([, ...others]: readonly string[]): boolean {
  return (
    others.length > 0 && others.length < MAX_QUERY && others.every((word) => !PROPER.test(word))
  );
}

/** The same, where one of two names has more words than the other: all that is not the same stands in one place and has capitals. */
function namesAnotherWithin(before: readonly string[], now: readonly string[]): boolean {
  const fewer = Math.min(before.length, now.length);
  let start = 0;
  while (start < fewer && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < fewer - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  const was = before.slice(start, before.length - end);
  const is = now.slice(start, now.length - end);
  if (was.length === 0 || is.length === 0 || 2 * (start + end) < fewer) return false;
  if (start === 0 && !isInSmall(now.slice(is.length - 1))) return false;
  return areProper([...was, ...is]) && !isOneName(was.join(' '), is.join(' '));
}

function areProper(words: readonly string[]): boolean {
  return words.every((word) => PROPER.test(word));
}

function areNames(from: string, to: string): boolean {
  return NAME.test(from) && NAME.test(to) && !areOfOneSite(from, to);
}

/** Two addresses on one host, as agents try them one after the other. */
function areOfOneSite(from: string, to: string): boolean {
  const host = HOST.exec(from)?.[1];
  return host !== undefined && host === HOST.exec(to)?.[1];
}

/** One holds all words of the other: a longer path to the same thing, or another way to write it. */
function isOneName(from: string, to: string): boolean {
  const a = partsOf(from);
  const b = partsOf(to);
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  return [...fewer].every((part) => more.has(part));
}

/** Figures alone are none. */
function partsOf(name: string): Set<string> {
  return new Set(name.toLowerCase().match(/\p{N}*\p{L}[\p{L}\p{N}]*/gu));
}

/** The same letters and digits, set in another way. */
function areWrittenAlike(a: string, b: string): boolean {
  if (a.length > MAX_NAME || b.length > MAX_NAME) return false;
  return a.replaceAll(BESIDE_NAME, '') === b.replaceAll(BESIDE_NAME, '');
}

/** Whether two calls ask for different pages of the web. */
export function goElsewhere(before: Fact, now: Fact): boolean {
  return [...now.asked.fields].some(([name, to]) => {
    const from = before.asked.fields.get(name) ?? '';
    return ADDRESS.test(from) && ADDRESS.test(to) && pageOf(from) !== pageOf(to);
  });
}

function pageOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}

/** Words of three letters or more; of scripts that put no space between words, pairs of characters. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(/\p{L}+/gu)) {
    if (!UNSPACED.test(run)) {
      if (run.length >= 3) words.add(rootOf(run));
      continue;
    }
    for (let at = 0; at + 1 < run.length; at += 1) words.add(run.slice(at, at + 2));
  }
  return words;
}

function rootOf(word: string): string {
  const one = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
  return one.slice(0, ROOT);
}

/** The words that name something, where there are any beside those of the query language. */
function contentOf(words: Set<string>): Set<string> {
  const content = [...words].filter((word) => !FORM_WORDS.has(word));
  return content.length === 0 ? words : new Set(content);
}

function stemsMeet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const stems = new Set([...a].map((word) => word.slice(0, MIN_STEM)));
  return [...b].some(
    (word) => a.has(word) || (word.length >= MIN_STEM && stems.has(word.slice(0, MIN_STEM))),
  );
}
