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
    const char = text[at];
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1));
    else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

/** Calls `take` with the text between the commas of the outermost brackets; stops where it answers false. */
function eachPart(
  text: string,
  open: '{' | '[',
  close: '}' | ']',
  take: (part: string) => boolean,
): boolean {
  const body = text.trim();
  if (!body.startsWith(open) || !body.endsWith(close)) return false;
  let depth = 0;
  let from = 1;
  for (let at = 1; at < body.length; at += 1) {
    const char = body[at];
    if (char === '"') at = endOfString(body, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (depth > 0 && (char === '}' || char === ']')) depth -= 1;
    else if (char === ',' || char === close) {
      if (depth > 0) continue;
      const part = body.slice(from, at).trim();
      if (part !== '' && !take(part)) return false;
      from = at + 1;
      if (char === close) return at === body.length - 1;
    }
  }
  return false;
}

/** Position after the closing quote of the string that opens at `quote`; the text's end where it does not close. */
export function endOfString(text: string, quote: number): number {
  for (
    let close = text.indexOf('"', quote + 1);
    close !== -1;
    close = text.indexOf('"', close + 1)
  ) {
    let slashes = 0;
    while (text.charCodeAt(close - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
  return text.length;
}
