import { isJson, NO_SECRETS, type Finder, type Secret } from './secret.ts';
import { MIN_WEAK_CHARS, nameEnds, nameGroups } from './secret-names.ts';

/** What stands where a value could, but is none. */
const NO_VALUE = /^(?:null|none|true|false|undefined|nil|n\/a|\**)$|^[{,:\]}]/i;
/** Without quotes a value ends here; a cookie at the end of its line. */
const BARE = /[^\s,;&"'`\\)\]}<>|]{0,4096}/y;
const LINE = /[^\r\n"'`\\]{0,4096}/y;
/** Stands before the secret itself, and is kept. */
const SCHEME = /(?:bearer|basic|digest|token|apikey)[ +]{1,4}/iy;
/** Prose has words behind a colon, secrets have more than letters. */
const SECRETIVE = /[\d_+/=.~%-]|^.{20}/;

/**
 * Values that stand in a text behind the name of a secret: `password=x`, `"api_key": "x"`, `\"secret\":\"x\"`,
 * `Authorization: Basic x`. Names are searched once; each value is read from where its name ends.
 */
export function createNamedFinder(more: readonly string[]): Finder {
  const names = new RegExp(
    // Up to the value: a quote that closes the name, a separator, an opening bracket of a list, an opening quote.
    `(?:${nameGroups(more)})(?<closing>\\\\*["'])?[ \\t]{0,8}(?<separator>=>|[:=])[ \\t]{0,8}\\[?(?<opening>\\\\*["'])?`,
    'gi',
  );
  // A separator first, which is rare in texts, and only then what must stand before it.
  const hint = new RegExp(`[:=](?<=(?:${nameEnds(more)})\\\\{0,8}["']?[ \\t]{0,8}[:=])`, 'i');
  return (text) => {
    if (!hint.test(text)) return NO_SECRETS;
    const found: Secret[] = [];
    for (const match of text.matchAll(names)) {
      const { opening, closing, ...groups } = match.groups ?? {};
      // In JSON a plain quote behind a name without one ends the string that the name stands in.
      if (opening === '"' && closing === undefined && isJson(text)) continue;
      const valueStart = match.index + match[0].length;
      const start = endOf(SCHEME, text, valueStart);
      const end =
        opening === undefined
          ? endOf(groups['cookie'] === undefined ? BARE : LINE, text, start)
          : quotedEnd(text, start, opening);
      const isSaid = opening !== undefined || start > valueStart;
      if (isSecret(text.slice(start, end), isSaid, groups))
        found.push({ kind: 'named', start, end });
    }
    return found;
  };
}

function isSecret(
  value: string,
  isSaid: boolean,
  { password, weak, separator }: Record<string, string | undefined>,
): boolean {
  if (NO_VALUE.test(value)) return false;
  if (weak !== undefined && value.length < MIN_WEAK_CHARS) return false;
  // PWD is where a shell stands.
  if (password === 'PWD' && /^[/~]/.test(value)) return false;
  return isSaid || separator !== ':' || password !== undefined || SECRETIVE.test(value);
}

/** Where a sticky pattern that may match nothing ends. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Where the quote that opened is closed, or a string around it ends; a text that is no JSON has no such string. */
function quotedEnd(text: string, from: number, opening: string): number {
  const depth = opening.length - 1;
  const isSingle = opening.endsWith("'");
  const marks = new RegExp(isSingle && isJson(text) ? `["']` : opening.slice(-1), 'g');
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const end = mark.index;
    let slashes = 0;
    while (end - 1 - slashes >= from && text[end - 1 - slashes] === '\\') slashes += 1;
    const own = slashesOfClose(slashes, isSingle && mark[0] === '"' ? 0 : depth);
    if (own !== null) return end - own;
  }
  return text.length;
}

/**
 * How many of the backslashes before a quote belong to it, where it closes a string; null where it stands inside of one.
 * Each level of strings within strings doubles the backslashes, and adds one.
 */
function slashesOfClose(slashes: number, depth: number): number | null {
  if (slashes % 2 === 0) return 0;
  if (depth === 0) return null;
  const within = slashesOfClose((slashes - 1) / 2, (depth - 1) / 2);
  return within === null ? null : within * 2 + 1;
}
