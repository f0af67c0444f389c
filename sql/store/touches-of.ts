const PROJECT = Buffer.from('"project":"');
const TRACE_ID = Buffer.from('"trace_id":"');
const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/** Where one span's line stands among others, and whose it is: both names as JSON texts. */
export interface SpanPlace {
  project: string;
  traceId: string;
  from: number;
  to: number;
}

/** Lines of spans -> lines of `touched_traces`, one for each trace; the time is the store's own. */
export function touchesOf(spanLines: Uint8Array): Buffer {
  const touches = new Set<string>();
  for (const { project, traceId } of spanPlaces(spanLines)) {
    touches.add(`{"project":${project},"trace_id":${traceId}}`);
  }
  return Buffer.from([...touches].join('\n'));
}

/** Empty lines are passed over. */
export function* spanPlaces(spanLines: Uint8Array): Generator<SpanPlace> {
  const bytes = Buffer.from(spanLines.buffer, spanLines.byteOffset, spanLines.byteLength);
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline < 0 ? bytes.length : newline;
    if (to > from) {
      const line = bytes.subarray(from, to);
      yield {
        project: textBehind(PROJECT, line),
        traceId: textBehind(TRACE_ID, line),
        from,
        to,
      };
    }
    from = to + 1;
  }
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
