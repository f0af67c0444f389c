import type { Fact } from './fact.ts';

/** Fewer words are an acknowledgement that happens to name its object. */
const MIN_WORDS = 8;
/** What a wrapper adds around the echo. */
const OWN_WORDS = 0.95;
/** Eight words are no shorter. */
const MIN_LENGTH = 24;
/** Longer arguments are files, not talk. */
const MAX_ARGS = 16_000;
/** What is longer than the arguments says more than they do. */
const MAX_WRAPPING = 120;

/**
 * True where a result says nothing but what stands in the call's own arguments: whoever prints a request or a thought has asked
 * nobody and learned nothing. A figure that the arguments do not hold is something learned.
 */
export function isEcho({ asked, said }: Fact): boolean {
  const args = asked.text;
  const result = said.text;
  if (args === null || !said.isWhole) return false;
  if (args.length > MAX_ARGS || result.length < MIN_LENGTH) return false;
  if (result.length > args.length + MAX_WRAPPING) return false;
  // Most results hold a figure that stands nowhere in the arguments.
  for (const [figure] of result.matchAll(/\p{N}+/gu)) if (!args.includes(figure)) return false;
  if (!said.tells(MIN_WORDS)) return false;
  const own = tokensOf(unescaped(args));
  for (const figure of result.match(/\p{N}+/gu) ?? []) if (!own.has(figure)) return false;
  const told = said.tellingWords;
  let known = 0;
  for (const word of told) if (isKnown(word, own)) known += 1;
  return known >= told.size * OWN_WORDS;
}

function isKnown(word: string, own: ReadonlySet<string>): boolean {
  return tokensIn(word).every((token) => own.has(token));
}

function tokensOf(text: string): Set<string> {
  return new Set(tokensIn(text));
}

function tokensIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** JSON text with its line breaks and quotes as they were meant. */
function unescaped(args: string): string {
  return args.replaceAll(/\\[nrt"\\/]/g, ' ');
}
