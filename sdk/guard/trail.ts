/** Arguments and errors kept per key for the words of a stop. */
const MAX_TRIED = 5;
const MAX_TRIED_TEXT = 500;

/** What was tried under one key, and what came of it: the last few. */
export interface Trail {
  tried: string[];
  errors: string[];
}

/** The texts as they are told: in the order of the attempts, each cut and each once. */
export function told(texts: readonly string[]): string[] {
  const cut = texts.map((text) =>
    text.length > MAX_TRIED_TEXT ? `${text.slice(0, MAX_TRIED_TEXT)}…` : text,
  );
  return [...new Set(cut)];
}

/** Adds a text to the last few. `isNew`: it is known to be none of them. */
export function remember(texts: string[], text: string, isNew = false): void {
  if (text === '' || (!isNew && texts.includes(text))) return;
  texts.push(text);
  if (texts.length > MAX_TRIED) texts.shift();
}
