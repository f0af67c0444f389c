const PROJECT = Buffer.from('"project":"');
const TRACE_ID = Buffer.from('"trace_id":"');
const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/** Lines of spans -> lines of `touched_traces`, one for each trace; the time is the store's own. */
export function touchesOf(spanLines: Uint8Array): Buffer {
  const bytes = Buffer.from(spanLines.buffer, spanLines.byteOffset, spanLines.byteLength);
  const touches = new Set<string>();
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(from, end);
    if (end > from) {
      touches.add(
        `{"project":${textBehind(PROJECT, line)},"trace_id":${textBehind(TRACE_ID, line)}}`,
      );
    }
    from = end + 1;
  }
  return Buffer.from([...touches].join('\n'));
}

/**
 * The text of one column, in quotes as it stands. The quotes of a name inside another column's text are escaped, so the
 * first place is the column itself; one that is blank may be left out.
 */
function textBehind(name: Buffer, line: Buffer): string {
  const at = line.indexOf(name);
  if (at < 0) return '""';
  const start = at + name.length;
  let end = line.indexOf(QUOTE, start);
  while (end >= 0 && isEscaped(line, end, start)) end = line.indexOf(QUOTE, end + 1);
  return `"${line.toString('utf8', start, end)}"`;
}

function isEscaped(line: Buffer, at: number, start: number): boolean {
  let backslashes = 0;
  while (at - backslashes > start && line[at - backslashes - 1] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
