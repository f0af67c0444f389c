/** Words that make the value behind them a secret, as sources of patterns: each begins with fixed characters and repeats nothing. */
const PASSWORDS = 'pass(?:word|wd|phrase|code)|(?<![a-z])pwd';
const COOKIES = '(?:set[_-]?)?cookie';
const OTHERS = [
  'secret(?:[_-]?(?:access[_-]?)?(?:key|token|value))?',
  'api[_-]?key',
  '(?:access|account|private|signing|encryption|shared[_-]?access|subscription|master)[_-]?key',
  '(?:access|refresh|auth|bearer|session|security|csrf|xsrf|id|api|personal[_-]?access)[_-]?token',
  '(?:proxy[_-])?authorization',
  'credentials?',
  'connection[_-]?string',
].join('|');
/** A secret only where it is long: models count and spell tokens too. */
const WEAK = '(?<![a-z._-])token';

export const MIN_WEAK_CHARS = 16;

/** The names in groups of their own: `password`, `cookie`, `other`, `weak`. */
export function nameGroups(more: readonly string[]): string {
  const own = more.map((name) => `|(?<![a-z])${escape(name)}`).join('');
  return `(?<password>${PASSWORDS}${own})|(?<cookie>${COOKIES})|(?<other>${OTHERS})|(?<weak>${WEAK})`;
}

/** The ends of all names, for a look that costs less than a search. */
export function nameEnds(more: readonly string[]): string {
  const own = more.map((name) => escape(name));
  return ['word', 'wd', 'phrase', 'code', 'secret', 'key', 'token', 'value', 'authorization']
    .concat(['cookie', 'credentials?', 'string'], own)
    .join('|');
}

function escape(name: string): string {
  return name.replaceAll(/[.-]/g, String.raw`\$&`);
}

export type NameCheck = (name: string, value: string) => boolean;

const MAX_NAME_CHARS = 64;
/** Names of attributes repeat from span to span. */
const MAX_KNOWN = 2_000;

/** Tells by its name that a value is a secret: `dbPassword`, `http.request.header.authorization`. */
export function createNameCheck(more: readonly string[]): NameCheck {
  const pattern = new RegExp(`(?:${nameGroups(more)})$`, 'i');
  const known = new Map<string, number>();
  /** From how many characters on a value of that name is a secret. */
  const leastChars = (name: string): number => {
    const groups = pattern.exec(name.slice(-MAX_NAME_CHARS))?.groups;
    if (groups === undefined) return Infinity;
    return groups['weak'] === undefined ? 1 : MIN_WEAK_CHARS;
  };
  return (name, value) => {
    const least = known.get(name) ?? leastChars(name);
    if (known.size < MAX_KNOWN) known.set(name, least);
    return value.length >= least;
  };
}
