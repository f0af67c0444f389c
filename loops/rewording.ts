import type { Call } from './call.ts';
import { withoutNumbers } from './contents.ts';

/** How the arguments of two calls of one tool relate: the same but for numbers, the same thing in other words, or other things. */
export type Move = 'counted' | 'reworded' | 'other';

const MIN_STEM = 4;
const MAX_TEXT = 4_000;
/** Free text shares so many of its words when it says the same thing. */
const SHARED_WORDS = 0.5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How the arguments moved between two calls; `other` where their text is not at hand. */
export function moveBetween(before: Call, now: Call): Move {
  const a = before.text?.args ?? null;
  const b = now.text?.args ?? null;
  if (a === null || b === null) return 'other';
  if (withoutNumbers(a) === withoutNumbers(b)) return 'counted';
  const fieldsA = fieldsOf(a);
  const fieldsB = fieldsOf(b);
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

/** Top-level fields as text; arguments that are no object are one field. */
function fieldsOf(args: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return new Map(
        Object.entries(value).map(([name, field]) => [
          name,
          typeof field === 'string' ? field : JSON.stringify(field),
        ]),
      );
    }
  } catch {
    // Arguments that are no JSON are compared as one text.
  }
  return new Map([['', args]]);
}

/** One value contains the other, begins like it, or shares half of its words. */
function isRewording(from: string, to: string): boolean {
  const a = from.slice(0, MAX_TEXT).toLowerCase();
  const b = to.slice(0, MAX_TEXT).toLowerCase();
  if (a.includes(b) || b.includes(a)) return true;
  const wordsA = wordsOf(a);
  const wordsB = wordsOf(b);
  const fewer = Math.min(wordsA.size, wordsB.size);
  if (fewer === 0) return false;
  if (fewer === 1) return stemsMeet(wordsA, wordsB);
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared >= fewer * SHARED_WORDS;
}

/** Words of three letters or more; of scripts that put no space between words, pairs of characters. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(/\p{L}+/gu)) {
    if (!UNSPACED.test(run)) {
      if (run.length >= 3) words.add(run);
      continue;
    }
    for (let at = 0; at + 1 < run.length; at += 1) words.add(run.slice(at, at + 2));
  }
  return words;
}

function stemsMeet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const stems = new Set([...a].map((word) => word.slice(0, MIN_STEM)));
  return [...b].some((word) => word.length >= MIN_STEM && stems.has(word.slice(0, MIN_STEM)));
}
