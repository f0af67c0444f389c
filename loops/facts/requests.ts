import type { Fact } from './fact.ts';

/** Shorter sentences are queries. */
const MIN_WORDS = 12;
const MAX_REQUEST = 4_000;
const WORD = /^["'(\u2018\u201c]{0,2}[\p{L}'\u2019-]+[.,;:!?)"'\u2019\u201d]{0,3}$/u;
/** Signs that queries and programs are written with. */
const OF_PROGRAMS = /[=*{}<>;$|\\]|\w\(/;
/** Paths, numbers and names between the words. */
const MOSTLY_WORDS = 0.75;

/** True where a call asks somebody for something in whole sentences, as one agent asks another: work that is done anew each time. */
export function isRequest({ asked }: Pick<Fact, 'asked'>): boolean {
  const { raw } = asked;
  if (raw === null || raw.length > MAX_REQUEST || asked.members === null) return false;
  return [...asked.members.values()].some((value) => typeof value === 'string' && isProse(value));
}

function isProse(text: string): boolean {
  if (OF_PROGRAMS.test(text)) return false;
  const tokens = text.trim().split(/\s+/);
  if (tokens.length < MIN_WORDS) return false;
  return tokens.filter((token) => WORD.test(token)).length >= tokens.length * MOSTLY_WORDS;
}
