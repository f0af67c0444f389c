/**
 * Reads JSON text without parsing it: parts come out exactly as they were written, so that digits, duplicate keys and
 * nesting of any depth survive. What is not well-formed gives null or a part that is not well-formed either.
 */

/** The members of an object text, each value as its own text. */
export function rawMembers(text: string): Map<string, string> | null {
  const members = new Map<string, string>();
  const read = eachPart(text, '{', '}', (part) => {
    const close = part.startsWith('"') ? endOfString(part, 0) : 0;
    const colon = part.indexOf(':', close);
    if (close === 0 || colon === -1) return false;
    members.set(unquote(part.slice(0, close)) ?? '', part.slice(colon + 1).trim());
    return true;
  });
  return read ? members : null;
}

/** The elements of an array text, each as its own text. */
export function rawElements(text: string): string[] | null {
  const elements: string[] = [];
  const read = eachPart(text, '[', ']', (part) => {
    elements.push(part);
    return true;
  });
  return read ? elements : null;
}

/** The text inside a JSON string literal; null where it is none. */
export function unquote(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Deepest nesting of brackets outside of strings. */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at) - 1;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
  }
  return deepest;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Calls `take` with the text between the commas of the outermost brackets; stops where it answers false. */
function eachPart(
  text: string,
  open: '{' | '[',
  close: '}' | ']',
  take: (part: string) => boolean,
): boolean {
  const body = text.trim();
  if (!body.startsWith(open) || !body.endsWith(close)) return false;
  let from = 1;
  while (from < body.length) {
    const end = endOfPart(body, from);
    const part = body.slice(from, end).trim();
    if (part !== '' && !take(part)) return false;
    if (body.charCodeAt(end) !== COMMA) return end === body.length - 1;
    from = end + 1;
  }
  return false;
}

/** Position of the comma or bracket that ends the part beginning at `from`. */
function endOfPart(body: string, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const char = body.charCodeAt(at);
    if (char === QUOTE) at = endOfString(body, at) - 1;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === COMMA && depth === 0) return at;
  }
  return body.length;
}

/** Position after the closing quote of the string that opens at `quote`; the text's end where it does not close. */
export function endOfString(text: string, quote: number): number {
  for (
    let close = text.indexOf('"', quote + 1);
    close !== -1;
    close = text.indexOf('"', close + 1)
  ) {
    let slashes = 0;
    while (text.charCodeAt(close - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
  return text.length;
}
