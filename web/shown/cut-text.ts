/** Values longer than this are shown as their beginning until asked for. */
export const COLLAPSE_ABOVE = 64 * 1024;
const BEGINNING = 2048;

export interface CutText {
  text: string;
  /** Characters that are not shown. */
  hidden: number;
}

/** Never cuts a surrogate pair in two. */
export function cutText(text: string, isWhole: boolean): CutText {
  if (isWhole || text.length <= COLLAPSE_ABOVE) return { text, hidden: 0 };
  return cutAt(text, BEGINNING);
}

/** The beginning for a one-line view; line breaks become a mark. */
export function oneLine(text: string, length: number): string {
  const cut = text.length > length ? cutAt(text, length) : { text, hidden: 0 };
  const flat = cut.text.replace(/\s*\n\s*/g, ' ⏎ ');
  return cut.hidden > 0 ? `${flat}…` : flat;
}

const NAME_CHARS = 48;

/** A name within a sentence, which must not drown it. */
export const shortName = (name: string): string => oneLine(name, NAME_CHARS);

const LONGEST_WORD = 80;

/** A sentence keeps its verb, however long a name in it. */
export const tameWords = (sentence: string): string =>
  sentence.replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? shortName(word) : word));

function cutAt(text: string, length: number): CutText {
  const isPairSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  const end = isPairSplit ? length - 1 : length;
  return { text: text.slice(0, end), hidden: text.length - end };
}
