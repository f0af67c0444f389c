/** Longer texts are compared by their beginning: what a page shows first decides. */
export const MAX_COMPARED = 8_000;

/** Words of a text in lower case, each once. */
export function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, MAX_COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );
}

/** Shared part of two sets, 0 to 1; 1 where both are empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  const union = a.size + b.size - shared;
  return union === 0 ? 1 : shared / union;
}

/** Lines of the beginning of a text, those that say nothing aside. */
export function linesOf(text: string): string[] {
  return text
    .slice(0, MAX_COMPARED)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 0);
}
