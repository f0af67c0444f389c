const OPENING = /[bBrRuU]{0,2}(['"])/y;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
const PLAIN = /[^\\'"]+/y;
const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['/', '/'],
  ['\n', ''],
]);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** The Python string literal that starts at `from`, and the position after it; null where there is none. */
export function readPythonString(
  text: string,
  from: number,
): { value: string; end: number } | null {
  const first = text.charCodeAt(from);
  if (first >= DIGIT_0 && first <= DIGIT_9) return null;
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const quote = opening[1];
  const parts: string[] = [];
  let at = from + opening[0].length;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === quote) return { value: parts.join(''), end: at + 1 };
    if (char === '\\') {
      const escape = readEscape(text, at + 1);
      parts.push(escape.value);
      at = escape.end;
      continue;
    }
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text)?.[0] ?? char;
    parts.push(plain);
    at += plain.length;
  }
  return null;
}

/** The escape whose letter stands at `at`; one that Python does not know keeps its backslash. */
function readEscape(text: string, at: number): { value: string; end: number } {
  const letter = text[at] ?? '';
  const digits = HEX_DIGITS.get(letter);
  if (digits !== undefined) {
    const hex = text.slice(at + 1, at + 1 + digits);
    const code = /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : -1;
    if (hex.length === digits && code >= 0 && code <= 0x10ffff) {
      return { value: String.fromCodePoint(code), end: at + 1 + digits };
    }
  }
  return { value: SIMPLE.get(letter) ?? `\\${letter}`, end: at + 1 };
}
