import { isWrite } from './effect.ts';
import type { Fact } from './fact.ts';
import type { PrintSet } from './print-set.ts';
import { IN_LETTERS, overlap, overlapAtMost, wordPrints } from './prints.ts';
import type { Said } from './said.ts';
import { areTogether } from './together.ts';
import { differOnlyInPassing } from './veil.ts';
import { clausesOf } from './clauses.ts';

/** No shorter text has so many words. */
const MIN_PAGE = 100;
/** Below this a text has too few words for a share of them to mean anything; then only equality counts. */
const MIN_WORDS = 25;
/** Two transcriptions of one page share about four fifths of their words, two pages of one document about a third. */
const SAME_PAGE = 0.65;
/** The same for what is left of two pages when equal lines are taken away. */
const SAME_REST = 0.4;
/** The same page to the word. */
const SAME_WORDS = 0.85;
/** Machine output repeats its lines to the letter, so a single changed line in it is news. */
const VERBATIM_LINES = 0.8;
/** Whoever transcribes anew changes words here and there; a state that moves changes one or two. */
const MIN_CHANGED_WORDS = 4;

/** Pictures cannot be read: after something else was done, another one shows what has changed. */
export function showsAnotherPicture(before: Fact, now: Fact): boolean {
  if (now.at - before.at < 2) return false;
  const [a, b] = [before.said.raw, now.said.raw];
  return a !== null && b !== null && a !== b && holdsPicture(b) && holdsPicture(a);
}

function holdsPicture(text: string): boolean {
  return text.includes(';base64,') || text.includes('"b64_json"') || text.includes('"base64"');
}

/** Whether two answers that are not equal say the same: they differ in passing, or are two receipts for the same deed. */
export function isSameAnswer(before: Fact, now: Fact): boolean {
  if (differOnlyInPassing(before, now)) return true;
  const a = before.said;
  const b = now.said;
  if (a.text === '' || b.text === '') return false;
  if (a.isClock && b.isClock) return true;
  if (isWrite(now.call)) {
    return (
      areTogether(before.call, now.call) ||
      isSameReceipt(a, b, RECEIPT_FIELD) ||
      isSameReceiptInWords(a.text, b.text)
    );
  }
  if (isSameReceipt(a, b, PASSING_FIELD)) return true;
  if (now.call.effect === 'read' && isReordered(before, now)) return true;
  if (now.call.effect !== 'unknown' || !isTwoDeeds(a, b)) return false;
  return areTogether(before.call, now.call) || BROUGHT.test(b.text) || differInIds(a, b);
}

/** An id that a thing was given when it was made. */
const GIVEN_ID =
  /^(?!(?:x[-_])?(?:req|request|trace|span|correlation|session|message)(?:[-_]|I[dD])).*(?:^id|[_-]id|[a-z]I[dD])$/;

/** Whether two objects are the same but for the ids of what they tell of. */
function differInIds({ fields: before }: Said, { fields: now }: Said): boolean {
  return [...(now ?? [])].every(
    ([name, value]) =>
      GIVEN_ID.test(name) || JSON.stringify(value) === JSON.stringify(before?.get(name)),
  );
}

/** Two equal calls of which each acknowledges a deed of its own. */
function isTwoDeeds(a: Said, b: Said): boolean {
  return (
    (isSameReceipt(a, b, RECEIPT_FIELD) && tellsOfDeed(a)) || isSameReceiptInWords(a.text, b.text)
  );
}

/**
 * Whether two results show the same thing transcribed anew, as agents that look at a screen do. `isReworded`: this question is
 * known to be answered in other words each time, so that few changed words are no longer a sign of machine output.
 */
export function isSameInOtherWords(before: Fact, now: Fact, isReworded: boolean): boolean {
  if (depictTheSame(before.said, now.said)) return true;
  const a = before.said.text;
  const b = now.said.text;
  if (!areComparable(a, b)) return false;
  if (before.said.sketch.overlapAtMost(now.said.sketch) < SAME_PAGE) return false;
  const wordsA = before.said.prints;
  const wordsB = now.said.prints;
  const shared = overlap(wordsA, wordsB);
  if (shared < SAME_PAGE || Math.min(wordsA.size, wordsB.size) < MIN_WORDS) return false;
  if (isReworded) return true;
  const lines = compareLines(before.said, now.said);
  const isAnew = shared >= SAME_WORDS && isSetAnew(lines);
  if ((!isAnew && lines.verbatim >= VERBATIM_LINES) || !restIsAlike(lines)) return false;
  const changed = wordsA.countBeside(wordsB, IN_LETTERS) + wordsB.countBeside(wordsA, IN_LETTERS);
  return isAnew || changed >= MIN_CHANGED_WORDS;
}

/** Few words depict a screen within so many characters. */
const MAX_DEPICTED = 400;
const MIN_DEPICTED = 30;
const IN_SENTENCES = /^[^[{</$]*\b(?:the|a|is|are|we|shown|shows|displayed|visible)\b[^[{</$]*$/i;
/** Fewer words that mean something may be the same by chance. */
const MIN_MEANT = 5;

/** Two short descriptions that put the same words together in each of their clauses, however they join them. */
function depictTheSame({ text: a, isWhole }: Said, { text: b }: Said): boolean {
  if (Math.max(a.length, b.length) > MAX_DEPICTED || !isWhole) return false;
  if (Math.min(a.length, b.length) < MIN_DEPICTED || !IN_SENTENCES.test(a) || !IN_SENTENCES.test(b))
    return false;
  const clauses = clausesOf(a);
  return clauses.join(' ').split(' ').length >= MIN_MEANT && sameItems(clauses, clausesOf(b));
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Signs that items stand beside each other. */
const BETWEEN_ITEMS = /[,;\n\u2022\u3001]/g;
const MIN_ITEMS = 3;
const MIN_TOLD_WORDS = 4;
const MAX_ENUMERATION = 2_000;

/** Whether two texts enumerate the same in another order, as searches in prose do. */
export function isReordered(before: Fact, now: Fact): boolean {
  if (!before.said.isWhole || !now.said.isWhole) return false;
  const a = before.said.text;
  const b = now.said.text;
  if (a.length > MAX_ENUMERATION || Math.abs(a.length - b.length) > MIN_ITEMS || isData(a))
    return false;
  if (before.said.letters !== now.said.letters) return false;
  if ((a.match(BETWEEN_ITEMS)?.length ?? 0) < MIN_ITEMS - 1) return false;
  const wordsA = sortedWords(a);
  if (wordsA.filter((word) => /\p{L}{3}/u.test(word)).length < MIN_TOLD_WORDS) return false;
  return wordsA.join(' ') === sortedWords(b).join(' ');
}

function sortedWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_.]*[\p{L}\p{N}_]/gu) ?? []).toSorted();
}

/** Two texts, no data, each long enough and hardly longer than the other. */
function areComparable(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < MIN_PAGE || isData(a) || isData(b)) return false;
  return shorter >= SAME_PAGE * SAME_PAGE * Math.max(a.length, b.length);
}

/** Two texts line by line. */
interface ComparedLines {
  /** Lines of only one of them. */
  restA: string;
  restB: string;
  /** No line stands in both. */
  areAllOther: boolean;
  /** Share of the lines of the second that stand in the first to the letter. */
  verbatim: number;
  /** The words of the rests. */
  restPrints: () => readonly [PrintSet, PrintSet];
}

function compareLines({ lines: a }: Said, { lines: b }: Said): ComparedLines {
  const onlyA = [...a.keys()].filter((line) => !b.has(line));
  const restA = onlyA.join('\n');
  const restB = [...b.keys()].filter((line) => !a.has(line)).join('\n');
  let known = 0;
  let all = 0;
  for (const [line, times] of b) {
    all += times;
    if (a.has(line)) known += times;
  }
  let prints: readonly [PrintSet, PrintSet] | undefined;
  return {
    restA,
    restB,
    areAllOther: onlyA.length === a.size,
    verbatim: all === 0 ? 1 : known / all,
    restPrints: () => (prints ??= [wordPrints(restA), wordPrints(restB)]),
  };
}

/** What stands in both to the letter may be the tool's own frame: what lies beside it must be alike, too. */
function restIsAlike({ areAllOther, restPrints }: ComparedLines): boolean {
  return areAllOther || overlapAtMost(...restPrints()) >= SAME_REST;
}

/** The same words in other lines, quotes and bullets: no program sets its output anew from call to call. */
function isSetAnew({ restA, restB, restPrints }: ComparedLines): boolean {
  if (restA === '' || restB === '') return false;
  return overlap(...restPrints()) >= SAME_PAGE && marksOf(restA) !== marksOf(restB);
}

/** A text without its words and its spaces. */
function marksOf(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}_\s]+/gu, '');
}

/** JSON is compared by value, never by its words. */
function isData(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Fields that differ between two receipts for the same deed. */
const RECEIPT_FIELD =
  /(?:id|no|nr|number|key|token|hash|sha|ts|time|timestamp|at|date|url|link|tx|txn|ref|reference|rev|revision|etag|receipt|confirmation)s?$/i;
/** Fields that belong to the exchange and not to what was asked. */
const PASSING_FIELD =
  /^(?:x[-_])?(?:csrf|xsrf|nonce|etag|trace|span|request|correlation|session|signature)(?:[-_]?(?:id|token|key|hash))?$|^(?:csrf|xsrf|session|request|trace)[A-Z]\w*$/i;
/** A name that a text gives to a deed. */
const NAME_OF_DEED =
  /#\w*\d[\w-]*|\b(?:id|no|nr|number|ref|reference|key|ticket|order|invoice|receipt|confirmation|transaction|message|issue|commit|revision)\b(?:\s(?:is|was))?[\s:=#([]{1,3}[\w-]*\d[\w-]*|\b[A-Z]{1,6}-\d[\w-]*\b|\b(?:started|launched|spawned|created|submitted|queued)\b[\s:]{1,3}\d{2,12}\s*$|(?<=\w)[-_]\d{1,14}(?=\.[a-z]{2,5}\b)/gi;
const MAX_RECEIPT = 300;

/** Whether two short texts acknowledge the same and differ in the name of the deed. */
function isSameReceiptInWords(a: string, b: string): boolean {
  if (a.length > MAX_RECEIPT || b.length > MAX_RECEIPT || isData(a)) return false;
  const masked = a.replaceAll(NAME_OF_DEED, '\u0001');
  return masked !== a && masked === b.replaceAll(NAME_OF_DEED, '\u0001');
}

/** Whether two answers of one write acknowledge the same and differ in what names the deed: its id, revision or time. */
function isSameReceipt(a: Said, b: Said, field: RegExp): boolean {
  const before = a.fields;
  const now = b.fields;
  if (before === null || now === null) return false;
  const shared = [...now.keys()].filter((name) => before.has(name));
  const told = shared.filter((name) => !field.test(name));
  return (
    shared.length === Math.min(before.size, now.size) &&
    told.every((name) => {
      const [from, to] = [before.get(name), now.get(name)];
      if (JSON.stringify(from) === JSON.stringify(to)) return true;
      return field === RECEIPT_FIELD && areNamesOfDeeds(from, to);
    })
  );
}

/** An id as services make them: `re_41`, `ORD-7f3a`. */
const MADE_ID = /^([A-Za-z]{1,8})[-_][\w-]{0,60}\d[\w-]{0,60}$/;

/** Ids of one sort. */
function areNamesOfDeeds(from: unknown, to: unknown): boolean {
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  const sort = MADE_ID.exec(from)?.[1];
  return sort !== undefined && sort === MADE_ID.exec(to)?.[1];
}

/** Whether two answers are receipts that differ in nothing but what they name. */
export function isReceiptOfAnother({ said: a }: Fact, { said: b }: Fact): boolean {
  return a.text !== b.text && isTwoDeeds(a, b);
}

/** The same of objects, whose ids are those of what was made rather than of the exchange. */
export function isAnotherById({ said: a }: Fact, { said: b }: Fact): boolean {
  return a.data !== undefined && a.text !== b.text && isTwoDeeds(a, b) && differInIds(a, b);
}

/** Something was done to the world outside. */
const DONE_OUTSIDE =
  /\b(?:sent|submitted|placed|booked|ordered|posted|published|charged|paid|transferred)\b/i;
/** Something was brought into the world rather than set to a value. */
const BROUGHT = new RegExp(
  String.raw`${DONE_OUTSIDE.source}|\b(?:created|opened|started|launched|queued|scheduled|captured|saved (?:to|as)|running in (?:the )?background)\b`,
  'i',
);

/** Whether each of equal calls has done its deed anew: a known write, or one whose answers are receipts for two deeds. */
export function areDoneAnew([first, second]: readonly Fact[]): boolean {
  if (first === undefined || isWrite(first.call)) return first !== undefined;
  if (first.call.effect !== 'unknown' || second === undefined) return false;
  const { text } = first.said;
  return text !== second.said.text && BROUGHT.test(text) && isTwoDeeds(first.said, second.said);
}

/** The same of a tool that is not declared to write, with no consequences outside: some of it may be wanted. */
export function makeThings(facts: readonly Fact[]): boolean {
  const [first] = facts;
  if (first?.call.effect !== 'unknown' || !areDoneAnew(facts)) return false;
  return !DONE_OUTSIDE.test(first.said.text);
}

/** Members that name what has come into the world. */
const OF_DEED = /(?:id|no|nr|number|key|ref|url|link)$/i;

/** Whether a short answer tells of a deed that has its own name, or that brought something into the world: another one does it again. */
export function namesDeed({ said: { text, fields }, asked }: Fact): boolean {
  if (text.length > MAX_RECEIPT) return false;
  if (BROUGHT.test(text) || (text.match(NAME_OF_DEED) !== null && !isData(text))) return true;
  return [...(fields ?? [])].some(([name, value]) => {
    const given = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return OF_DEED.test(name) && /\d/.test(given) && asked.text?.includes(given) !== true;
  });
}

/** Something beside the deed's name is said to be so. */
function tellsOfDeed({ fields }: Said): boolean {
  return fields !== null && [...fields.keys()].some((name) => !RECEIPT_FIELD.test(name));
}
