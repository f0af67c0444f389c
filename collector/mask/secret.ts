/** A stretch of a text that must not be kept: `text.slice(start, end)`. */
export interface Secret {
  kind: string;
  start: number;
  end: number;
}

/** A first look only: a text that begins so and is no JSON is treated as JSON would be, which does it no harm. */
export function isJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*(?:["\d{[\]-]|(?:true|false|null)\s*[,\]]))/.test(text);
}

export type Finder = (text: string) => readonly Secret[];

/** What most texts have. */
export const NO_SECRETS: readonly Secret[] = [];
