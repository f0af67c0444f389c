/** Longer texts are compared by their beginning: what a page shows first decides. */
export const MAX_COMPARED = 8_000;

/** Lines of the beginning of a text, those that say nothing aside, each with how often it stands there. */
export function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const each of text.slice(0, MAX_COMPARED).split('\n')) {
    const line = each.trim();
    if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  return lines;
}
